// oxlint-disable unicorn/require-post-message-target-origin -- a port between threads has no origin
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { NO_SUCH_TABLE } from '../lost-codes.ts';
import { OwnFiles } from './own-files.ts';
import type { SqliteAnswer, SqliteFailure, SqliteRequest, WorkerSetup } from './protocol.ts';

// The thread of one SQLite connection. SQLite blocks the thread it runs in, so it runs nowhere else.
const BUSY = 5;
const CACHED_STATEMENTS = 128;
const RETRY_MS = 10;
/** Of Node, for an integer beyond what a number can hold exactly. */
const OUT_OF_RANGE = 'ERR_OUT_OF_RANGE';
const READS = /^\s*(?:select|with)\b/i;

const setup: WorkerSetup = workerData;
const files = new OwnFiles(setup.file, setup.identity);
const statements = new LRUCache<string, StatementSync>({ max: CACHED_STATEMENTS });

function open(): DatabaseSync {
  // SQLite would make a new, empty database where the file is gone.
  files.require();
  const db = new DatabaseSync(setup.file, { readOnly: setup.readOnly, timeout: setup.busyMs });
  if (!setup.readOnly) {
    // FULL: a commit that was acknowledged is on disk, also after a power failure.
    db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -32000');
    if (setup.maxPages !== undefined) db.exec(`pragma max_page_count = ${setup.maxPages}`);
  } else {
    db.exec('pragma cache_size = -32000');
  }
  return db;
}

/** Retries while busy: two processes that switch a new file to WAL at once meet a lock without busy timeout. */
function openPatiently(): DatabaseSync {
  // The monotonic clock: a `Clock` cannot be passed to a thread, and this one waits without an event loop.
  const deadline = performance.now() + setup.busyMs;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      return open();
    } catch (error) {
      if ((failureOf(error).errcode & 0xff) !== BUSY || performance.now() > deadline) throw error;
      Atomics.wait(pause, 0, 0, RETRY_MS);
    }
  }
}

function prepare(db: DatabaseSync, sql: string): StatementSync {
  const known = statements.get(sql);
  if (known !== undefined) return known;
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  statements.set(sql, statement);
  return statement;
}

function answer(db: DatabaseSync, request: SqliteRequest, sql: string): SqliteAnswer {
  const { id, parameters } = request;
  // SQLite itself rolls back after some errors, such as a full disk.
  if (sql === 'rollback' && !db.isTransaction) return { id, columns: [], rows: [], changes: 0 };
  const statement = prepare(db, sql);
  const columns = statement.columns().map((column) => column.name);
  if (columns.length === 0) {
    if (!setup.readOnly && sql !== 'rollback') files.require();
    const { changes } = statement.run(...parameters);
    if (!setup.readOnly) files.noteLog();
    return { id, columns, rows: [], changes: Number(changes) };
  }
  return { id, columns, rows: rowsFrom(statement, request, READS.test(sql)), changes: 0 };
}

/**
 * Other programs write `Long.MAX_VALUE` for a date that never comes. Reading every integer as a BigInt costs half as much
 * again, so only a statement that meets such a row is read again like that. One that writes is never run twice.
 */
function rowsFrom(
  statement: StatementSync,
  { parameters }: SqliteRequest,
  isRead: boolean,
): SQLOutputValue[][] {
  try {
    return statement.all(...parameters).map(valuesOf);
  } catch (error) {
    if (!isRead || failureOf(error).code !== OUT_OF_RANGE) throw error;
  }
  statement.setReadBigInts(true);
  try {
    return statement.all(...parameters).map((row) => valuesOf(row).map(numberOf));
  } finally {
    statement.setReadBigInts(false);
  }
}

function numberOf(value: SQLOutputValue): SQLOutputValue {
  return typeof value === 'bigint' ? Number(value) : value;
}

/** With `setReturnArrays` a row is an array already, which the types of Node do not say. */
function valuesOf(row: Record<string, SQLOutputValue>): SQLOutputValue[] {
  return Array.isArray(row) ? row : Object.values(row);
}

function failureOf(error: unknown): SqliteFailure {
  const errcode: unknown = error instanceof Error ? Reflect.get(error, 'errcode') : undefined;
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  const isTableGone = error instanceof Error && error.message.startsWith('no such table: ');
  return {
    errcode: typeof errcode === 'number' ? errcode : 0,
    code: isTableGone ? NO_SUCH_TABLE : typeof code === 'string' ? code : 'ERR_UNKNOWN',
  };
}

function serve(db: DatabaseSync): void {
  parentPort?.on('message', (request: SqliteRequest) => {
    const { id, sql } = request;
    if (sql === null) {
      db.close();
      parentPort?.close();
      return;
    }
    try {
      parentPort?.postMessage(answer(db, request, sql));
    } catch (error) {
      parentPort?.postMessage({ id, failure: failureOf(error) });
    }
  });
}

try {
  serve(openPatiently());
  parentPort?.postMessage({ id: 0, columns: [], rows: [], changes: 0 });
} catch (error) {
  parentPort?.postMessage({ id: 0, failure: failureOf(error) });
}
