import { notifications } from '@mantine/notifications';
import { explain } from '../problem.ts';

/** Something was done. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'green', autoClose: 4000, withBorder: true });
}

/** Nothing failed, but not all is well. */
export function notifyWarning(title: string, message: string): void {
  notifications.show({ title, message, color: 'yellow', autoClose: 8000, withBorder: true });
}

/** Something was not done: why, and what to do. */
export function notifyFailed(what: string, error: unknown): void {
  const { title, advice } = explain(error);
  notifications.show({
    title: what,
    message: `${title}. ${advice}`,
    color: 'red',
    autoClose: 10_000,
    withBorder: true,
    role: 'alert',
  });
}
