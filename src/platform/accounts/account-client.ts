import { LRUCache } from 'lru-cache';
import type { AccountService } from '../../actors/ports.ts';
import { AppError } from '../../domain/errors.ts';
import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import { siteBlock } from '../../runtime/ip-address.ts';
import type { PlatformDeps } from '../platform-deps.ts';
import type { AccountRequests, Found } from './account-requests.ts';
import { type Question, questionOf, type QuestionRow } from './question.ts';
import { QuestionBudget } from './question-budget.ts';
import { QuestionQueue } from './question-queue.ts';

/** Strangers who come within this time are asked about together. */
const GATHER_MS = 50;
const MAX_NAMES = 10;
/** How long the name of a login waits to be asked about; the login itself waits no longer. */
const LOGIN_WAITS_MS = 1_500;
/**
 * The name of a ban waits for longer than the login, whose next try finds the answer: longer than it takes until such a
 * name may be asked about again.
 */
const BANNED_WAITS_MS = 20_000;
/** How often it is looked whether those who wait may be asked about by now. */
const LOOK_EVERY_MS = 100;
const MAX_NOBODY = 10_000;
/**
 * How long a login under a name that nobody has is not asked about again. Whoever takes the name meanwhile is as long not
 * known by it at their logins.
 */
const NOBODY_FOR_MS = 30_000;
/** How long names are asked about one by one after the service had no form for several; a quarter more or less. */
const SINGLE_FOR_MS = 300_000;

/** Asks the account service which account has a name (docs/edge.md "Who a player is"), within its limits. */
export class AccountClient implements AccountService {
  readonly #deps: PlatformDeps;
  readonly #requests: Pick<AccountRequests, 'one' | 'several'>;
  readonly #budget: QuestionBudget;
  readonly #queue: QuestionQueue;
  /** Those without an answer, by name, folded. */
  readonly #asked: Readonly<Record<QuestionRow, Map<string, Question>>> = {
    login: new Map(),
    banned: new Map(),
    online: new Map(),
  };
  readonly #nobody = new LRUCache<string, number>({ max: MAX_NOBODY });
  #timer: unknown = null;
  /** Until when, on the monotonic clock, names are asked about one by one. */
  #singleUntil = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(requests: Pick<AccountRequests, 'one' | 'several'>, deps: PlatformDeps) {
    this.#deps = deps;
    this.#requests = requests;
    this.#budget = new QuestionBudget(deps.clock, deps.random);
    this.#queue = new QuestionQueue(this.#budget);
  }

  uuidOf(name: string, ip: string): Promise<Uuid | null> {
    return this.#ofLogin('login', name, ip, LOGIN_WAITS_MS);
  }

  uuidOfBanned(name: string, ip: string): Promise<Uuid | null> {
    return this.#ofLogin('banned', name, ip, BANNED_WAITS_MS);
  }

  uuidOfOnline(name: string): Promise<Uuid | null> {
    const asked = this.#asked.online.get(foldName(name));
    if (asked !== undefined) return asked.answer;
    return this.#add(questionOf({ name, row: 'online', block: '', until: Number.POSITIVE_INFINITY }));
  }

  /** Asks nothing more. */
  close(): void {
    this.#isClosed = true;
    this.#deps.clock.clearTimeout(this.#timer);
    this.#fail(this.#queue.takeAll(), 'the process ends');
  }

  #ofLogin(row: QuestionRow, name: string, ip: string, waitMs: number): Promise<Uuid | null> {
    const key = foldName(name);
    const now = this.#deps.clock.elapsed();
    const { online, banned } = this.#asked;
    const asked = online.get(key) ?? banned.get(key) ?? this.#asked[row].get(key);
    if (asked !== undefined) return asked.answer;
    if ((this.#nobody.get(key) ?? Number.NEGATIVE_INFINITY) > now) return Promise.resolve(null);
    return this.#add(questionOf({ name, row, block: siteBlock(ip), until: now + waitMs }));
  }

  #add(question: Question): Promise<Uuid | null> {
    if (this.#isClosed) return Promise.reject(notHad('the process ends'));
    if (this.#budget.isPaused) return Promise.reject(notHad('it is away'));
    if (!this.#queue.add(question)) return Promise.reject(notHad('too many names are asked about'));
    this.#asked[question.row].set(question.key, question);
    this.#lookIn(GATHER_MS);
    return question.answer;
  }

  #lookIn(milliseconds: number): void {
    this.#timer ??= this.#deps.clock.setTimeout(() => {
      this.#timer = null;
      this.#look();
    }, milliseconds);
  }

  /** Asks about as many of those who wait as may be asked about now. */
  #look(): void {
    if (this.#budget.isPaused) this.#fail(this.#queue.takeAll(), 'it is away');
    const places = this.#deps.clock.elapsed() < this.#singleUntil ? 1 : MAX_NAMES;
    for (;;) {
      const batch = this.#queue.take(places);
      if (batch.length === 0) break;
      void this.#ask(batch);
    }
    this.#fail(this.#queue.takeOverdue(this.#deps.clock.elapsed()), 'it was asked as often as it allows');
    if (this.#queue.size > 0) this.#lookIn(LOOK_EVERY_MS);
  }

  /** Puts one question; its failure is that of every name in it. Never rejects. */
  async #ask(batch: readonly Question[]): Promise<void> {
    // A login and a player who is online may have the same name.
    const names = [...new Map(batch.map(({ key, name }) => [key, name])).values()];
    try {
      const found = await this.#put(names);
      this.#budget.answered();
      if (found !== undefined) {
        this.#settle(batch, found);
        return;
      }
      const { clock, random } = this.#deps;
      this.#singleUntil = clock.elapsed() + SINGLE_FOR_MS * (0.75 + random() / 2);
      this.#askAgain(batch);
    } catch (error) {
      this.#budget.failed();
      this.#deps.logger.warn({ event: 'accounts.not-had', names: names.length, err: error });
      this.#fail(batch, 'it did not answer');
    }
  }

  /** Undefined where the service has no form for several names. */
  async #put(names: readonly string[]): Promise<Found | undefined> {
    const [name] = names;
    if (name === undefined) return new Map();
    return names.length === 1 ? await this.#requests.one(name) : await this.#requests.several(names);
  }

  /** One by one, as each may be asked about. */
  #askAgain(batch: readonly Question[]): void {
    const refused = batch.filter((question) => this.#isClosed || !this.#queue.add(question));
    this.#fail(refused, 'too many names are asked about');
    this.#look();
  }

  #settle(batch: readonly Question[], found: Found): void {
    for (const question of batch) {
      const uuid = found.get(question.key) ?? null;
      if (uuid === null) this.#nobody.set(question.key, this.#deps.clock.elapsed() + NOBODY_FOR_MS);
      else this.#nobody.delete(question.key);
      this.#forget(question);
      question.resolve(uuid);
    }
  }

  #fail(batch: readonly Question[], reason: string): void {
    for (const question of batch) {
      this.#forget(question);
      question.reject(notHad(reason));
    }
  }

  #forget({ key, row }: Question): void {
    this.#asked[row].delete(key);
  }
}

function notHad(reason: string): AppError {
  return new AppError('platform_unavailable', `The account service cannot be had: ${reason}`);
}
