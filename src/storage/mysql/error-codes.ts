import { AppError } from '../../domain/errors.ts';
import { indexGone, refused, unavailable } from '../failure.ts';

/**
 * Codes of the server or the socket that are no mistake of ours: away, full, read-only, out of connections, too slow; and
 * what was there and was taken away: tables, rights, the account.
 * https://mariadb.com/docs/server/reference/error-codes/mariadb-error-code-reference
 */
const AWAY = new Set([
  'PROTOCOL_CONNECTION_LOST',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EMFILE',
  'ENFILE',
  'HANDSHAKE_SSL_ERROR',
  'HANDSHAKE_NO_SSL_SUPPORT',
  'ER_ACCESS_DENIED_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_BAD_DB_ERROR',
  'ER_NO_SUCH_TABLE',
  'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_COLUMNACCESS_DENIED_ERROR',
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_USER_LIMIT_REACHED',
  'ER_HOST_IS_BLOCKED',
  'ER_HOST_NOT_PRIVILEGED',
  'ER_SERVER_SHUTDOWN',
  'ER_NORMAL_SHUTDOWN',
  'ER_NEW_ABORTING_CONNECTION',
  'ER_CONNECTION_KILLED',
  'ER_QUERY_INTERRUPTED',
  'ER_STATEMENT_TIMEOUT',
  'ER_QUERY_TIMEOUT',
  'ER_OUT_OF_RESOURCES',
  'ER_OUTOFMEMORY',
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  'ER_READ_ONLY_MODE',
  'ER_OPEN_AS_READONLY',
  'ER_DISK_FULL',
  'ER_DISK_FULL_NOWAIT',
  'ER_RECORD_FILE_FULL',
  'ER_ERROR_ON_WRITE',
  'ER_ERROR_DURING_COMMIT',
  'ER_GET_ERRNO',
  'ER_TABLESPACE_DISCARDED',
]);

/** The whole transaction was rolled back and can be run again. */
const ROLLED_BACK = new Set(['ER_LOCK_DEADLOCK', 'ER_CHECKREAD']);

/** Server errors whose names mysql2 does not know, by number: max_statement_time, killed, shutting down (MariaDB). */
const AWAY_NUMBERS = new Set([1927, 1969, 3024, 1053, 1077, 1205, 1290, 1836, 4166]);

/** With a prefix before it, in any case of letters. */
const OF_INDEX = /networkpdnames'/i;

const CLOSED = /closed|closing|can't write/i;

/** Turns what mysql2 rejects with into an AppError: the code is kept, the message is not. */
export function translateMysqlError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = field(error, 'code');
  const name = typeof code === 'string' ? code : 'MYSQL_ERROR';
  const number = field(error, 'errno');
  if (name === 'ER_NO_SUCH_TABLE' && error instanceof Error && OF_INDEX.test(error.message))
    return indexGone();
  if (ROLLED_BACK.has(name)) return unavailable(name, true);
  if (AWAY.has(name) || (typeof number === 'number' && AWAY_NUMBERS.has(number))) return unavailable(name);
  // mysql2 has no code for a command on a connection that has just been lost.
  if (error instanceof Error && CLOSED.test(error.message)) return unavailable('CONNECTION_CLOSED');
  if (field(error, 'fatal') === true) return unavailable(name);
  return refused(name);
}

function field(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
}
