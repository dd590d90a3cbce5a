import type { Question } from './question.ts';
import type { QuestionBudget } from './question-budget.ts';

/** Names that wait to be asked about, and how many of them may be of logins from one block of addresses. */
const MAX_WAITING = 1_000;
const MAX_OF_BLOCK = 50;

/**
 * The names that wait for their turn, in two rows: those of logins, which wait for a moment only, and those of players
 * who are online, which have a part of the budget for themselves. Whichever row pays for a question, its other places are
 * filled from both; of logins, each block of addresses gets a place before any gets a second one.
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
    const { block } = question;
    if (block === null) {
      if (this.#online.length >= MAX_WAITING) return false;
      this.#online.push(question);
      return true;
    }
    const ofBlock = this.#ofBlock.get(block) ?? 0;
    if (this.#logins.length >= MAX_WAITING || ofBlock >= MAX_OF_BLOCK) return false;
    this.#ofBlock.set(block, ofBlock + 1);
    this.#logins.push(question);
    return true;
  }

  /** The names of the next question, at most `places`; empty when none may be put now. */
  take(places: number): readonly Question[] {
    if (this.#online.length > 0 && this.#budget.allowsOnline()) {
      const online = this.#takeOnline(places);
      return [...online, ...this.#takeLogins(places - online.length)];
    }
    const paying = this.#logins.find(({ block }) => block !== null && this.#budget.allowsLogin(block));
    if (paying === undefined) return [];
    const logins = this.#takeLogins(places, paying);
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

  #takeLogins(places: number, paying?: Question): Question[] {
    const blocks = new Set(paying === undefined ? [] : [paying.block]);
    const first = paying === undefined ? [] : [paying];
    const more: Question[] = [];
    for (const question of this.#logins) {
      if (question === paying) continue;
      if (blocks.has(question.block)) more.push(question);
      else first.push(question);
      blocks.add(question.block);
    }
    const taken = [...first, ...more].slice(0, places);
    this.#remove(taken);
    return taken;
  }

  /** Takes logins out of their row. */
  #remove(questions: readonly Question[]): void {
    if (questions.length === 0) return;
    const gone = new Set(questions);
    this.#logins = this.#logins.filter((question) => !gone.has(question));
    for (const { block } of questions) {
      if (block === null) continue;
      const left = (this.#ofBlock.get(block) ?? 0) - 1;
      if (left > 0) this.#ofBlock.set(block, left);
      else this.#ofBlock.delete(block);
    }
  }
}
