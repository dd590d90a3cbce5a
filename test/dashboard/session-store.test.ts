import { expect, test } from 'vitest';
import { expire, loginNumber, sessionStore } from '../../src/dashboard/session/session-store.ts';

const state = () => sessionStore.getSnapshot().context.state;

test('a page that does not know yet whether it is signed in is not told that its session has ended', () => {
  expire(loginNumber());
  expect(state()).toBe('asking');
});

test('a refusal ends the session whose request it answers, and no later one', () => {
  sessionStore.send({ type: 'signedIn' });
  const earlier = loginNumber();
  expire(earlier);
  expect(state()).toBe('ended');
  sessionStore.send({ type: 'signedIn' });
  expire(earlier);
  expect(state()).toBe('signedIn');
  expire(loginNumber());
  expect(state()).toBe('ended');
});

test('a tab that was signed out stays so, whatever is refused afterwards', () => {
  sessionStore.send({ type: 'signedIn' });
  const login = loginNumber();
  sessionStore.send({ type: 'signedOut' });
  expire(login);
  expect(state()).toBe('signedOut');
});
