import { notifications } from '@mantine/notifications';
import { explain } from '../problem.ts';

/** An action succeeded. */
export function notifySuccess(message: string): void {
  notifications.show({ message, color: 'green', autoClose: 4000, withBorder: true });
}

/** An action succeeded, but its result needs attention. */
export function notifyWarning(title: string, message: string): void {
  notifications.show({ title, message, color: 'yellow', autoClose: 8000, withBorder: true });
}

/** An action failed: why, and what to do. */
export function notifyFailure(title: string, error: unknown): void {
  const { title: reason, advice } = explain(error);
  notifications.show({
    title,
    message: `${reason}. ${advice}`,
    color: 'red',
    autoClose: 10_000,
    withBorder: true,
    role: 'alert',
  });
}
