import { dirname } from 'node:path';
import { AppError } from '../domain/errors.ts';
import { MissingTables } from './missing-tables.ts';
import { failureCode, openingFailure } from './opening-failure.ts';
import { LOST_CODES, NO_SUCH_TABLE } from './lost-codes.ts';
import { storagePlace, type StorageUrl } from './storage-url.ts';

/** Codes of what was there at the start and was taken away since: files, tables, rights, the account. */
const TAKEN_AWAY: ReadonlySet<string> = new Set([
  ...LOST_CODES,
  NO_SUCH_TABLE,
  'ER_NO_SUCH_TABLE',
  'ER_BAD_DB_ERROR',
  'ER_ACCESS_DENIED_ERROR',
  'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_COLUMNACCESS_DENIED_ERROR',
  'ER_HOST_NOT_PRIVILEGED',
]);

/** Codes of a disk, or of a quota, that has no room. */
const FULL = new Set(['SQLITE_FULL', 'ER_DISK_FULL', 'ER_DISK_FULL_NOWAIT', 'ER_RECORD_FILE_FULL']);

/** Why a database that was open cannot be used. */
export interface StoreFault {
  /** `away` may pass by itself; what was `taken` comes back by somebody's hand only. */
  readonly kind: 'full' | 'taken' | 'away';
  readonly code: string;
  /** What is wrong, where, and what to do; it may name a path, a host or a user, and no password. */
  readonly detail: string;
}

/**
 * What an operator should know of a failure while the process runs: what is wrong, where, and what to do. Undefined for one
 * that passes by itself, and for a mistake of ours.
 */
export function runningFault(error: unknown, address: StorageUrl): StoreFault | undefined {
  if (error instanceof MissingTables) return tablesFault(error, address);
  const code = failureCode(error);
  if (code === undefined) return undefined;
  if (FULL.has(code)) return { kind: 'full', code, detail: fullText(address) };
  const isMistake = error instanceof AppError && error.code !== 'storage_unavailable';
  const text = isMistake ? undefined : openingFailure(error, address)?.message;
  if (text === undefined) return undefined;
  return { kind: TAKEN_AWAY.has(code) ? 'taken' : 'away', code, detail: capital(text) };
}

function tablesFault({ tables }: MissingTables, address: StorageUrl): StoreFault {
  const hidden = address.dialect === 'mysql' ? `, or the user ${address.user} may not see them any more` : '';
  const which = tables.length === 0 ? 'its tables' : tables.join(', ');
  const detail =
    `The database ${storagePlace(address)} has lost ${which}: dropped while Portcullis runs${hidden}. ` +
    'What needs them is refused, and nothing is made anew, because every ban would be gone. Stop Portcullis, restore the database from a backup, and start it';
  return { kind: 'taken', code: 'TABLES_MISSING', detail };
}

function fullText(address: StorageUrl): string {
  const where =
    address.dialect === 'sqlite' ? dirname(address.file) : `the server of ${storagePlace(address)}`;
  return `The disk of the database is full (${where}): bans and all other changes are refused. Free some space there, and it goes on by itself within a minute`;
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
