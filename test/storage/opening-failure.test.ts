import { expect, test } from 'vitest';
import { AppError } from '../../src/domain/errors.ts';
import { refused, unavailable } from '../../src/storage/failure.ts';
import { openingFailure } from '../../src/storage/opening-failure.ts';
import { parseStorageUrl } from '../../src/storage/storage-url.ts';

const MYSQL = parseStorageUrl('mysql://clerk:hush@db.example.org:3307/network', '');
const SQLITE = parseStorageUrl('sqlite:', '/srv/data');

test.each([
  ['ER_ACCESS_DENIED_ERROR', 'the server refuses the user clerk'],
  ['ER_BAD_DB_ERROR', 'there is no database network'],
  ['ER_DBACCESS_DENIED_ERROR', 'grant all on network.* to the user'],
  ['ER_TABLEACCESS_DENIED_ERROR', 'grant all on network.* to it'],
  ['ER_HOST_NOT_PRIVILEGED', 'accepts no connections from this machine'],
])('%s of MySQL says where, what and what to do, and no password', (code, words) => {
  const message = openingFailure(unavailable(code), MYSQL)?.message ?? '';
  expect(message).toContain('the database mysql db.example.org:3307/network cannot be used');
  expect(message).toContain(words);
  expect(message).toContain(`(${code})`);
  expect(message).not.toContain('hush');
});

test.each([
  ['SQLITE_NOTADB', 'restore it from a backup'],
  ['SQLITE_CORRUPT', 'restore it from a backup'],
  ['SQLITE_CANTOPEN', 'correct the owner'],
  ['EACCES', 'correct the owner'],
  ['SQLITE_FULL', 'make room'],
  ['ENOSPC', 'make room'],
  ['EISDIR', 'it is a folder'],
  ['ENOENT', 'its folder does not exist'],
])('%s of the embedded database says the path and what to do', (code, words) => {
  const message = openingFailure(unavailable(code), SQLITE)?.message ?? '';
  expect(message).toContain('the database /srv/data/portcullis.db cannot be used');
  expect(message).toContain(words);
});

test('a statement that is refused is named with its code and place', () => {
  expect(openingFailure(refused('ER_PARSE_ERROR'), MYSQL)?.message).toMatch(
    /db\.example\.org.*ER_PARSE_ERROR/,
  );
});

test.each([
  [unavailable('ECONNREFUSED'), MYSQL],
  [unavailable('ER_DISK_FULL'), MYSQL],
  [unavailable('SQLITE_BUSY'), SQLITE],
  [new AppError('overloaded'), SQLITE],
  [new Error('another'), SQLITE],
])('%s is none of them: it passes, or is not the database’s', (error, address) => {
  expect(openingFailure(error, address)).toBeUndefined();
});
