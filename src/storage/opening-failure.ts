import { AppError } from '../domain/errors.ts';
import { DatabaseFailure } from './failure.ts';
import { ExplainedError } from '../runtime/explained-error.ts';
import { type LostCode, NO_SUCH_TABLE } from './lost-codes.ts';
import { storagePlace, type StorageUrl } from './storage-url.ts';

type Mysql = Extract<StorageUrl, { dialect: 'mysql' }>;

const NO_RIGHTS = ({ user, database }: Mysql): string =>
  `the user ${user} lacks rights that Portcullis needs: grant all on ${database}.* to it`;
const NO_TABLE = 'a table of it is gone: restore it from a backup, and restart Portcullis';
const NOT_FROM_HERE = (): string => 'the server accepts no connections from this machine: let it in there';

/**
 * What MySQL and MariaDB say of an address or an account that no waiting mends.
 * https://mariadb.com/docs/server/reference/error-codes/mariadb-error-code-reference
 */
const MYSQL: Readonly<Record<string, (address: Mysql) => string>> = {
  ER_ACCESS_DENIED_ERROR: ({ user }) =>
    `the server refuses the user ${user}: correct the name and the password in storage.url`,
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: ({ user }) =>
    `the server refuses the user ${user} without a password: add it to storage.url`,
  ER_BAD_DB_ERROR: ({ database }) =>
    `there is no database ${database}: create it, or correct its name in storage.url`,
  ER_DBACCESS_DENIED_ERROR: ({ user, database }) =>
    `the user ${user} may not use the database ${database}, or there is none: create it, and grant all on ${database}.* to the user`,
  ER_NO_SUCH_TABLE: () => NO_TABLE,
  ER_TABLEACCESS_DENIED_ERROR: NO_RIGHTS,
  ER_COLUMNACCESS_DENIED_ERROR: NO_RIGHTS,
  ER_SPECIFIC_ACCESS_DENIED_ERROR: NO_RIGHTS,
  ER_HOST_NOT_PRIVILEGED: NOT_FROM_HERE,
  ER_HOST_IS_BLOCKED: NOT_FROM_HERE,
};

const DAMAGED = 'the file is damaged, or no database: restore it from a backup';
const NO_ACCESS =
  'the file cannot be opened for writing: correct the owner and the rights of it and its folder';
const FULL = 'there is no space left on its disk: make room';
const WHILE_LOST = 'All changes are refused. What was stored is still read: GET /api/bans has every ban';

/** What was taken away while the process had it open. */
const LOST: Readonly<Record<LostCode, string>> = {
  STORE_GONE: `the file was removed or moved while it was open: move it back, or stop Portcullis, restore a backup and start it. ${WHILE_LOST}`,
  STORE_REPLACED: `another file was put in its place while it was open: move the first one back, or restart Portcullis to use the new one. ${WHILE_LOST}`,
  STORE_LOG_GONE: `its log, the file with -wal at the end, was removed while it was open: stop Portcullis, which writes the log back into the file, and start it. ${WHILE_LOST}`,
};

/** Codes of SQLite (https://sqlite.org/rescode.html) and of the system. */
const SQLITE: Readonly<Record<string, string>> = {
  ...LOST,
  [NO_SUCH_TABLE]: NO_TABLE,
  SQLITE_CORRUPT: DAMAGED,
  SQLITE_NOTADB: DAMAGED,
  SQLITE_READONLY: NO_ACCESS,
  SQLITE_CANTOPEN: NO_ACCESS,
  SQLITE_FULL: FULL,
  SQLITE_IOERR: 'its disk cannot be read or written: look whether it is full or broken',
  EACCES: NO_ACCESS,
  EPERM: NO_ACCESS,
  EROFS: NO_ACCESS,
  ENOSPC: FULL,
  EDQUOT: FULL,
  EISDIR: 'it is a folder where a file is expected: correct storage.url',
  ENOENT: 'its folder does not exist: create it, or correct storage.url',
  ENOTDIR: 'a part of its path is no folder: correct storage.url',
};

/**
 * The error for the operator of a database that could not be opened or read, with its place, the reason and what to do.
 * Undefined for an error that passes by itself, and for one that is not the database's.
 */
export function openingFailure(error: unknown, address: StorageUrl): Error | undefined {
  const code = failureCode(error);
  if (code === undefined) return undefined;
  const known = address.dialect === 'mysql' ? MYSQL[code]?.(address) : SQLITE[code];
  const isRefused = error instanceof AppError && error.code !== 'storage_unavailable';
  const reason =
    known ?? (isRefused ? 'it refused a statement, which is a mistake of Portcullis' : undefined);
  if (reason === undefined) return undefined;
  return new ExplainedError(`the database ${storagePlace(address)} cannot be used: ${reason} (${code})`, {
    cause: error,
  });
}

/** The code of the database's driver; undefined when the error is not the database's. */
export function failureCode(error: unknown): string | undefined {
  if (!(error instanceof AppError) || !(error.facts.cause instanceof DatabaseFailure)) return undefined;
  return error.facts.cause.code;
}
