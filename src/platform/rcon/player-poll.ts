import { backoffMs } from '../../runtime/backoff.ts';
import { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import type { PlatformDeps } from '../platform-deps.ts';
import type { Occupancy, ServerListener } from '../server-management.ts';

const POLL_EVERY_MS = 10_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 10_000;
const MAX_MISSED_POLLS = 2;
const UNKNOWN_POLLS = 2;
/** How often, and for how long, a server that was asked to stop is polled: a quick one is back within seconds. */
const CLOSE_POLL_EVERY_MS = 500;
const CLOSE_POLL_FOR_MS = 60_000;

export interface PlayerPollOptions extends PlatformDeps {
  /** Of the server, for the log. */
  readonly name: string;
  readonly request: () => Promise<Occupancy>;
  readonly listener: ServerListener;
}

/** Watches a server that sends nothing by itself: polls it every 10 s, and after two failures in a row it is gone. */
export class PlayerPoll {
  readonly #options: PlayerPollOptions;
  #isUp = false;
  #isClosed = false;
  #missed = 0;
  /** Polls in a row, until it was said. */
  #unknown = 0;
  #timer: unknown = null;
  #closelyUntil = 0;
  readonly #faults: ConnectionFaults;
  readonly #poll: () => void;

  /** Begins to poll at once. */
  constructor(options: PlayerPollOptions) {
    this.#options = options;
    this.#faults = new ConnectionFaults('rcon', options);
    this.#poll = this.#faults.guard(
      () => this.#pollIn(POLL_EVERY_MS),
      () => this.#request(),
    );
    this.#poll();
  }

  /**
   * The server was asked to stop: the first failure means that it is gone, and so does the end of the connection, which
   * may have come already. One that is back within half a second is not missed that way.
   */
  expectAway(isConnected: boolean): void {
    if (this.#isClosed) return;
    const { clock } = this.#options;
    this.#closelyUntil = clock.elapsed() + CLOSE_POLL_FOR_MS;
    if (!isConnected) this.connectionLost();
    this.#pollIn(CLOSE_POLL_EVERY_MS);
  }

  /** The connection by which the server is polled has ended. */
  connectionLost(): void {
    if (this.#isClosed || !this.#isClosely()) return;
    this.#miss();
    this.#pollIn(CLOSE_POLL_EVERY_MS);
  }

  close(): void {
    this.#isClosed = true;
    this.#options.clock.clearTimeout(this.#timer);
    this.#faults.close();
  }

  async #request(): Promise<void> {
    const { request } = this.#options;
    const occupancy = await request().catch(() => undefined);
    if (this.#isClosed) return;
    if (occupancy === undefined || !this.#take(occupancy)) this.#miss();
    this.#pollIn(this.#pauseMs());
  }

  #pollIn(milliseconds: number): void {
    const { clock } = this.#options;
    clock.clearTimeout(this.#timer);
    this.#timer = clock.setTimeout(this.#poll, milliseconds);
  }

  /** False for more players, or changes of them, than a server may have. */
  #take(occupancy: Occupancy): boolean {
    const { listener, logger, name } = this.#options;
    this.#note(occupancy);
    const reason = listener.observed(occupancy);
    if (reason === undefined) {
      this.#missed = 0;
      this.#isUp = true;
    } else if (this.#missed === 0) {
      const players = occupancy.players.length;
      logger.warn({ event: 'rcon.too_many_players', server: name, players, reason });
    }
    return reason === undefined;
  }

  /**
   * Once for each time the server is up: it is shown with the server too. At the second poll, because the network knows a
   * player a moment later than the server.
   */
  #note({ unknown }: Occupancy): void {
    if (this.#unknown >= UNKNOWN_POLLS) return;
    this.#unknown = unknown === undefined ? 0 : this.#unknown + 1;
    if (this.#unknown < UNKNOWN_POLLS) return;
    const { logger, name } = this.#options;
    const detail =
      'Who is on this server is unknown, and it is restarted only by force: see docs/platforms.md "RCON"';
    logger.warn({ event: 'rcon.players_unknown', server: name, reason: unknown, detail });
  }

  #miss(): void {
    this.#missed += 1;
    const isGone = this.#missed >= MAX_MISSED_POLLS || this.#isClosely();
    if (!this.#isUp || !isGone) return;
    this.#isUp = false;
    this.#closelyUntil = 0;
    this.#unknown = 0;
    this.#options.listener.gone();
  }

  #pauseMs(): number {
    if (this.#missed > 0) {
      return backoffMs(this.#missed - 1, FIRST_RETRY_MS, MAX_RETRY_MS, this.#options.random);
    }
    return this.#isClosely() ? CLOSE_POLL_EVERY_MS : POLL_EVERY_MS;
  }

  #isClosely(): boolean {
    return this.#options.clock.elapsed() < this.#closelyUntil;
  }
}
