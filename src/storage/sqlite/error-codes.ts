import type { AppError } from '../../domain/errors.ts';
import { refused, unavailable } from '../failure.ts';
import { LOST_CODES, NO_SUCH_TABLE } from '../lost-codes.ts';
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

/** What our own thread found: the file or a table of it was taken away under the process. */
const TAKEN_AWAY: ReadonlySet<string> = new Set([...LOST_CODES, NO_SUCH_TABLE]);

/** The low byte is the kind of error; the rest is a detail that the log does not need. */
export function translateSqliteFailure(failure: SqliteFailure): AppError {
  const name = AWAY.get(failure.errcode & 0xff);
  if (name !== undefined) return unavailable(name);
  if (TAKEN_AWAY.has(failure.code)) return unavailable(failure.code);
  return refused(failure.errcode === 0 ? failure.code : `SQLITE_${failure.errcode}`);
}
