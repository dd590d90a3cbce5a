import { expect, it } from 'vitest';
import { API_KEY, coordinatorForTest, PASSWORD, PASSWORD_HASH } from '../gateway-fixture.ts';
import { ask } from '../raw-http.ts';
import { SseReader } from '../sse-reader.ts';
import { askByCookie, cookieOf, ownPage, sentBack, signIn } from './page-fixture.ts';

const SERVER = { name: 'lobby', type: 'HUB' };

it('a page that signed in reads, changes and follows by its cookie alone', async () => {
  const at = await coordinatorForTest();
  const cookie = await cookieOf(at);
  const headers = { cookie, ...ownPage(at) };
  expect((await ask(at.port, 'POST', '/api/servers', { bearer: '', headers, body: SERVER })).status).toBe(
    201,
  );
  const read = await ask(at.port, 'GET', '/api/servers', { bearer: '', headers: { cookie } });
  expect(read.json).toMatchObject([{ name: 'lobby' }]);
  const reader = new SseReader(at.port, '/api/events', { Cookie: cookie });
  await reader.opened();
  const ticket = await ask(at.port, 'POST', '/api/auth/ticket', { bearer: '', headers });
  expect(ticket.json).toMatchObject({ expiresIn: 15 });
});

it('the answer to a sign-in has no token but in the cookie', async () => {
  const at = await coordinatorForTest();
  const reply = await signIn(at);
  expect(reply.json).toEqual({ success: true });
  const [line = ''] = reply.headers['set-cookie'] ?? [];
  expect(line).toMatch(
    /^portcullis_[0-9a-f]{8}=[\w-]+\.[\w-]+\.[\w-]+; Path=\/api; HttpOnly; SameSite=Strict$/,
  );
});

it('the API key signs in, and the cookie has a token in its place that a new key ends', async () => {
  const at = await coordinatorForTest();
  const cookie = sentBack(await signIn(at, { body: { apiKey: API_KEY } }));
  expect(cookie).not.toContain(API_KEY);
  const auth = { passwordHash: PASSWORD_HASH, signingKey: new Uint8Array(32).fill(7) };
  const same = await at.openAnother({ auth: { ...auth, apiKey: API_KEY } });
  const changed = await at.openAnother({ auth: { ...auth, apiKey: 'Z'.repeat(32) } });
  const status = async (port: number) =>
    (await ask(port, 'GET', '/api/auth/session', { bearer: '', headers: { cookie } })).status;
  expect([await status(at.port), await status(same.port), await status(changed.port)]).toEqual([
    200, 200, 401,
  ]);
  await Promise.all([same.close(), changed.close()]);
});

it('a session outlives a restart, and ends after 24 hours', async () => {
  const at = await coordinatorForTest();
  const cookie = await cookieOf(at);
  const after = await at.openAnother();
  const session = () => ask(after.port, 'GET', '/api/auth/session', { bearer: '', headers: { cookie } });
  const { expires } = (await session()).json as { expires: number };
  expect(Math.abs(expires - at.clock.now() - 24 * 3600_000)).toBeLessThan(2_000);
  at.clock.push(24 * 3600_000 + 1_000);
  expect((await session()).code).toBe('unauthenticated');
  await after.close();
});

it('signing out takes the cookie away, ends the session and its streams', async () => {
  const at = await coordinatorForTest();
  const cookie = await cookieOf(at);
  const reader = new SseReader(at.port, '/api/events', { Cookie: cookie });
  await reader.opened();
  const headers = { cookie, ...ownPage(at) };
  const reply = await ask(at.port, 'POST', '/api/auth/logout', { bearer: '', headers });
  const name = cookie.split('=', 1)[0];
  expect(reply.headers['set-cookie']).toEqual([
    `${name}=; Path=/api; HttpOnly; SameSite=Strict; Max-Age=0`,
    `__Secure-${name}=; Path=/api; HttpOnly; SameSite=Strict; Secure; Max-Age=0`,
  ]);
  await expect.poll(() => reader.closed).toBe(true);
  expect((await ask(at.port, 'GET', '/api/servers', { bearer: '', headers: { cookie } })).code).toBe(
    'unauthenticated',
  );
});

it('a program that logs out is sent no cookie', async () => {
  const { port } = await coordinatorForTest();
  const login = await ask(port, 'POST', '/api/auth/login', { bearer: '', body: { password: PASSWORD } });
  const { token } = login.json as { token: string };
  const reply = await ask(port, 'POST', '/api/auth/logout', { bearer: token });
  expect([login.headers['set-cookie'], reply.headers['set-cookie']]).toEqual([undefined, undefined]);
});

it('a request with a cookie and a bearer goes by the bearer, and one with a bad bearer is refused', async () => {
  const at = await coordinatorForTest();
  const cookie = await cookieOf(at);
  const send = (bearer: string, path = '/api/auth/session') =>
    ask(at.port, 'GET', path, { bearer, headers: { cookie } });
  expect((await send(API_KEY)).json).toEqual({ expires: null });
  expect((await send('nonsense')).code).toBe('unauthenticated');
  expect((await send('', '/api/events?token=nonsense')).code).toBe('unauthenticated');
});

it('a bearer changes things from any page, as programs do', async () => {
  const at = await coordinatorForTest();
  const headers = { cookie: await cookieOf(at), origin: 'https://elsewhere.example' };
  expect((await ask(at.port, 'POST', '/api/servers', { headers, body: SERVER })).status).toBe(201);
});

