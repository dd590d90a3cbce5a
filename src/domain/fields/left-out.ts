import { type Field, issuesOf } from './field.ts';

const MAX_ISSUES = 3;
const MAX_DETAIL = 1_000;

/** What is wrong with a value that does not fit the field: the first mistakes with their places, never the values. */
export function shapeDetail(field: Field<unknown>, value: unknown): string {
  return issuesOf(field, value, MAX_ISSUES)
    .map(({ path, message }) => (path === '' ? message : `${path.slice(0, 100)}: ${message}`))
    .join('; ');
}

/** A detail as it may be sent back: a key from the network may hold half a surrogate pair or control characters. */
export function sendable(detail: string): string {
  return detail.slice(0, MAX_DETAIL).replace(/\p{Cs}|\p{Cc}/gu, '?');
}

/** So many are explained. Why one does not fit costs a hundred times what it costs to see that it does not. */
const MAX_EXPLAINED = 3;
/** So many more are named by their place. */
const MAX_NAMED = 20;
/** Characters of one explanation, so that all fit a detail. */
const MAX_REASON = 200;

/** What is left out of a frame, and why. */
export class LeftOut {
  readonly #explained: string[] = [];
  readonly #named: string[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /**
   * Notes what does not fit its field, by its place in the frame, as in `players.17`, and by whose it is where that is known.
   * Both are asked for only while they are written down: there may be a hundred thousand.
   */
  note(place: () => string, field: Field<unknown>, value: unknown, whose: () => string = () => ''): void {
    this.#note(place, () => {
      const owner = whose();
      return `${owner === '' ? '' : ` (${owner})`}: ${shapeDetail(field, value)}`;
    });
  }

  /** Notes a key that the message does not have. */
  noteUnknown(key: string): void {
    this.#note(
      () => key.slice(0, 100),
      () => ': is not a known key',
    );
  }

  /** One sentence for the sender: how many, the first with their reasons, and the places of the next. */
  get detail(): string {
    const rest = this.#count - this.#explained.length - this.#named.length;
    const named = this.#named.length === 0 ? '' : `; ${this.#named.join(', ')}`;
    const more = rest === 0 ? '' : ` and ${rest} more`;
    return sendable(`Left out (${this.#count}): ${this.#explained.join('; ')}${named}${more}`);
  }

  #note(place: () => string, why: () => string): void {
    this.#count += 1;
    if (this.#explained.length < MAX_EXPLAINED)
      this.#explained.push(`${place()}${why().slice(0, MAX_REASON)}`);
    else if (this.#named.length < MAX_NAMED) this.#named.push(place());
  }
}
