import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { coordinatorForTest, PASSWORD, type TestCoordinator } from '../gateway-fixture.ts';
import { ask } from '../raw-http.ts';
import { SseReader } from '../sse-reader.ts';
import { cookieOf, ownPage, sentBack } from './page-fixture.ts';

type At = Pick<TestCoordinator, 'port'>;

const HOUR_MS = 3600_000;
const EVERYWHERE = '/api/auth/logout-everywhere';

async function login({ port }: At): Promise<string> {
  const reply = await ask(port, 'POST', '/api/auth/login', { bearer: '', body: { password: PASSWORD } });
  return (reply.json as { token: string }).token;
}

async function statusWith({ port }: At, bearer: string): Promise<number> {
  return (await ask(port, 'GET', '/api/servers', { bearer })).status;
}

it('it ends every login until then, of pages and of programs, and none after it', async () => {
  const at = await coordinatorForTest();
  const [mine, other, cookie] = [await login(at), await login(at), await cookieOf(at)];
  expect((await ask(at.port, 'POST', EVERYWHERE, { bearer: mine })).status).toBe(200);
  expect([await statusWith(at, mine), await statusWith(at, other)]).toEqual([401, 401]);
  expect((await ask(at.port, 'GET', '/api/servers', { bearer: '', headers: { cookie } })).status).toBe(401);
  expect(await statusWith(at, await login(at))).toBe(200);
});

it('it ends their streams and tickets, and leaves those of the API key', async () => {
  const at = await coordinatorForTest();
  const token = await login(at);
  const { ticket } = (await ask(at.port, 'POST', '/api/auth/ticket', { bearer: token })).json as {
    ticket: string;
  };
  const theirs = new SseReader(at.port, '/api/events', { Authorization: `Bearer ${token}` });
  const actor = new SseReader(at.port, '/api/inspect/actors/proxy/proxy/events', {
    Authorization: `Bearer ${token}`,
  });
  const own = SseReader.open(at.port, '/api/events');
  await Promise.all([theirs.opened(), actor.opened(), own.opened()]);
  await ask(at.port, 'POST', EVERYWHERE);
  await expect.poll(() => [theirs.closed, actor.closed]).toEqual([true, true]);
  expect(own.closed).toBe(false);
  expect((await ask(at.port, 'GET', `/api/events?token=${ticket}`, { bearer: '' })).code).toBe(
    'unauthenticated',
  );
});

it('it takes the cookie of the page away that asked for it', async () => {
  const at = await coordinatorForTest();
  const headers = { cookie: await cookieOf(at), ...ownPage(at) };
  const reply = await ask(at.port, 'POST', EVERYWHERE, { bearer: '', headers });
  expect(sentBack(reply)).toMatch(/^portcullis_\w{8}=; __Secure-portcullis_\w{8}=$/);
});

it('it holds over a restart, and so do the logins after it', async () => {
  const at = await coordinatorForTest();
  const before = await login(at);
  await ask(at.port, 'POST', EVERYWHERE);
  const since = await login(at);
  const after = await at.openAnother();
  expect([await statusWith(after, before), await statusWith(after, since)]).toEqual([401, 200]);
  await after.close();
});

it('it holds when the clock was ahead at the login, is put back, and at either restart', async () => {
  const at = await coordinatorForTest();
  at.clock.jump(2 * HOUR_MS);
  const ahead = await login(at);
  at.clock.jump(-2 * HOUR_MS);
  await ask(at.port, 'POST', EVERYWHERE);
  const back = await at.openAnother();
  at.clock.jump(-20 * HOUR_MS);
  const further = await at.openAnother();
  for (const one of [at, back, further]) expect(await statusWith(one, ahead)).toBe(401);
  await Promise.all([back.close(), further.close()]);
});

it('one that could not be stored is an error, and ends nothing', async () => {
  const at = await coordinatorForTest();
  const token = await login(at);
  at.storage.away = true;
  expect((await ask(at.port, 'POST', EVERYWHERE, { bearer: token })).code).toBe('storage_unavailable');
  expect(await statusWith(at, token)).toBe(200);
});

it('a token of a version without it is valid until the first one', async () => {
  const at = await coordinatorForTest();
  const [header = '', payload = ''] = (await login(at)).split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  const { gen: _, ...older } = claims;
  const text = `${header}.${Buffer.from(JSON.stringify(older)).toString('base64url')}`;
  const signature = createHmac('sha256', new Uint8Array(32).fill(7)).update(text).digest('base64url');
  const token = `${text}.${signature}`;
  expect(await statusWith(at, token)).toBe(200);
  await ask(at.port, 'POST', EVERYWHERE);
  expect(await statusWith(at, token)).toBe(401);
});
