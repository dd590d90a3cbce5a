import { siteBlock } from '../../runtime/ip-address.ts';
import type { Question } from './question.ts';
import type { QuestionBudget } from './question-budget.ts';

/** Names that wait to be asked about, and how many of them may be of logins from one block of addresses. */
const MAX_WAITING = 1_000;
const MAX_OF_BLOCK = 50;

/**
 * The names that wait for their turn, in two rows: those of logins, which wait for a moment only, and those of players
 * who are online, which have a part of the budget for themselves. Whichever row pays for a question, its other places are
 * filled from both.
 */
export class QuestionQueue {
  readonly #budget: QuestionBudget;
  #logins: Question[] = [];
  #online: Question[] = [];
  readonly #ofBlock = new Map<string, number>();

  constructor(budget: QuestionBudget) {
    this.#budget = budget;
  }

  get size(): number {
    return this.#logins.length + this.#online.length;
  }

  /** False when there are too many. Those of players who are online have places of their own. */
  add(question: Question): boolean {
    if (question.ip === null) {
      if (this.#online.length >= MAX_WAITING) return false;
      this.#online.push(question);
      return true;
    }
    const block = siteBlock(question.ip);
    const ofBlock = this.#ofBlock.get(block) ?? 0;
    if (this.#logins.length >= MAX_WAITING || ofBlock >= MAX_OF_BLOCK) return false;
    this.#ofBlock.set(block, ofBlock + 1);
    this.#logins.push(question);
    return true;
  }

  /** The names of the next question, at most `places`, oldest first; empty when none may be put now. */
  take(places: number): readonly Question[] {
    if (this.#online.length > 0 && this.#budget.allowsOnline()) {
      const online = this.#takeOnline(places);
      return [...online, ...this.#takeLogins(places - online.length)];
    }
    const paying = this.#logins.find(({ ip }) => ip !== null && this.#budget.allowsLogin(ip));
    if (paying === undefined) return [];
    this.#remove([paying]);
    const logins = [paying, ...this.#takeLogins(places - 1)];
    return [...logins, ...this.#takeOnline(places - logins.length)];
  }

  /** Those who waited as long as they may. */
  takeOverdue(now: number): readonly Question[] {
    const overdue = this.#logins.filter(({ until }) => until <= now);
    this.#remove(overdue);
    return overdue;
  }

  takeAll(): readonly Question[] {
    const all = [...this.#online, ...this.#logins];
    this.#online = [];
    this.#remove(this.#logins);
    return all;
  }

  #takeOnline(places: number): Question[] {
    return this.#online.splice(0, places);
  }

  #takeLogins(places: number): Question[] {
    const taken = this.#logins.slice(0, places);
    this.#remove(taken);
    return taken;
  }

  /** Takes logins out of their row. */
  #remove(questions: readonly Question[]): void {
    if (questions.length === 0) return;
    const gone = new Set(questions);
    this.#logins = this.#logins.filter((question) => !gone.has(question));
    for (const { ip } of questions) {
      if (ip === null) continue;
      const block = siteBlock(ip);
      const left = (this.#ofBlock.get(block) ?? 0) - 1;
      if (left > 0) this.#ofBlock.set(block, left);
      else this.#ofBlock.delete(block);
    }
  }
}
