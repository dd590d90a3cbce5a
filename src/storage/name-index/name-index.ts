import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import { refused } from '../failure.ts';
import type { Tables } from '../tables.ts';
import { fillNameIndex } from './fill-name-index.ts';
import { withFillLock } from './fill-lock.ts';
import { IndexConnection, type OpenPatient } from './index-connection.ts';
import { indexFailure } from './index-failure.ts';
import { stateOf, wholeSince } from './index-state.ts';
import { triggersMadeAt } from './name-triggers.ts';
import { type IndexState, prepareNameIndex } from './prepare-name-index.ts';

/** So many are written before the start goes on, which takes some milliseconds. */
const FEW_PLAYERS = 1_000;
/** While another process fills it. */
const LOOK_EVERY_MS = 10_000;
/** After a failure; twice as long after each further one, because others wait while it is tried. */
const FIRST_AGAIN_MS = 2_000;
const MOST_AGAIN_MS = 300_000;
/** What a step that is interrupted may take to undo what it wrote; the server goes on with it. */
const STOP_MS = 700;
const KILL_EVERY_MS = 50;

interface NameIndexDeps {
  readonly db: Kysely<Tables>;
  readonly openPatient: OpenPatient;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * The index of names of a database of MySQL and MariaDB. Where names are missing in it, it is filled while the coordinator is
 * at work, and searches read every name until it is whole (docs/decisions/0135).
 */
export class NameIndex {
  readonly #deps: NameIndexDeps;
  readonly #connection: IndexConnection;
  #state: IndexState = 'unusable';
  #isClosed = false;
  #filling: Promise<void> = Promise.resolve();
  #isFilling = false;
  #wake: () => void = () => undefined;
  #hasSaidBegun = false;
  #hasSaidHeld = false;
  /** One after the other, since it was whole last. */
  #failures = 0;

  constructor(deps: NameIndexDeps) {
    this.#deps = deps;
    this.#connection = new IndexConnection(deps.db, deps.openPatient);
  }

  /** Whether searches can use it. */
  get isWhole(): boolean {
    return this.#state === 'whole';
  }

  /**
   * Makes what keeps it, and fills it: at once where there are few players, in the background otherwise, and where another
   * program holds a lock that it needs. What the database refuses is logged. Never rejects.
   */
  async open(): Promise<void> {
    await this.#attempt(() => this.#hasFewPlayers());
    this.#filling = this.#fillUntilWhole();
  }

  /** A search found it dropped: it is made anew in the background. */
  remake(): void {
    if (this.#state !== 'whole' || this.#isClosed) return;
    this.#state = 'partial';
    if (!this.#isFilling) this.#filling = this.#fillUntilWhole();
  }

  /** Stops making and filling it; the next start goes on where this one ended. Undefined when there is nothing to stop. */
  close(): Promise<void> | undefined {
    this.#isClosed = true;
    this.#wake();
    return this.#isFilling ? this.#stop() : undefined;
  }

  async #stop(): Promise<void> {
    // More than once: what is sent between two statements interrupts nothing.
    for (let waited = 0; this.#isFilling && waited < STOP_MS; waited += KILL_EVERY_MS) {
      await this.#connection.interrupt();
      await Promise.race([this.#filling, this.#pause(KILL_EVERY_MS)]);
    }
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
      await this.#attempt(async () => true);
      if (this.#state === 'partial' && !this.#isClosed) await this.#pause(againAfter(this.#failures));
    }
    this.#isFilling = false;
  }

  /** `fills` says whether it is filled now, or only prepared. */
  async #attempt(fills: () => Promise<boolean>): Promise<void> {
    try {
      // Again each time: it may have been dropped meanwhile.
      this.#state = await prepareNameIndex({ ...this.#deps, connection: this.#connection });
      if (this.#state === 'partial' && (await fills())) await this.#fill();
      this.#failures = 0;
    } catch (error) {
      this.#noteFailure(error);
    }
  }

  #noteFailure(error: unknown): void {
    const { code, kind, detail } = indexFailure(error);
    const { logger } = this.#deps;
    this.#state = kind === 'final' ? 'unusable' : 'partial';
    this.#failures += 1;
    if (this.#isClosed) return;
    if (kind === 'final') logger.warn({ event: 'storage.names-unindexed', code, detail });
    if (kind !== 'held' || this.#hasSaidHeld) return;
    this.#hasSaidHeld = true;
    logger.warn({ event: 'storage.names-waiting', code, detail });
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
  #fill(): Promise<void> {
    return this.#connection.run((connection) => withFillLock(connection, () => this.#fillOver(connection)));
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
    if (!isFilled) return;
    this.#state = 'whole';
    this.#hasSaidBegun = false;
    this.#hasSaidHeld = false;
  }
}

function againAfter(failures: number): number {
  if (failures === 0) return LOOK_EVERY_MS;
  return Math.min(FIRST_AGAIN_MS * 2 ** (failures - 1), MOST_AGAIN_MS);
}
