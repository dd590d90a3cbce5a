import { LRUCache } from 'lru-cache';
import { AppError } from '../../domain/errors.ts';

/** scrypt uses libuv's four threads, which files and DNS need too. */
const MAX_AT_ONCE = 2;
/** In each of the two lines. */
const MAX_WAITING = 16;
const MAX_KNOWN = 1000;

interface Waiting {
  readonly block: string;
  readonly admit: () => void;
  readonly refuse: (error: AppError) => void;
}

/**
 * Who may check a password: two at a time, the others wait. Address blocks that logged in before wait in a line of their
 * own, which goes first, so that guesses from ever new addresses keep no owner out. In a full line, a block with nobody in
 * it takes the place of the last of a block that has several.
 */
export class LoginQueue {
  readonly #known = new LRUCache<string, true>({ max: MAX_KNOWN });
  readonly #friends: Waiting[] = [];
  readonly #strangers: Waiting[] = [];
  #busy = 0;

  /** Resolves when it is the turn of this login; then call `leave`. Rejects with 503 `overloaded` without a place. */
  async enter(block: string): Promise<void> {
    if (this.#busy < MAX_AT_ONCE) {
      this.#busy += 1;
      return;
    }
    const line = this.#known.has(block) ? this.#friends : this.#strangers;
    if (line.length >= MAX_WAITING) makeRoom(line, block);
    await new Promise<void>((admit, refuse) => line.push({ block, admit, refuse }));
  }

  /** The password was checked: the next login begins. */
  leave(): void {
    const next = this.#friends.shift() ?? this.#strangers.shift();
    if (next === undefined) this.#busy -= 1;
    else next.admit();
  }

  /** A login of this block succeeded. Beyond 1 000 blocks the one that logged in longest ago is forgotten. */
  trust(block: string): void {
    this.#known.set(block, true);
  }
}

function makeRoom(line: Waiting[], block: string): void {
  if (line.some((waiting) => waiting.block === block)) throw overloaded();
  const crowded = line.findLastIndex(
    (waiting, index) => line.findIndex((other) => other.block === waiting.block) !== index,
  );
  const [pushedOut] = crowded < 0 ? [] : line.splice(crowded, 1);
  if (pushedOut === undefined) throw overloaded();
  pushedOut.refuse(overloaded());
}

function overloaded(): AppError {
  return new AppError('overloaded', 'Too many logins are waiting; try again', { retryAfterSeconds: 2 });
}
