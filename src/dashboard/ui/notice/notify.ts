import { explain } from '../../problem.ts';
import { noticeStore } from './notice-store.ts';

/** An action succeeded. */
export function notifySuccess(message: string): void {
  noticeStore.send({ type: 'said', notice: { message, color: 'green', shownFor: 4000 } });
}

/** An action succeeded, but its result needs attention. */
export function notifyWarning(title: string, message: string): void {
  noticeStore.send({ type: 'said', notice: { title, message, color: 'yellow', shownFor: 8000 } });
}

/** An action failed: why, and what to do. */
export function notifyFailure(title: string, error: unknown): void {
  const { title: reason, advice } = explain(error);
  const message = `${reason}. ${advice}`;
  noticeStore.send({ type: 'said', notice: { title, message, color: 'red', shownFor: 10_000 } });
}