it('of two cookies the one of this coordinator counts', async () => {
  const at = await coordinatorForTest();
  const cookie = await cookieOf(at);
  const [name = ''] = cookie.split('=', 1);
  for (const header of [`portcullis_00000000=a.b.c; ${cookie}`, `${name}=a.b.c; ${cookie}`]) {
    const reply = await ask(at.port, 'GET', '/api/servers', { bearer: '', headers: { cookie: header } });
    expect(reply.status).toBe(200);
  }
  const none = await ask(at.port, 'GET', '/api/servers', {
    bearer: '',
    headers: { cookie: `${name}=a.b.c` },
  });
  expect(none.code).toBe('unauthenticated');
});

it('a session that has ended does not hide the one that goes on', async () => {
  const at = await coordinatorForTest();
  const ended = await cookieOf(at);
  const headers = { cookie: ended, ...ownPage(at) };
  await ask(at.port, 'POST', '/api/auth/logout', { bearer: '', headers });
  const both = `${ended}; ${await cookieOf(at)}`;
  const read = (cookie: string) => ask(at.port, 'GET', '/api/servers', { bearer: '', headers: { cookie } });
  expect((await read(both)).status).toBe(200);
  expect((await read(`${ended}; ${ended}`)).code).toBe('unauthenticated');
});

it('the metrics need the API key, whatever cookie comes', async () => {
  const at = await coordinatorForTest();
  const headers = { cookie: await cookieOf(at), 'x-forwarded-for': '192.0.2.1' };
  expect((await ask(at.port, 'GET', '/metrics', { bearer: '', headers })).code).toBe('unauthenticated');
  expect((await ask(at.port, 'GET', '/metrics', { headers })).status).toBe(200);
});

it('no token and no cookie is in the log', async () => {
  const at = await coordinatorForTest();
  const cookie = await cookieOf(at);
  const token = cookie.slice(cookie.indexOf('=') + 1);
  await askByCookie(at, 'POST', '/api/auth/logout');
  await ask(at.port, 'DELETE', '/api/servers/nowhere', { bearer: '', headers: { cookie, ...ownPage(at) } });
  await ask(at.port, 'DELETE', '/api/servers/nowhere', { bearer: '', headers: { cookie } });
  at.storage.away = true;
  await ask(at.port, 'POST', '/api/auth/logout', { bearer: '', headers: { cookie, ...ownPage(at) } });
  const log = JSON.stringify(at.log);
  expect(log).toContain('/api/auth/session');
  expect([log.includes(token), log.includes('portcullis_')]).toEqual([false, false]);
});

it('behind a trusted proxy with TLS the cookie is for TLS only', async () => {
  const at = await coordinatorForTest({ trustedProxies: ['127.0.0.1'] });
  const page = { origin: 'https://panel.example', 'x-portcullis-page': '1' };
  const passed = { host: 'panel.example', 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' };
  const rewritten = { ...passed, host: '127.0.0.1:8080', 'x-forwarded-host': 'panel.example' };
  for (const headers of [passed, rewritten]) {
    const reply = await signIn(at, { headers: { ...page, ...headers } });
    expect(reply.headers['set-cookie']?.[0]).toMatch(/^__Secure-portcullis_\w{8}=.*; Secure$/);
    const again = { ...page, ...headers, cookie: sentBack(reply) };
    expect((await ask(at.port, 'POST', '/api/auth/ticket', { bearer: '', headers: again })).status).toBe(200);
  }
});

it('behind a proxy that nobody named, the browser says that the page is ours', async () => {
  const at = await coordinatorForTest();
  const headers = { origin: 'https://panel.example', host: 'panel.example', 'x-portcullis-page': '1' };
  const refused = await signIn(at, { headers });
  expect(refused.code).toBe('foreign_page');
  expect(refused.text).toContain('gateway.trustedProxies');
  for (const origin of ['https://panel.example', 'https://panel.example:8443']) {
    const vouched = await signIn(at, { headers: { ...headers, origin, 'sec-fetch-site': 'same-origin' } });
    expect(vouched.headers['set-cookie']?.[0]).toMatch(/; Secure$/);
  }
});

it('a sign-out ends every login in the cookies, with and without TLS', async () => {
  const at = await coordinatorForTest();
  const plain = await cookieOf(at);
  const secure = `__Secure-${await cookieOf(at)}`;
  const cookie = `${plain}; ${secure}; ${plain.replace(/=.*/, '=ended.long.ago')}`;
  const headers = { ...ownPage(at), cookie };
  expect((await ask(at.port, 'POST', '/api/auth/logout', { bearer: '', headers })).status).toBe(200);
  for (const one of [plain, secure]) {
    const session = await ask(at.port, 'GET', '/api/auth/session', { bearer: '', headers: { cookie: one } });
    expect(session.code).toBe('unauthenticated');
  }
});

it('a sign-out ends every login also where others put cookies of that name before them', async () => {
  const at = await coordinatorForTest();
  const plain = await cookieOf(at);
  const secure = `__Secure-${await cookieOf(at)}`;
  const planted = [1, 2, 3].map((one) => secure.replace(/=.*/, `=x.y.z${one}`));
  const headers = { ...ownPage(at), cookie: [...planted, plain, secure].join('; ') };
  expect((await ask(at.port, 'POST', '/api/auth/logout', { bearer: '', headers })).status).toBe(200);
  for (const one of [plain, secure]) {
    const session = await ask(at.port, 'GET', '/api/auth/session', { bearer: '', headers: { cookie: one } });
    expect(session.code).toBe('unauthenticated');
  }
});
