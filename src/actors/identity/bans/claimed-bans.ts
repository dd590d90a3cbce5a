import type { Ban } from '../../../domain/ban.ts';
import { foldName } from '../../../domain/player-name.ts';
import { backoffMs, type Random } from '../../../runtime/backoff.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { BanIndex } from '../../models/ban-index.ts';
import { isClaim, isProof } from '../../models/name-proofs.ts';
import type { NameRegistry } from '../../models/name-registry.ts';
import type { NameRecord, NameStore } from '../../ports.ts';
import type { AccountQuestions } from '../account-questions.ts';
import type { StoreReadings } from '../store-readings.ts';

/** Names that are asked about at a time, and from one time to the next: players who are online need the questions more. */
const MAX_ASKED = 5;
const EVERY_MS = 60_000;
/** Names kept; the oldest goes for a new one, and is found again at the next start. */
const MAX_NAMES = 10_000;
/** How often a name is asked about that nobody has: the service may learn of it late. */
const MAX_NOBODIES = 10;
/** Until anybody is asked about again while the service cannot be had. */
const FIRST_AWAY_MS = 5_000;
const MAX_AWAY_MS = 60_000;
/** Bans that are looked through at a time, and the pause after each time. */
const SLICE = 500;
const SLICE_PAUSE_MS = 100;

export interface ClaimedBansDeps {
  readonly questions: AccountQuestions;
  readonly names: NameRegistry;
  /** The table, for what memory need not keep. */
  readonly store: NameStore;
  readonly index: BanIndex;
  readonly clock: Clock;
  readonly random: Random;
  readonly readings: StoreReadings;
}

interface Waiting {
  readonly name: string;
  nobodies: number;
  isAsked: boolean;
}

/**
 * Bans under names that are known only by a claim, or by somebody else's proof that has to be renewed. The account service
 * is asked whose the names are, at once when a ban is set and then until it says so, those first that were banned last: a
 * proof moves the ban to whom it is about (`BanCorrections`), and after a rename nobody can prove it any more.
 */
export class ClaimedBans {
  readonly #deps: ClaimedBansDeps;
  /** By name, folded; the newest ban is the last. */
  readonly #next = new Map<string, Waiting>();
  /** Names that nobody has, as the service says; the first waits for longest. */
  readonly #nobodies = new Map<string, Waiting>();
  #asked = 0;
  #failures = 0;
  #timer: unknown = null;
  #pause: unknown = null;
  #isBegun = false;
  #isClosed = false;

  constructor(deps: ClaimedBansDeps) {
    this.#deps = deps;
  }

  get count(): number {
    return this.#next.size + this.#nobodies.size;
  }

  /**
   * An edge is there whose servers check accounts. From the first one on names are asked about again, also those of
   * stored bans: in a network without accounts the service says nothing about who was banned.
   */
  begin(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    void this.#findStored();
    if (this.count > 0) this.#expectRound(false);
  }

