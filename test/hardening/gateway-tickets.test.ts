import { expect, it } from 'vitest';
import { coordinatorForTest, PASSWORD, type TestCoordinator } from '../gateway/gateway-fixture.ts';
import { ask } from '../gateway/raw-http.ts';
import { SseReader } from '../gateway/sse-reader.ts';

async function loggedIn({
  port,
}: TestCoordinator): Promise<{ token: string; ticket: () => Promise<string> }> {
  const login = await ask(port, 'POST', '/api/auth/login', { bearer: '', body: { password: PASSWORD } });
  const { token } = login.json as { token: string };
  return {
    token,
    ticket: async () =>
      ((await ask(port, 'POST', '/api/auth/ticket', { bearer: token })).json as { ticket: string }).ticket,
  };
}

it('a ticket is worth nothing after the logout of the login that asked for it', async () => {
  const coordinator = await coordinatorForTest();
  const { port } = coordinator;
  const { token, ticket } = await loggedIn(coordinator);
  const [used, unused] = [await ticket(), await ticket()];
  const reader = new SseReader(port, `/api/events?token=${used}`);
  await reader.opened();
  expect((await ask(port, 'POST', '/api/auth/logout', { bearer: token })).status).toBe(200);
  expect((await ask(port, 'GET', `/api/events?token=${unused}`, { bearer: '' })).code).toBe(
    'unauthenticated',
  );
  await expect.poll(() => reader.closed).toBe(true);
});

it('a ticket is worth nothing after its login has expired', async () => {
  const coordinator = await coordinatorForTest();
  const { ticket } = await loggedIn(coordinator);
  coordinator.clock.push(24 * 3600_000 - 5_000);
  const late = await ticket();
  coordinator.clock.push(6_000);
  expect((await ask(coordinator.port, 'GET', `/api/events?token=${late}`, { bearer: '' })).code).toBe(
    'unauthenticated',
  );
});
