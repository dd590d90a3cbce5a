import { type Kysely, sql } from 'kysely';
import { AppError } from '../../domain/errors.ts';
import { DatabaseFailure, refused } from '../failure.ts';
import type { Tables } from '../tables.ts';
import { fillNameIndex } from './fill-name-index.ts';
import { withFillLock } from './fill-lock.ts';
import { stateOf, wholeSince } from './index-state.ts';
import { triggersMadeAt } from './name-triggers.ts';
import { type IndexState, type NameIndexDeps, prepareNameIndex } from './prepare-name-index.ts';

/** So many are written before the start goes on, which takes some milliseconds. */
const FEW_PLAYERS = 1_000;
/** After another process that fills it, or a failure that may pass. */
const AGAIN_MS = 10_000;
/** What a step that is interrupted may take to undo what it wrote; the server goes on with it. */
const STOP_MS = 700;
const KILL_EVERY_MS = 50;
const UNINDEXED =
  'A search for players reads every name. Give the user of the database all rights on it, TRIGGER too, and restart; where the server logs statements, it also wants log_bin_trust_function_creators=1';

/**
 * The index of names of a database of MySQL and MariaDB. Where names are missing in it, it is filled while the coordinator is
 * at work, and searches read every name until it is whole (docs/decisions/0135).
 */
export class NameIndex {
  readonly #deps: NameIndexDeps;
  #state: IndexState = 'unusable';
  #isClosed = false;
  #filling: Promise<void> = Promise.resolve();
  #isFilling = false;
  /** Of the connection that fills, for the server; undefined while none does. */
  #connection: number | undefined;
  #wake: () => void = () => undefined;
  #hasSaidBegun = false;

  constructor(deps: NameIndexDeps) {
    this.#deps = deps;
  }

  /** Whether searches can use it. */
  get isWhole(): boolean {
    return this.#state === 'whole';
  }

  /**
   * Makes what keeps it, and fills it: at once where there are few players, in the background otherwise. What the database
   * refuses is logged, and never stops the start.
   */
  async open(): Promise<void> {
    try {
      this.#state = await prepareNameIndex(this.#deps);
      if (this.#state !== 'partial') return;
      if (await this.#hasFewPlayers()) await this.#attempt();
    } catch (error) {
      this.#giveUp(error);
    }
    this.#filling = this.#fillUntilWhole();
  }

  /** Stops filling; the next start goes on where this one ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake();
    // More than once: what is sent between two statements interrupts nothing.
    for (let waited = 0; this.#isFilling && waited < STOP_MS; waited += KILL_EVERY_MS) {
      await this.#interrupt();
      await Promise.race([this.#filling, this.#pause(KILL_EVERY_MS)]);
    }
  }

  async #interrupt(): Promise<void> {
    if (this.#connection === undefined) return;
    // It may just have ended by itself.
    await sql`kill query ${sql.lit(this.#connection)}`.execute(this.#deps.db).catch(() => undefined);
  }

  async #hasFewPlayers(): Promise<boolean> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (select 1 from NetworkPD limit ${FEW_PLAYERS + 1}) as few`.execute(
      this.#deps.db,
    );
    return (rows[0]?.count ?? 0) <= FEW_PLAYERS;
  }

  async #fillUntilWhole(): Promise<void> {
    this.#isFilling = true;
    while (this.#state === 'partial' && !this.#isClosed) {
      await this.#attempt();
      if (this.#state === 'partial' && !this.#isClosed) await this.#pause(AGAIN_MS);
    }
    this.#isFilling = false;
  }

  /** Leaves it partial where the store is away, which its watch says. */
  async #attempt(): Promise<void> {
    try {
      await this.#fill();
    } catch (error) {
      const isAway = error instanceof AppError && error.code === 'storage_unavailable';
      if (!this.#isClosed && !isAway) this.#giveUp(error);
    }
  }

  #giveUp(error: unknown): void {
    const cause = error instanceof AppError ? error.facts.cause : undefined;
    const code = cause instanceof DatabaseFailure ? cause.code : 'UNKNOWN';
    this.#state = 'unusable';
    this.#deps.logger.warn({ event: 'storage.names-unindexed', code, detail: UNINDEXED });
  }

  async #pause(milliseconds: number): Promise<void> {
    const { clock } = this.#deps;
    let timer: unknown;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = clock.setTimeout(resolve, milliseconds);
    });
    clock.clearTimeout(timer);
  }

  /** Leaves it partial where another process fills it. */
  async #fill(): Promise<void> {
    const patient = await this.#deps.openPatient();
    try {
      await withFillLock(patient.database.writer, async (connection, id) => {
        this.#connection = id;
        await this.#fillOver(connection);
      });
    } finally {
      this.#connection = undefined;
      await patient.done();
    }
  }

  async #fillOver(connection: Kysely<Tables>): Promise<void> {
    const madeAt = await triggersMadeAt(connection);
    if (madeAt === undefined) throw refused('TRIGGERS_NOT_SHOWN');
    // By another process, meanwhile.
    const isWhole = (await stateOf(connection)) === wholeSince(madeAt);
    const { clock, logger } = this.#deps;
    const isFilled =
      isWhole ||
      (await fillNameIndex(connection, {
        clock,
        logger,
        madeAt,
        isStopped: () => this.#isClosed,
        sayBegun: (players) => {
          if (!this.#hasSaidBegun) logger.info({ event: 'storage.names-indexing', players });
          this.#hasSaidBegun = true;
        },
      }));
    if (isFilled) this.#state = 'whole';
  }
}