  /** A ban was set under this name. */
  add(name: string): void {
    const waiting = this.#keep(name);
    if (waiting !== undefined && this.#asked < MAX_ASKED) void this.#ask(waiting);
    else this.#expectRound(false);
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of [this.#timer, this.#pause]) this.#deps.clock.clearTimeout(timer);
    this.#next.clear();
    this.#nobodies.clear();
  }

  #keep(name: string): Waiting | undefined {
    const key = foldName(name);
    if (this.#isClosed || !this.#deps.questions.canAsk(name) || this.#next.get(key)?.isAsked)
      return undefined;
    this.#forget(key);
    const waiting = { name, nobodies: 0, isAsked: false };
    this.#next.set(key, waiting);
    const [oldest] = this.#nobodies.size > 0 ? this.#nobodies.keys() : this.#next.keys();
    if (this.count > MAX_NAMES && oldest !== undefined) this.#forget(oldest);
    return waiting;
  }

  #askNext(): void {
    const newest = [...this.#next.values()].toReversed();
    const free = [...newest, ...this.#nobodies.values()].filter(({ isAsked }) => !isAsked);
    for (const waiting of free.slice(0, Math.max(0, MAX_ASKED - this.#asked))) void this.#ask(waiting);
  }

  /** Never rejects. */
  async #ask(waiting: Waiting): Promise<void> {
    const key = foldName(waiting.name);
    this.#asked += 1;
    waiting.isAsked = true;
    const answer = await this.#answer(waiting.name);
    this.#asked -= 1;
    waiting.isAsked = false;
    const isKept = this.#next.get(key) === waiting || this.#nobodies.get(key) === waiting;
    if (isKept && answer !== 'not-had') this.#forget(key);
    if (isKept && answer === 'nobody') {
      waiting.nobodies += 1;
      if (waiting.nobodies < MAX_NOBODIES) this.#nobodies.set(key, waiting);
    }
    if (answer !== 'not-had') this.#failures = 0;
    this.#expectRound(answer === 'not-had');
  }

  async #answer(name: string): Promise<'done' | 'nobody' | 'not-had'> {
    const { index, names, clock, questions, readings } = this.#deps;
    if (index.namedAt(name, clock.now()) === undefined) return 'done';
    const known = await readings.orElse('claimed-ban', names.find(name), 'not-had' as const);
    if (known === 'not-had') return known;
    if (known === undefined || !this.#isOpen(name, known)) return 'done';
    const uuid = await questions.ofOnline(name);
    if (uuid === undefined) return 'not-had';
    return uuid === null ? 'nobody' : 'done';
  }

  /** Whether a proof may yet move a ban of this name. */
  #isOpen(name: string, known: NameRecord): boolean {
    const { index, names, clock } = this.#deps;
    if (isClaim(known)) return true;
    const isOthers = ({ uuid }: Ban): boolean => uuid !== known.uuid;
    return isProof(known) && !names.isFresh(known) && index.allNamedAt(name, clock.now()).some(isOthers);
  }

  #expectRound(hasFailed: boolean): void {
    if (!this.#isBegun || this.#isClosed || this.#timer !== null || this.count === 0) return;
    const { clock, random } = this.#deps;
    const wait = hasFailed
      ? backoffMs(this.#failures, FIRST_AWAY_MS, MAX_AWAY_MS, random)
      : backoffMs(0, EVERY_MS, EVERY_MS, random);
    if (hasFailed) this.#failures += 1;
    this.#timer = clock.setTimeout(() => {
      this.#timer = null;
      this.#askNext();
    }, wait);
  }

  #forget(key: string): void {
    this.#next.delete(key);
    this.#nobodies.delete(key);
  }

  /** Never rejects. */
  async #findStored(): Promise<void> {
    const { index, questions } = this.#deps;
    let slice = new Map<string, string>();
    let looked = 0;
    for (const { name } of index.values()) {
      looked += 1;
      if (questions.canAsk(name)) slice.set(foldName(name), name);
      if (looked % SLICE !== 0) continue;
      await this.#keepClaimed(slice);
      await this.#wait(SLICE_PAUSE_MS);
      slice = new Map();
    }
    await this.#keepClaimed(slice);
  }

  /** Waits for the database for as long as it is away. */
  async #keepClaimed(slice: ReadonlyMap<string, string>): Promise<void> {
    const { store, readings, random } = this.#deps;
    for (let attempt = 0; slice.size > 0 && !this.#isClosed; attempt += 1) {
      const rows = await readings.orElse('claimed-ban', store.findMany([...slice.keys()]), null);
      if (rows !== null) {
        for (const row of rows) {
          const name = slice.get(row.key) ?? row.key;
          if (this.#isOpen(name, row)) this.#keep(name);
        }
        this.#expectRound(false);
        return;
      }
      await this.#wait(backoffMs(attempt, FIRST_AWAY_MS, MAX_AWAY_MS, random));
    }
  }

  /** Does not resolve any more once the network is closed. */
  #wait(milliseconds: number): Promise<void> {
    if (this.#isClosed) return new Promise(() => undefined);
    return new Promise((resolve) => {
      this.#pause = this.#deps.clock.setTimeout(resolve, milliseconds);
    });
  }
}
