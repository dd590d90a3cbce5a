import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { FileIdentity } from '../../runtime/files/file-identity.ts';

/** What the main thread gives to the thread of a SQLite connection when it starts. */
export interface WorkerSetup {
  readonly file: string;
  /** Which file that is: a thread opens, reads and writes no other. */
  readonly identity: FileIdentity;
  readonly readOnly: boolean;
  /** How long a statement waits for the lock of another process. */
  readonly busyMs: number;
  /** More pages find no room, as on a full disk; set only by tests of that. */
  readonly maxPages?: number;
}

/** A statement for the thread. */
export interface SqliteRequest {
  readonly id: number;
  /** With null the thread closes the database and ends. */
  readonly sql: string | null;
  readonly parameters: readonly SQLInputValue[];
}

/**
 * Rows are arrays of values: copying them between threads costs half of what objects cost (docs/decisions/0011).
 * The first message of a thread has id 0 and says whether the database opened.
 */
export type SqliteAnswer =
  | {
      readonly id: number;
      readonly columns: readonly string[];
      readonly rows: readonly (readonly SQLOutputValue[])[];
      readonly changes: number;
    }
  | { readonly id: number; readonly failure: SqliteFailure };

/** SQLite's result code (https://sqlite.org/rescode.html) and, where there is none, the code of Node's error. */
export interface SqliteFailure {
  readonly errcode: number;
  readonly code: string;
}
