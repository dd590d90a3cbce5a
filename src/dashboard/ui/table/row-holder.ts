import { type HeldRows, holdRows, type LiveRows, type RowRange } from './held-rows.ts';

/** Keeps what is held of one list, from when the viewer comes to it until they leave. */
export class RowHolder<T> {
  readonly #keyOf: (row: T) => string;
  #held: HeldRows<T> | undefined;
  #list = '';

  constructor(keyOf: (row: T) => string) {
    this.#keyOf = keyOf;
  }

  /** `list` names the search and the order: with another one nothing stays where it was. */
  hold(list: string, live: LiveRows<T>, screen: RowRange): HeldRows<T> {
    if (list !== this.#list) this.release();
    this.#list = list;
    this.#held = holdRows(this.#held, live, this.#keyOf, screen);
    return this.#held;
  }

  release(): void {
    this.#held = undefined;
  }
}
