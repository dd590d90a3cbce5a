import { LRUCache } from 'lru-cache';
import type { AccountService } from '../../actors/ports.ts';
import { AppError } from '../../domain/errors.ts';
import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { PlatformDeps } from '../platform-deps.ts';
import { AccountRequests, type Found } from './account-requests.ts';
import { QuestionBudget } from './question-budget.ts';

/** Strangers who come within this time are asked about together. */
const GATHER_MS = 50;
const MAX_NAMES = 10;
/** Names whose answer is awaited; one more is not asked about. */
const MAX_WAITING = 1_000;
const MAX_NOBODY = 10_000;
/** How long a name that nobody has is not asked about again. */
const NOBODY_FOR_MS = 600_000;

interface Question {
  readonly name: string;
  readonly answer: Promise<Uuid | null>;
  readonly resolve: (uuid: Uuid | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Asks the account service which account has a name (docs/edge.md "Who a player is"), within its limits. */
export class AccountClient implements AccountService {
  readonly #deps: PlatformDeps;
  readonly #requests: AccountRequests;
  readonly #budget: QuestionBudget;
  readonly #waiting = new Map<string, Question>();
  readonly #nobody = new LRUCache<string, number>({ max: MAX_NOBODY });
  #batch: Question[] = [];
  #timer: unknown = null;
  #takesSeveral = true;

  /** `url` is that of single names, without the name. */
  constructor(url: string, deps: PlatformDeps) {
    this.#deps = deps;
    this.#requests = new AccountRequests(url);
    this.#budget = new QuestionBudget(deps.clock, deps.random);
  }

  uuidOf(name: string): Promise<Uuid | null> {
    const key = foldName(name);
    const { clock } = this.#deps;
    if ((this.#nobody.get(key) ?? 0) > clock.now()) return Promise.resolve(null);
    const asked = this.#waiting.get(key);
    if (asked !== undefined) return asked.answer;
    if (this.#waiting.size >= MAX_WAITING) return Promise.reject(notHad('too many names are asked about'));
    const question = questionOf(name);
    this.#waiting.set(key, question);
    this.#batch.push(question);
    if (this.#batch.length >= MAX_NAMES) this.#flush();
    else this.#timer ??= clock.setTimeout(() => this.#flush(), GATHER_MS);
    return question.answer;
  }

  /** Asks nothing more. */
  close(): void {
    this.#deps.clock.clearTimeout(this.#timer);
    for (const question of this.#batch.splice(0)) this.#fail(question, notHad('the process ends'));
  }

  #flush(): void {
    this.#deps.clock.clearTimeout(this.#timer);
    this.#timer = null;
    const batch = this.#batch;
    this.#batch = [];
    void this.#ask(batch);
  }

  /** Never rejects. */
  async #ask(batch: readonly Question[]): Promise<void> {
    if (batch.length > 1 && this.#takesSeveral) {
      const names = batch.map(({ name }) => name);
      const found = await this.#put(batch, () => this.#requests.several(names));
      if (found === 'failed') return;
      if (found !== undefined) {
        this.#settle(batch, found);
        return;
      }
      this.#takesSeveral = false;
    }
    await Promise.all(
      batch.map(async (question) => {
        const found = await this.#put([question], () => this.#requests.one(question.name));
        if (found !== 'failed') this.#settle([question], found);
      }),
    );
  }

  /** Puts one question, if it may be put now; its failure is that of every name in it. */
  async #put<T>(batch: readonly Question[], ask: () => Promise<T>): Promise<T | 'failed'> {
    const { logger } = this.#deps;
    if (!this.#budget.allows()) {
      for (const question of batch)
        this.#fail(question, notHad('it is away, or was asked as often as it allows'));
      return 'failed';
    }
    try {
      const answer = await ask();
      this.#budget.answered();
      return answer;
    } catch (error) {
      this.#budget.failed();
      logger.warn({ event: 'accounts.not-had', names: batch.length, err: error });
      for (const question of batch) this.#fail(question, notHad('it did not answer'));
      return 'failed';
    }
  }

  #settle(batch: readonly Question[], found: Found): void {
    for (const { name, resolve } of batch) {
      const key = foldName(name);
      const uuid = found.get(key) ?? null;
      this.#waiting.delete(key);
      if (uuid === null) this.#nobody.set(key, this.#deps.clock.now() + NOBODY_FOR_MS);
      resolve(uuid);
    }
  }

  #fail({ name, reject }: Question, error: unknown): void {
    this.#waiting.delete(foldName(name));
    reject(error);
  }
}

function questionOf(name: string): Question {
  const ends: Pick<Question, 'resolve' | 'reject'>[] = [];
  const answer = new Promise<Uuid | null>((resolve, reject) => {
    ends.push({ resolve, reject });
  });
  const [end] = ends;
  if (end === undefined) throw new Error('a promise runs its function at once');
  // A login that no longer waits must not be an unhandled rejection.
  answer.catch(() => undefined);
  return { name, answer, ...end };
}

function notHad(reason: string): AppError {
  return new AppError('platform_unavailable', `The account service cannot be had: ${reason}`);
}
