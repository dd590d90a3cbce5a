import { expect, it } from 'vitest';
import { API_KEY, coordinatorForTest, PASSWORD, type TestCoordinator } from '../gateway/gateway-fixture.ts';
import { ask } from '../gateway/raw-http.ts';

const HOUR_MS = 3600_000;

async function login({ port }: TestCoordinator): Promise<string> {
  const reply = await ask(port, 'POST', '/api/auth/login', { bearer: '', body: { password: PASSWORD } });
  return (reply.json as { token: string }).token;
}

const logout = ({ port }: TestCoordinator, bearer: string) =>
  ask(port, 'POST', '/api/auth/logout', { bearer });

async function statusWith(port: number, bearer: string): Promise<number> {
  return (await ask(port, 'GET', '/api/parties', { bearer })).status;
}

it('a clock put 25 hours forward and back does not revive a token that was logged out', async () => {
  const coordinator = await coordinatorForTest();
  const token = await login(coordinator);
  await logout(coordinator, token);
  coordinator.clock.jump(25 * HOUR_MS);
  // A logout is when old revocations are forgotten.
  await logout(coordinator, await login(coordinator));
  const whileAhead = await coordinator.openAnother();
  coordinator.clock.jump(-25 * HOUR_MS);
  const after = await coordinator.openAnother();
  for (const port of [coordinator.port, whileAhead.port, after.port]) {
    expect(await statusWith(port, token)).toBe(401);
  }
  await Promise.all([whileAhead.close(), after.close()]);
});

it('nor does one put 25 hours forward before a restart, and back after a logout', async () => {
  const coordinator = await coordinatorForTest();
  const token = await login(coordinator);
  await logout(coordinator, token);
  coordinator.clock.jump(25 * HOUR_MS);
  // Since its start, this one has only seen the clock that is wrong.
  const whileAhead = await coordinator.openAnother();
  const ahead = { ...coordinator, port: whileAhead.port };
  await logout(ahead, await login(ahead));
  coordinator.clock.jump(-25 * HOUR_MS);
  const after = await coordinator.openAnother();
  for (const { port } of [whileAhead, after]) expect(await statusWith(port, token)).toBe(401);
  await Promise.all([whileAhead.close(), after.close()]);
});

it('nor does one put years forward and back while the coordinator runs', async () => {
  const coordinator = await coordinatorForTest();
  const token = await login(coordinator);
  await logout(coordinator, token);
  coordinator.clock.jump(3 * 365 * 24 * HOUR_MS);
  await logout(coordinator, await login(coordinator));
  coordinator.clock.jump(-3 * 365 * 24 * HOUR_MS);
  const after = await coordinator.openAnother();
  for (const port of [coordinator.port, after.port]) expect(await statusWith(port, token)).toBe(401);
  await after.close();
});

it('nor does one that was years ahead at the start and is put right', async () => {
  const coordinator = await coordinatorForTest();
  coordinator.clock.jump(3 * 365 * 24 * HOUR_MS);
  const gateway = await coordinator.openAnother();
  const started = { ...coordinator, port: gateway.port };
  coordinator.clock.jump(-3 * 365 * 24 * HOUR_MS);
  const token = await login(started);
  await logout(started, token);
  await logout(started, await login(started));
  const after = await coordinator.openAnother();
  for (const { port } of [gateway, after]) expect(await statusWith(port, token)).toBe(401);
  await Promise.all([gateway.close(), after.close()]);
});

it('a clock put back does not make a login live longer than 24 hours', async () => {
  const coordinator = await coordinatorForTest();
  const token = await login(coordinator);
  expect(await statusWith(coordinator.port, token)).toBe(200);
  coordinator.clock.jump(-30 * HOUR_MS);
  expect(await statusWith(coordinator.port, token)).toBe(200);
  coordinator.clock.push(24 * HOUR_MS + 1_000);
  expect(await statusWith(coordinator.port, token)).toBe(401);
});

it('a login made while the clock was years ahead does not outlive a restart after it was put right', async () => {
  const coordinator = await coordinatorForTest();
  coordinator.clock.jump(3 * 365 * 24 * HOUR_MS);
  const token = await login(coordinator);
  coordinator.clock.jump(-3 * 365 * 24 * HOUR_MS);
  const restarted = await coordinator.openAnother();
  expect(await statusWith(restarted.port, token)).toBe(401);
  await restarted.close();
});

it('a clock put three hours back does not lock the login for three hours', async () => {
  const coordinator = await coordinatorForTest();
  const attempt = (password: string) =>
    ask(coordinator.port, 'POST', '/api/auth/login', { bearer: '', body: { password } });
  for (let count = 0; count < 5; count += 1) await attempt('guess');
  coordinator.clock.jump(-3 * HOUR_MS);
  const refused = await attempt(PASSWORD);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  coordinator.clock.push(60_000);
  expect((await attempt(PASSWORD)).status).toBe(200);
});

it('a clock put forward does not open the login to somebody who guesses', async () => {
  const coordinator = await coordinatorForTest();
  const attempt = () =>
    ask(coordinator.port, 'POST', '/api/auth/login', { bearer: '', body: { password: 'guess' } });
  for (let count = 0; count < 5; count += 1) await attempt();
  coordinator.clock.jump(25 * HOUR_MS);
  expect((await attempt()).code).toBe('too_many_attempts');
});

it('a clock put back does not make a ticket last longer than 15 seconds', async () => {
  const coordinator = await coordinatorForTest();
  const { ticket } = (await ask(coordinator.port, 'POST', '/api/auth/ticket', { bearer: API_KEY })).json as {
    ticket: string;
  };
  coordinator.clock.jump(-HOUR_MS);
  coordinator.clock.push(16_000);
  expect((await ask(coordinator.port, 'GET', `/api/events?token=${ticket}`, { bearer: '' })).code).toBe(
    'unauthenticated',
  );
});
