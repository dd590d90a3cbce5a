import type { Clock } from '../clock.ts';
import { FoldedLog } from '../folded-log.ts';
import type { Logger } from '../logger.ts';

/** Where connections come in or go out. */
type Door =
  | 'edge'
  | 'channel'
  | 'gateway'
  | 'rcon'
  | 'msmp'
  | 'status-ping'
  | 'local'
  | 'menu-host'
  | 'lobby'
  | 'agent';

/**
 * Keeps what is wrong with one connection to that connection. An error that a callback of it throws would otherwise end
 * the process, and with it every other connection; so it is logged as `connection.failed`, with a line a minute at most,
 * and the connection is closed.
 */
export class ConnectionFaults {
  readonly #log: FoldedLog;
  readonly #door: Door;

  constructor(door: Door, { clock, logger }: { readonly clock: Clock; readonly logger: Logger }) {
    this.#door = door;
    this.#log = new FoldedLog({ clock, logger, level: 'error', event: 'connection.failed', by: 'door' });
  }

  /** The callback, which now neither throws nor rejects: `close` is called instead, with what the callback was given. */
  guard<A extends readonly unknown[]>(
    close: NoInfer<(...given: A) => unknown>,
    callback: (...given: A) => unknown,
  ): (...given: A) => void {
    return (...given) => {
      try {
        const result = callback(...given);
        if (result instanceof Promise)
          result.catch((error: unknown) => this.caught(error, () => close(...given)));
      } catch (error) {
        this.caught(error, () => close(...given));
      }
    };
  }

  /** Logs what was thrown, and closes the connection. Never throws. */
  caught(error: unknown, close: () => unknown): void {
    this.#log.note(this.#door, { err: error });
    try {
      close();
    } catch {
      // It is closed already.
    }
  }

  /** Writes what was counted and not yet logged. */
  close(): void {
    this.#log.close();
  }
}
