import type { RandomChoice } from './random-choice.ts';
import { type Person, personOf } from './person.ts';

/** What can happen to a visitor on their proxy. */
export interface VisitedProxy {
  move(visitor: Visitor, server: string): void;
  dismiss(visitor: Visitor): void;
}

/** Somebody who is online. */
export interface Visitor {
  /** The person's place in the population. */
  readonly index: number;
  readonly person: Person;
  readonly proxy: VisitedProxy;
  server: string;
  /** Epoch milliseconds. */
  readonly joinedAt: number;
  /** The visitor's place in the population's list. */
  slot: number;
}

/** All people of a simulation: offline, logging in, or online. A pick costs the same however many they are. */
export class Population {
  readonly #seed: number;
  readonly #first: number;
  /** 1 for a person who is online or logging in. */
  readonly #busy: Uint8Array;
  readonly #visitors: Visitor[] = [];
  readonly #perServer = new Map<string, number>();

  /** The people of a seed from number `first` on. */
  constructor(seed: number, { first, size }: { readonly first: number; readonly size: number }) {
    this.#seed = seed;
    this.#first = first;
    this.#busy = new Uint8Array(size);
  }

  get online(): number {
    return this.#visitors.length;
  }

  /** How many are on the server. */
  on(server: string): number {
    return this.#perServer.get(server) ?? 0;
  }

  everybodyOn(server: string): Visitor[] {
    return this.#visitors.filter((visitor) => visitor.server === server);
  }

  anybody(random: RandomChoice): Visitor | undefined {
    return random.pick(this.#visitors);
  }

  /** The place of a person who is offline; undefined when a few tries find none. */
  newcomer(random: RandomChoice): number | undefined {
    for (let tries = 0; tries < 16; tries += 1) {
      const index = random.below(this.#busy.length);
      if (this.#busy[index] === 0) return index;
    }
    return undefined;
  }

  /** The person begins to log in; undefined when they are online or logging in already. */
  reserve(index: number): Person | undefined {
    if (this.#busy[index] !== 0) return undefined;
    this.#busy[index] = 1;
    return personOf(this.#seed, this.#first + index);
  }

  /** The person is offline again. */
  release(index: number): void {
    this.#busy[index] = 0;
  }

  enter(visitor: Omit<Visitor, 'slot'>): Visitor {
    const entered = { ...visitor, slot: this.#visitors.length };
    this.#visitors.push(entered);
    this.#count(visitor.server, 1);
    return entered;
  }

  move(visitor: Visitor, server: string): void {
    this.#count(visitor.server, -1);
    visitor.server = server;
    this.#count(server, 1);
  }

  leave(visitor: Visitor): void {
    const last = this.#visitors.pop();
    if (last !== undefined && last !== visitor) {
      last.slot = visitor.slot;
      this.#visitors[visitor.slot] = last;
    }
    this.#count(visitor.server, -1);
    this.release(visitor.index);
  }

  #count(server: string, by: number): void {
    this.#perServer.set(server, this.on(server) + by);
  }
}
