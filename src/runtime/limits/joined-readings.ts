import { AppError } from '../../domain/errors.ts';
import type { Clock } from '../clock.ts';
import { within } from '../deadline.ts';

/** Keys of one question, unless a single caller wants more: as many as a statement takes. */
const MAX_KEYS = 512;
/** Keys that wait for a question; who wants more is refused. */
const MAX_WAITING = 10_000;
/** Where several callers come at a time, questions begin so far apart, for more of them to share one. */
const PAUSE_MS = 5;
/** Keys that are worth a question, also in the pause. */
const ENOUGH = 64;
/** A question that takes longer than this no longer holds up the next: where one connection hangs, others may answer. */
const LATE_MS = 50;
/** So many are under way at a time, late ones included: less than a small pool of connections. */
const MAX_UNDER_WAY = 8;
const LIMIT_MS = 5_000;

export interface JoinedReadingsDeps<Key, Row> {
  /** The rows of these keys, any number for each: a key with many must not keep another's rows out of the answer. */
  readonly read: (keys: readonly Key[]) => Promise<Row[]>;
  readonly keyOf: (row: Row) => Key;
  readonly clock: Clock;
}

interface Wanted<Key, Row> {
  readonly keys: ReadonlySet<Key>;
  readonly resolve: (rows: Row[]) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Joins what many callers want of one table into few questions, since one costs about the same for a key as for some
 * hundred. Who comes alone reads at once; those who come while that is under way share the next question, and where several
 * come at a time it waits a moment for more of them.
 */
export class JoinedReadings<Key, Row> {
  readonly #deps: JoinedReadingsDeps<Key, Row>;
  /** In the order in which they came. */
  readonly #waiting = new Set<Wanted<Key, Row>>();
  #waitingKeys = 0;
  #underWay = 0;
  /** What holds up the next question: one that is under way and not late, and pauses that are not over. */
  readonly #holds = { question: 0, pause: 0 };

  constructor(deps: JoinedReadingsDeps<Key, Row>) {
    this.#deps = deps;
  }

  /**
   * The rows of these keys, as they are at some time after the call; unknown ones are left out. Rejects with whatever its
   * question met, and with `storage_unavailable` after 5 s of it, or when too much waits.
   */
  find(keys: readonly Key[]): Promise<Row[]> {
    const wanted = new Set(keys);
    if (wanted.size === 0) return Promise.resolve([]);
    if (this.#waiting.size > 0 && this.#waitingKeys + wanted.size > MAX_WAITING)
      return Promise.reject(tooMuch());
    return new Promise((resolve, reject) => {
      this.#waiting.add({ keys: wanted, resolve, reject });
      this.#waitingKeys += wanted.size;
      this.#next();
    });
  }

  #next(): void {
    if (this.#holds.question > 0 || this.#underWay >= MAX_UNDER_WAY || this.#waiting.size === 0) return;
    if (this.#holds.pause > 0 && this.#waitingKeys < ENOUGH) return;
    void this.#read(this.#take());
  }

  /** At least one, and of the rest as many as one question has room for. */
  #take(): Wanted<Key, Row>[] {
    const taken: Wanted<Key, Row>[] = [];
    let count = 0;
    for (const wanted of this.#waiting) {
      count += wanted.keys.size;
      if (taken.length > 0 && count > MAX_KEYS) break;
      this.#waiting.delete(wanted);
      this.#waitingKeys -= wanted.keys.size;
      taken.push(wanted);
    }
    return taken;
  }

  /** Never rejects: a fault reaches all who wait for this question, and none of the others. */
  async #read(all: readonly Wanted<Key, Row>[]): Promise<void> {
    const { read, keyOf, clock } = this.#deps;
    this.#underWay += 1;
    if (all.length > 1) this.#hold('pause', PAUSE_MS);
    const letOn = this.#hold('question', LATE_MS);
    try {
      const keys = new Set(all.flatMap((wanted) => [...wanted.keys]));
      const rows = await within(clock, LIMIT_MS, read([...keys]), 'storage_unavailable', LATE);
      const byKey = groupedBy(keyOf, rows);
      for (const wanted of all) wanted.resolve(rowsOf(wanted.keys, byKey));
    } catch (error) {
      for (const wanted of all) wanted.reject(error);
    }
    this.#underWay -= 1;
    letOn();
  }

  /** Holds up the next question for so long at most. Returns the way to let it on before. */
  #hold(kind: 'question' | 'pause', milliseconds: number): () => void {
    let holds = true;
    this.#holds[kind] += 1;
    const letOn = (): void => {
      this.#deps.clock.clearTimeout(timer);
      if (holds) this.#holds[kind] -= 1;
      holds = false;
      this.#next();
    };
    const timer = this.#deps.clock.setTimeout(letOn, milliseconds);
    return letOn;
  }
}

const LATE = 'The database did not answer in time';

function tooMuch(): AppError {
  return new AppError('storage_unavailable', 'Too much waits for the database', { retryAfterSeconds: 1 });
}

function groupedBy<Key, Row>(keyOf: (row: Row) => Key, rows: readonly Row[]): Map<Key, Row[]> {
  const byKey = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const same = byKey.get(key);
    if (same === undefined) byKey.set(key, [row]);
    else same.push(row);
  }
  return byKey;
}

function rowsOf<Key, Row>(keys: ReadonlySet<Key>, byKey: ReadonlyMap<Key, readonly Row[]>): Row[] {
  const rows: Row[] = [];
  for (const key of keys) rows.push(...(byKey.get(key) ?? []));
  return rows;
}
