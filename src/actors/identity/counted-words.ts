import { LRUCache } from 'lru-cache';
import type { Uuid } from '../../domain/uuid.ts';
import type { Clock } from '../../runtime/clock.ts';

/** Until another word of the same server about the same name counts. */
const COUNTS_FOR_MS = 600_000;
/** Words that are remembered, over all servers: as many as players can be online. */
const MAX_WORDS = 60_000;

interface Word {
  readonly uuid: Uuid;
  /** By the clock that nobody sets. */
  readonly at: number;
}

/**
 * Which words of game servers about names counted of late. Each new word is another row of a player, a leave and a join: so
 * whoever has a server's secret has one for each name in ten minutes (docs/edge.md "Who a player is").
 */
export class CountedWords {
  readonly #clock: Clock;
  /** By server and name, folded. */
  readonly #words = new LRUCache<string, Word>({ maxSize: MAX_WORDS, sizeCalculation: () => 1 });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** False while another word of this server about this name, folded, counts. */
  mayCount(server: string, name: string, uuid: Uuid): boolean {
    const last = this.#words.get(keyOf(server, name));
    return last === undefined || last.uuid === uuid || this.#isOver(last);
  }

  /** The word counts from now on, or still: saying it again makes it no longer. */
  note(server: string, name: string, uuid: Uuid): void {
    const key = keyOf(server, name);
    const last = this.#words.get(key);
    if (last?.uuid === uuid && !this.#isOver(last)) return;
    this.#words.set(key, { uuid, at: this.#clock.elapsed() });
  }

  #isOver({ at }: Word): boolean {
    return this.#clock.elapsed() - at >= COUNTS_FOR_MS;
  }
}

function keyOf(server: string, name: string): string {
  return `${name} ${server}`;
}
