import type { HttpResponse } from 'uWebSockets.js';
import { AppError } from '../../domain/errors.ts';
import type { Answer } from '../http/answer.ts';
import { problem } from '../http/problem.ts';
import { type AnswerFrame, MAX_LAST_BYTES } from '../http/respond.ts';

const RETRY_AFTER_SECONDS = 10;

/** What `OpenConnections` says of who asks. */
interface Places {
  mayKeep(res: HttpResponse): boolean;
  mayTakeLong(res: HttpResponse): boolean;
}

/**
 * What is answered while places are few, and how: as the last of its connection, unless its caller may keep it. An answer
 * that is too long to be the last is `overloaded` for who had several of them already.
 */
export function crowdedAnswer(
  res: HttpResponse,
  answer: Answer,
  frame: AnswerFrame,
  connections: Places,
): readonly [Answer, AnswerFrame] {
  if (connections.mayKeep(res)) return [answer, frame];
  const last = { ...frame, isLast: true };
  if (frame.head || answer.body.length <= MAX_LAST_BYTES || connections.mayTakeLong(res))
    return [answer, last];
  const facts = { retryAfterSeconds: RETRY_AFTER_SECONDS };
  return [problem(new AppError('overloaded', 'Too many connections are open', facts)), last];
}
