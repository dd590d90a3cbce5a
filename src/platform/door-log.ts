import type { PlatformDeps } from './platform-deps.ts';
import { STEADY_MS } from './reconnect-pause.ts';

/** A door that stays closed is said at once, and again this often. */
const AGAIN_MS = 300_000;
/** Another reason is not said sooner than this after the one before. */
const CHANGED_AFTER_MS = 60_000;
/** Reasons that take turns are remembered up to this number. */
const MAX_REASONS = 16;
/** A server that was up is away for so long when it restarts, which is nothing to warn of. */
const AWAY_MS = 30_000;

/** Of a server that has sent too much. */
export const LEFT_ALONE = 'It is left alone for up to five minutes: see docs/platforms.md "RCON"';

/** Why a server cannot be used. */
export interface ClosedDoor {
  readonly event: string;
  readonly level: 'warn' | 'error';
  readonly reason: string;
  /** What the operator can look at or change. */
  readonly detail: string;
  /** The server was there and has not said that it goes: worth a line at once. */
  readonly isSudden?: boolean;
}

/** A connection that works, for the log. */
export interface OpenDoor {
  readonly event: string;
  readonly level: 'info' | 'warn';
  readonly [field: string]: unknown;
}

export interface DoorLogOptions extends Pick<PlatformDeps, 'clock' | 'logger'> {
  /** Of the server. */
  readonly name: string;
}

/**
 * What the log says of one connection to a server: why it is closed, at once and every five minutes, and when it works
 * again. A connection that works only for moments is no news each time.
 */
export class DoorLog {
  readonly #options: DoorLogOptions;
  #closed: ClosedDoor | undefined;
  #openSince: number | null = null;
  #isAnnounced = false;
  #isShaky = false;
  #quietUntil = 0;
  /** When each reason was said last, the latest at the end. */
  readonly #said = new Map<string, number>();

  constructor(options: DoorLogOptions) {
    this.#options = options;
  }

  /** Why the server cannot be used now, with what to check; undefined while it can, or before the first attempt. */
  get reason(): string | undefined {
    if (this.#openSince !== null || this.#closed === undefined) return undefined;
    return `${this.#closed.reason}. ${this.#closed.detail}`;
  }

  /** The server has answered; called for every answer. */
  opened({ event, level, ...fields }: OpenDoor): void {
    const { clock, logger, name } = this.#options;
    const now = clock.elapsed();
    this.#openSince ??= now;
    if (this.#isAnnounced || (this.#isShaky && now - this.#openSince < STEADY_MS)) return;
    this.#isAnnounced = true;
    logger[level]({ event, server: name, ...fields });
  }

  /** An attempt failed, or the connection ended. */
  closed(door: ClosedDoor): void {
    const { clock, logger, name } = this.#options;
    const { event, level, reason, detail } = door;
    this.shut(door);
    if (!this.#isNews(`${event} ${reason}`, clock.elapsed()))
      return logger.debug({ event, server: name, reason });
    logger[level]({ event, server: name, reason, detail });
  }

  /** The same for what another line of the log says already. */
  shut(door: ClosedDoor): void {
    const now = this.#options.clock.elapsed();
    if (this.#openSince !== null) {
      const isSteady = now - this.#openSince >= STEADY_MS;
      this.#isShaky = !isSteady;
      if (isSteady) this.#said.clear();
      if (isSteady && door.isSudden !== true) this.#quietUntil = now + AWAY_MS;
    }
    this.#openSince = null;
    this.#isAnnounced = false;
    this.#closed = door;
  }

  /** Numbers make no other reason: those of what is no protocol are at random. */
  #isNews(reason: string, now: number): boolean {
    const what = reason.replace(/-?\d+/g, '#');
    if (now < this.#quietUntil) return false;
    if (now - (this.#said.get(what) ?? -AGAIN_MS) < AGAIN_MS) return false;
    const latest = [...this.#said.values()].at(-1) ?? -CHANGED_AFTER_MS;
    if (now - latest < CHANGED_AFTER_MS) return false;
    this.#said.delete(what);
    this.#said.set(what, now);
    const [oldest] = this.#said.keys();
    if (this.#said.size > MAX_REASONS && oldest !== undefined) this.#said.delete(oldest);
    return true;
  }
}
