import { expect, test } from 'vitest';
import { isIndexGone, isRetryable } from '../../src/storage/failure.ts';
import { translateMysqlError } from '../../src/storage/mysql/error-codes.ts';
import { translateSqliteFailure } from '../../src/storage/sqlite/error-codes.ts';

function mysqlError(code: string | undefined, errno: number, extra: object = {}): Error {
  const sql = "insert into NetworkBans values ('secret')";
  return Object.assign(new Error(`near ${sql} at 10.1.2.3`), { code, errno, sql, sqlMessage: sql, ...extra });
}

test.each([
  ['ECONNREFUSED', -111],
  ['PROTOCOL_CONNECTION_LOST', 0],
  ['ER_DISK_FULL', 1021],
  ['ER_OPTION_PREVENTS_STATEMENT', 1290],
  ['ER_CON_COUNT_ERROR', 1040],
  ['ER_NO_SUCH_TABLE', 1146],
  ['ER_TABLEACCESS_DENIED_ERROR', 1142],
  ['ER_LOCK_WAIT_TIMEOUT', 1205],
  [undefined, 1969],
  ['ESOMETHING_NEW', -1, { fatal: true }],
])('MySQL saying %s (%i) is unavailable', (code, errno, extra: object = {}) => {
  expect(translateMysqlError(mysqlError(code, errno, extra))).toMatchObject({ code: 'storage_unavailable' });
});

test.each(['NetworkPDNames', 'my_networkpdnames'])(
  'that the index of names %s is gone is no fault of the database',
  (table) => {
    const error = Object.assign(mysqlError('ER_NO_SUCH_TABLE', 1146), {
      message: `Table 'network.${table}' doesn't exist`,
    });
    expect(isIndexGone(translateMysqlError(error))).toBe(true);
    const players = Object.assign(error, { message: `Table 'network.NetworkPD' doesn't exist` });
    expect(isIndexGone(translateMysqlError(players))).toBe(false);
  },
);

test('a deadlock may be retried, a lost connection may not', () => {
  expect(isRetryable(translateMysqlError(mysqlError('ER_LOCK_DEADLOCK', 1213)))).toBe(true);
  expect(isRetryable(translateMysqlError(mysqlError('ECONNRESET', -104)))).toBe(false);
});

test.each([
  ['ER_PARSE_ERROR', 1064],
  ['ER_DATA_TOO_LONG', 1406],
])('the MySQL error %s is a mistake of ours, and only its code is kept', (code, errno) => {
  const error = translateMysqlError(mysqlError(code, errno));
  expect(error).toMatchObject({ code: 'internal_error', cause: { code } });
  expect(JSON.stringify(error) + String(error) + String(error.cause)).not.toMatch(
    /secret|insert|10\.1\.2\.3/,
  );
});

test.each([
  [5, 'SQLITE_BUSY'],
  [261, 'SQLITE_BUSY'],
  [8, 'SQLITE_READONLY'],
  [1032, 'SQLITE_READONLY'],
  [13, 'SQLITE_FULL'],
  [778, 'SQLITE_IOERR'],
  [14, 'SQLITE_CANTOPEN'],
  [26, 'SQLITE_NOTADB'],
])('SQLite result %i is unavailable as %s', (errcode, code) => {
  expect(translateSqliteFailure({ errcode, code: 'ERR_SQLITE_ERROR' })).toMatchObject({
    code: 'storage_unavailable',
    cause: { code },
  });
});

test.each(['STORE_GONE', 'STORE_REPLACED', 'STORE_LOG_GONE', 'SQLITE_NO_SUCH_TABLE'])(
  'what the thread of SQLite found taken away (%s) is unavailable',
  (code) => {
    const errcode = code === 'SQLITE_NO_SUCH_TABLE' ? 1 : 0;
    expect(translateSqliteFailure({ errcode, code })).toMatchObject({
      code: 'storage_unavailable',
      cause: { code },
    });
  },
);

test.each([
  [1, 'SQLITE_1'],
  [1299, 'SQLITE_1299'],
  [0, 'ERR_OUT_OF_RANGE'],
])('SQLite result %i is a mistake of ours', (errcode, code) => {
  expect(translateSqliteFailure({ errcode, code: 'ERR_OUT_OF_RANGE' })).toMatchObject({
    code: 'internal_error',
    cause: { code },
  });
});
