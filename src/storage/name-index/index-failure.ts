import { AppError } from '../../domain/errors.ts';
import { failureCode } from '../opening-failure.ts';

/** Why the index of names could not be made or filled. */
export interface IndexFailure {
  readonly code: string;
  /** `held` and `away` may pass by themselves; the store's watch says what is `away`. */
  readonly kind: 'held' | 'away' | 'final';
  /** For the operator: what is the matter, and what to do. */
  readonly detail: string;
}

/** Codes of a lock that another program did not let go in time. */
const HELD: ReadonlySet<string> = new Set(['ER_LOCK_WAIT_TIMEOUT', 'ER_LOCK_DEADLOCK', 'ER_CHECKREAD']);

/** Codes of an account without the right, also of a server that logs statements and wants more rights for triggers. */
const RIGHTS: ReadonlySet<string> = new Set([
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_COLUMNACCESS_DENIED_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_SPECIFIC_ACCESS_DENIED_ERROR',
  'ER_BINLOG_CREATE_ROUTINE_NEED_SUPER',
  'TRIGGERS_NOT_SHOWN',
]);

const SCANS = 'A search for players reads every name';

/** What a failure of making or filling the index says; it is tried again unless that is `final`. */
export function indexFailure(error: unknown): IndexFailure {
  const code = failureCode(error) ?? 'UNKNOWN';
  if (HELD.has(code))
    return {
      code,
      kind: 'held',
      detail: `${SCANS}, because their index waits for a lock: another program has an open transaction on NetworkPD or NetworkPDNames. End that one; it is tried again by itself`,
    };
  if (RIGHTS.has(code))
    return {
      code,
      kind: 'final',
      detail: `${SCANS}. Give the user of the database all rights on it, TRIGGER too, and restart; where the server logs statements, it also wants log_bin_trust_function_creators=1`,
    };
  if (code === 'TABLE_OF_ANOTHER_PROGRAM')
    return {
      code,
      kind: 'final',
      detail: `${SCANS}, because another program has a table NetworkPDNames: rename that one, and restart`,
    };
  return error instanceof AppError && error.code === 'storage_unavailable'
    ? { code, kind: 'away', detail: '' }
    : { code, kind: 'final', detail: `${SCANS} until the next start, which tries again to make their index` };
}
