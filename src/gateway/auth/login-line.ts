import type { Random } from '../../runtime/backoff.ts';
import { siteBlock } from '../../runtime/ip-address.ts';

/** A login that waits for its turn. */
export interface Waiting {
  /** As `addressBlock` makes it. */
  readonly block: string;
  readonly admit: () => void;
  readonly refuse: () => void;
}

interface Network {
  readonly name: string;
  /** In the order in which they came; never empty. */
  readonly waiting: Waiting[];
}

/**
 * Logins that wait, with a bound. The networks of their addresses take turns, so that somebody who has a whole network gets
 * no more turns than somebody with one address. A newcomer in a full line takes the place of a random one of the network
 * that has the most: strangers cannot be told apart, and so all have the same chance.
 */
export class LoginLine {
  readonly #places: number;
  readonly #random: Random;
  /** In the order of their turns. */
  readonly #networks = new Map<string, Network>();
  #size = 0;

  constructor(places: number, random: Random) {
    this.#places = places;
    this.#random = random;
  }

  get size(): number {
    return this.#size;
  }

  /** Adds a login, and refuses another one where there is no place. */
  add(newcomer: Waiting): void {
    if (this.#size >= this.#places) this.#pushOut();
    const name = siteBlock(newcomer.block);
    const network = this.#networks.get(name);
    if (network === undefined) this.#networks.set(name, { name, waiting: [newcomer] });
    else network.waiting.push(newcomer);
    this.#size += 1;
  }

  /** Takes out whose turn it is. */
  next(): Waiting | undefined {
    const [network] = this.#networks.values();
    const next = network?.waiting[0];
    if (network === undefined || next === undefined) return undefined;
    this.#remove(network, next);
    // What is left of the network waits until all others had a turn.
    if (this.#networks.delete(network.name)) this.#networks.set(network.name, network);
    return next;
  }

  /** False when it no longer waits. */
  delete(waiting: Waiting): boolean {
    const network = this.#networks.get(siteBlock(waiting.block));
    return network !== undefined && this.#remove(network, waiting);
  }

  #pushOut(): void {
    let fullest: Network[] = [];
    for (const network of this.#networks.values()) {
      const most = fullest[0]?.waiting.length ?? 0;
      if (network.waiting.length > most) fullest = [network];
      else if (network.waiting.length === most) fullest.push(network);
    }
    const network = this.#oneOf(fullest);
    const unlucky = network && this.#oneOf(network.waiting);
    if (network === undefined || unlucky === undefined) return;
    this.#remove(network, unlucky);
    unlucky.refuse();
  }

  #remove(network: Network, waiting: Waiting): boolean {
    const at = network.waiting.indexOf(waiting);
    if (at < 0) return false;
    network.waiting.splice(at, 1);
    if (network.waiting.length === 0) this.#networks.delete(network.name);
    this.#size -= 1;
    return true;
  }

  #oneOf<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.#random() * list.length)];
  }
}
