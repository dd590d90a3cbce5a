import type { ErrorCode } from '../../domain/errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import { CLOSE_CODES } from '../protocol/close-codes.ts';
import { errorFrame } from '../protocol/error-frame.ts';

const GREET_WITHIN_MS = 5_000;
const MAX_BAD_FRAMES = 10;

export interface PeerRulesOptions {
  readonly clock: Clock;
  readonly socket: { send(frame: string): void; end(code: number, reason: string): void; drop(): void };
  readonly faults: Pick<ConnectionFaults, 'guard'>;
  /** The `type` of the frame with which this peer begins. */
  readonly hello: string;
  /** Pings that may be without an answer. */
  readonly maxUnanswered: number;
  /** Whether something that it sent still waits here: it may be the `hello`. */
  readonly isHeldUp?: () => boolean;
}

/**
 * What every peer of a channel must keep: greet within 5 s, send no ten frames in a row that are none it may send, and answer
 * pings.
 */
export class PeerRules {
  readonly #options: PeerRulesOptions;
  #greetTimer: unknown;
  #badFrames = 0;
  #unanswered = 0;

  constructor(options: PeerRulesOptions) {
    this.#options = options;
    const { clock, socket, hello, faults, isHeldUp } = options;
    const late = faults.guard(
      () => socket.drop(),
      () => {
        if (isHeldUp?.() === true) this.#greetTimer = clock.setTimeout(late, GREET_WITHIN_MS);
        else socket.end(CLOSE_CODES.policy, `No ${hello} within 5 s`);
      },
    );
    this.#greetTimer = clock.setTimeout(late, GREET_WITHIN_MS);
  }

  /** The peer has greeted, or its connection has closed. */
  stopWaiting(): void {
    this.#options.clock.clearTimeout(this.#greetTimer);
  }

  goodFrame(): void {
    this.#badFrames = 0;
  }

  /** Answers a frame that is no message of this peer with `error`; the tenth in a row closes the connection. */
  badFrame(code: ErrorCode, detail: string, re: number | undefined): void {
    const { socket } = this.#options;
    this.#badFrames += 1;
    socket.send(errorFrame(re, code, detail));
    if (this.#badFrames >= MAX_BAD_FRAMES) socket.end(CLOSE_CODES.policy, 'Ten bad frames in a row');
  }

  /** Counts a ping that is about to be sent; false when the peer has left too many unanswered. */
  mayPing(): boolean {
    if (this.#unanswered >= this.#options.maxUnanswered) return false;
    this.#unanswered += 1;
    return true;
  }

  pong(): void {
    this.#unanswered = 0;
  }
}
