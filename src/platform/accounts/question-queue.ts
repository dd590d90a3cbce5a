import { LoginRow } from './login-row.ts';
import type { Question } from './question.ts';
import type { QuestionBudget } from './question-budget.ts';

/** Names of players who are online that wait to be asked about. */
const MAX_WAITING = 1_000;

/**
 * The names that wait for their turn, in three rows: those of logins, which wait for a moment only, those of players who
 * are online, which have a part of the budget for themselves, and those of logins under names of bans, which may spend
 * some of that part. Whichever row pays for a question, its other places are filled from all.
 */
export class QuestionQueue {
  readonly #budget: QuestionBudget;
  readonly #logins = new LoginRow();
  readonly #banned = new LoginRow();
  readonly #online: Question[] = [];

  constructor(budget: QuestionBudget) {
    this.#budget = budget;
  }

  get size(): number {
    return this.#logins.size + this.#banned.size + this.#online.length;
  }

  /** False when there are too many. Each row has places of its own. */
  add(question: Question): boolean {
    if (question.row === 'login') return this.#logins.add(question);
    if (question.row === 'banned') return this.#banned.add(question);
    if (this.#online.length >= MAX_WAITING) return false;
    this.#online.push(question);
    return true;
  }

  /** The names of the next question, at most `places`; empty when none may be put now. */
  take(places: number): readonly Question[] {
    const budget = this.#budget;
    if (this.#online.length > 0 && budget.allowsOnline()) return this.#fill([], places);
    if (this.#banned.size > 0 && budget.allowsBanned()) return this.#fill(this.#banned.take(places), places);
    for (const row of [this.#logins, this.#banned]) {
      const paying = row.find((block) => budget.allowsLogin(block));
      if (paying !== undefined) return this.#fill(row.take(places, paying), places);
    }
    return [];
  }

  /** Those who waited as long as they may. */
  takeOverdue(now: number): readonly Question[] {
    return [...this.#logins.takeOverdue(now), ...this.#banned.takeOverdue(now)];
  }

  takeAll(): readonly Question[] {
    return [...this.#online.splice(0), ...this.#banned.takeAll(), ...this.#logins.takeAll()];
  }

  /** Beside those of the row that pays. */
  #fill(paying: readonly Question[], places: number): Question[] {
    const taken = [...paying, ...this.#online.splice(0, places - paying.length)];
    for (const row of [this.#banned, this.#logins]) taken.push(...row.take(places - taken.length));
    return taken;
  }
}
