import type { AppError } from '../../domain/errors.ts';
import { refused, unavailable } from '../failure.ts';
import type { SqliteFailure } from './protocol.ts';

/** Result codes (https://sqlite.org/rescode.html) that are no mistake of ours: locked, read-only, full, broken disk. */
const AWAY = new Map([
  [5, 'SQLITE_BUSY'],
  [6, 'SQLITE_LOCKED'],
  [7, 'SQLITE_NOMEM'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [26, 'SQLITE_NOTADB'],
]);

/** The low byte is the kind of error; the rest is a detail that the log does not need. */
export function translateSqliteFailure(failure: SqliteFailure): AppError {
  const name = AWAY.get(failure.errcode & 0xff);
  if (name !== undefined) return unavailable(name);
  return refused(failure.errcode === 0 ? failure.code : `SQLITE_${failure.errcode}`);
}
