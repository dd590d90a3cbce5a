import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';

/** What a name is asked about for: a login, a login under the name of a ban in force, or a player who is online. */
export type QuestionRow = 'login' | 'banned' | 'online';

/** One name whose answer is awaited. */
export interface Question {
  readonly name: string;
  /** As `foldName` makes it. */
  readonly key: string;
  readonly row: QuestionRow;
  /** The block of addresses that the login comes from; empty for the name of somebody who is online. */
  readonly block: string;
  /** Until when it waits to be put, on the monotonic clock. */
  readonly until: number;
  readonly answer: Promise<Uuid | null>;
  readonly resolve: (uuid: Uuid | null) => void;
  readonly reject: (error: unknown) => void;
}

/** A question that nobody has put yet. A failure is the asker's to notice, who may have stopped waiting. */
export function questionOf(asked: Pick<Question, 'name' | 'row' | 'block' | 'until'>): Question {
  const ends: Pick<Question, 'resolve' | 'reject'>[] = [];
  const answer = new Promise<Uuid | null>((resolve, reject) => {
    ends.push({ resolve, reject });
  });
  const [end] = ends;
  if (end === undefined) throw new Error('a promise runs its function at once');
  // A login that no longer waits must not be an unhandled rejection.
  answer.catch(() => undefined);
  return { ...asked, key: foldName(asked.name), answer, ...end };
}
