/** A list that the viewer has left for another page. */
export interface Place {
  /** Where it is, without the query. */
  readonly path: string;
  /** Where it is, with what was searched for. */
  readonly href: string;
  readonly label: string;
}

/** A trail as JSON has it. */
export interface KeptTrail {
  readonly ways: readonly (readonly [path: string, place: Place])[];
  readonly scrolls: readonly (readonly [list: string, top: number])[];
}

/** So many are kept: a viewer who opens a thousand players needs the way back from the last. */
const MAX_KEPT = 50;

/** Remembers the lists that the viewer came from, and how far each was scrolled. */
export class Trail {
  /** Whether another page than the first was opened. */
  hasMoved = false;
  /** Whether the viewer came to the present page by a way back. */
  isBack = false;
  #goesBack = false;
  readonly #ways: Map<string, Place>;
  readonly #scrolls: Map<string, number>;

  /** Empty, or what `kept` returned before the page was loaded anew. */
  constructor({ ways = [], scrolls = [] }: Partial<KeptTrail> = {}) {
    this.#ways = new Map(ways);
    this.#scrolls = new Map(scrolls);
  }

  /** What is needed to go on with it after a reload. */
  kept(): KeptTrail {
    return { ways: [...this.#ways], scrolls: [...this.#scrolls] };
  }

  /** The viewer left a list for the page at `to`. */
  leave(place: Place, to: string): void {
    if (to === place.path) return;
    keep(this.#ways, to, place);
  }

  /** The list from which the page at `path` was opened; else the last one at `list`. */
  before(path: string, list: string): Place | undefined {
    return this.#ways.get(path) ?? [...this.#ways.values()].findLast((place) => place.path === list);
  }

  /** The next address is that of a list to which the viewer returns. */
  goBack(): void {
    this.#goesBack = true;
  }

  /** The address has changed: by a link or a button (`push`), the browser's own buttons (`pop`), or a search (`replace`). */
  moved(how: 'push' | 'pop' | 'replace'): void {
    if (how !== 'replace') this.hasMoved = true;
    this.isBack = how === 'pop' || (how === 'push' && this.#goesBack);
    this.#goesBack = false;
  }

  /** How far a list was scrolled. */
  keepScroll(list: string, top: number): void {
    keep(this.#scrolls, list, top);
  }

  /** How far to scroll a list that is shown anew: to where it was left, if the viewer has come back to it. */
  scrollOf(list: string): number {
    return this.isBack ? (this.#scrolls.get(list) ?? 0) : 0;
  }
}

function keep<V>(into: Map<string, V>, key: string, value: V): void {
  into.delete(key);
  into.set(key, value);
  const [oldest] = into.keys();
  if (into.size > MAX_KEPT && oldest !== undefined) into.delete(oldest);
}
