import { foldName } from '../../domain/player-name.ts';
import { backoffMs, type Random } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { NameRegistry } from '../models/name-registry.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { AccountQuestions } from './account-questions.ts';

/** Names that are asked about at a time: one question has so many places. */
const MAX_ASKED = 10;
/** Until a name is asked about again that nobody has: at first, and at most. */
const FIRST_NOBODY_MS = 5_000;
const MAX_NOBODY_MS = 600_000;
/** Until anybody is asked about again while the service cannot be had. */
const FIRST_AWAY_MS = 5_000;
const MAX_AWAY_MS = 60_000;

export interface UnprovedPlayersDeps {
  readonly questions: AccountQuestions;
  readonly names: NameRegistry;
  readonly online: OnlinePlayers;
  readonly clock: Clock;
  readonly random: Random;
}

interface Waiting {
  readonly name: string;
  /** How often the service said that nobody has the name, which the server behind the edge let in all the same. */
  nobodies: number;
  isAsked: boolean;
  /** Runs while the name waits to be asked about again. */
  timer: unknown;
}

/**
 * Who is online at an edge under a name that nobody has proved. The server behind let them in, so somebody has the name:
 * the account service is asked until it says who, those first who are there for longest. Names are kept only while
 * somebody is online under them.
 */
export class UnprovedPlayers {
  readonly #deps: UnprovedPlayersDeps;
  /** By name, folded: who is asked about now or next, the first of whom waits for longest. */
  readonly #next = new Map<string, Waiting>();
  /** Names that nobody has, as the service says, until they are asked about again. */
  readonly #nobodies = new Map<string, Waiting>();
  #asked = 0;
  #failures = 0;
  #timer: unknown = null;
  #isClosed = false;

  constructor(deps: UnprovedPlayersDeps) {
    this.#deps = deps;
  }

  get count(): number {
    return this.#next.size + this.#nobodies.size;
  }

  /** Somebody is online under this name at an edge whose servers check accounts. Does nothing for a proved name. */
  add(name: string): void {
    const key = foldName(name);
    if (this.#next.has(key) || this.#nobodies.has(key)) return;
    if (!this.#deps.questions.canAsk(name) || !this.#isUnproved(name)) return;
    this.#next.set(key, { name, nobodies: 0, isAsked: false, timer: null });
    this.#askNext();
  }

  /** A player of this name is no longer online. */
  left(name: string): void {
    if (this.#deps.online.named(name).length === 0) this.#forget(foldName(name));
  }

  close(): void {
    this.#isClosed = true;
    this.#deps.clock.clearTimeout(this.#timer);
    for (const key of [...this.#next.keys(), ...this.#nobodies.keys()]) this.#forget(key);
  }

  #askNext(): void {
    if (this.#isClosed || this.#timer !== null) return;
    for (const [key, waiting] of this.#next) {
      if (this.#asked >= MAX_ASKED) return;
      if (waiting.isAsked) continue;
      if (this.#isUnproved(waiting.name)) void this.#ask(key, waiting);
      else this.#forget(key);
    }
  }

  /** Never rejects. */
  async #ask(key: string, waiting: Waiting): Promise<void> {
    this.#asked += 1;
    waiting.isAsked = true;
    const uuid = await this.#deps.questions.ofOnline(waiting.name);
    this.#asked -= 1;
    waiting.isAsked = false;
    if (uuid === undefined) this.#pause();
    else this.#failures = 0;
    // They may have left, and another one come under the name.
    if (this.#next.get(key) === waiting) {
      if (uuid === null) this.#putOff(key, waiting);
      else if (uuid !== undefined) this.#forget(key);
    }
    this.#askNext();
  }

  #pause(): void {
    if (this.#isClosed || this.#timer !== null) return;
    const { clock, random } = this.#deps;
    const wait = backoffMs(this.#failures, FIRST_AWAY_MS, MAX_AWAY_MS, random);
    this.#failures += 1;
    this.#timer = clock.setTimeout(() => {
      this.#timer = null;
      this.#askNext();
    }, wait);
  }

  #putOff(key: string, waiting: Waiting): void {
    const { clock, random } = this.#deps;
    const wait = backoffMs(waiting.nobodies, FIRST_NOBODY_MS, MAX_NOBODY_MS, random);
    waiting.nobodies += 1;
    this.#next.delete(key);
    this.#nobodies.set(key, waiting);
    waiting.timer = clock.setTimeout(() => {
      this.#nobodies.delete(key);
      this.#next.set(key, waiting);
      this.#askNext();
    }, wait);
  }

  #forget(key: string): void {
    this.#deps.clock.clearTimeout(this.#nobodies.get(key)?.timer);
    this.#nobodies.delete(key);
    this.#next.delete(key);
  }

  #isUnproved(name: string): boolean {
    const { online, names } = this.#deps;
    return online.named(name).some(({ uuid }) => !names.isProved(name, uuid));
  }
}
