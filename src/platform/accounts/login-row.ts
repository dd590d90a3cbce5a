import type { Question } from './question.ts';

/** Names that wait to be asked about, and how many of them may be of logins from one block of addresses. */
const MAX_WAITING = 1_000;
const MAX_OF_BLOCK = 50;

/** The names of logins that wait for their turn; each block of addresses gets a place before any gets a second one. */
export class LoginRow {
  #questions: Question[] = [];
  readonly #ofBlock = new Map<string, number>();

  get size(): number {
    return this.#questions.length;
  }

  /** False when there are too many. */
  add(question: Question): boolean {
    const ofBlock = this.#ofBlock.get(question.block) ?? 0;
    if (this.#questions.length >= MAX_WAITING || ofBlock >= MAX_OF_BLOCK) return false;
    this.#ofBlock.set(question.block, ofBlock + 1);
    this.#questions.push(question);
    return true;
  }

  /** The first one whose block of addresses may pay for a question. */
  find(pays: (block: string) => boolean): Question | undefined {
    return this.#questions.find(({ block }) => pays(block));
  }

  /** At most `places`; who pays for the question has one. */
  take(places: number, paying?: Question): Question[] {
    const blocks = new Set(paying === undefined ? [] : [paying.block]);
    const first = paying === undefined ? [] : [paying];
    const more: Question[] = [];
    for (const question of this.#questions) {
      if (question === paying) continue;
      if (blocks.has(question.block)) more.push(question);
      else first.push(question);
      blocks.add(question.block);
    }
    const taken = [...first, ...more].slice(0, places);
    this.#remove(taken);
    return taken;
  }

  /** Those who waited as long as they may. */
  takeOverdue(now: number): Question[] {
    const overdue = this.#questions.filter(({ until }) => until <= now);
    this.#remove(overdue);
    return overdue;
  }

  takeAll(): Question[] {
    return this.take(this.size);
  }

  #remove(questions: readonly Question[]): void {
    if (questions.length === 0) return;
    const gone = new Set(questions);
    this.#questions = this.#questions.filter((question) => !gone.has(question));
    for (const { block } of questions) {
      const left = (this.#ofBlock.get(block) ?? 0) - 1;
      if (left > 0) this.#ofBlock.set(block, left);
      else this.#ofBlock.delete(block);
    }
  }
}
