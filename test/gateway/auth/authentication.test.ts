import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashPassword } from '../../../src/gateway/auth/password.ts';
import {
  API_KEY,
  type TestCoordinator,
  coordinatorForTest,
  PASSWORD,
  PASSWORD_HASH,
} from '../gateway-fixture.ts';
import { ask, sendRaw } from '../raw-http.ts';

const DAY_MS = 24 * 3600_000;
const KEY = new Uint8Array(32).fill(7);

async function login({ port }: TestCoordinator, password = PASSWORD): Promise<string> {
  const reply = await ask(port, 'POST', '/api/auth/login', { bearer: '', body: { password } });
  return (reply.json as { token: string }).token;
}

async function statusWith(port: number, bearer: string): Promise<number> {
  return (await ask(port, 'GET', '/api/servers', { bearer })).status;
}

function forged(header: object, payload: object, key: Uint8Array = KEY): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part(header)}.${part(payload)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}

test('a login token is valid for 24 hours and not a second longer', async () => {
  const coordinator = await coordinatorForTest();
  const token = await login(coordinator);
  expect(await statusWith(coordinator.port, token)).toBe(200);
  coordinator.clock.push(DAY_MS - 60_000);
  expect(await statusWith(coordinator.port, token)).toBe(200);
  coordinator.clock.push(61_000);
  expect(await statusWith(coordinator.port, token)).toBe(401);
});

test('the API key is accepted, and no text similar to it', async () => {
  const { port } = await coordinatorForTest();
  expect(await statusWith(port, API_KEY)).toBe(200);
  const near = [API_KEY.slice(0, -1), `${API_KEY}x`, API_KEY.toLowerCase(), `${API_KEY.slice(0, -1)}é`];
  for (const wrong of near) {
    // As Latin-1, because Node's client refuses to send other characters.
    expect([wrong, await statusWith(port, Buffer.from(wrong).toString('latin1'))]).toEqual([wrong, 401]);
  }
});

test('every 401 carries a challenge', async () => {
  const { port } = await coordinatorForTest();
  const missing = await ask(port, 'GET', '/api/servers', { bearer: '' });
  const wrong = await ask(port, 'POST', '/api/auth/login', { bearer: '', body: { password: 'x' } });
  expect([missing.headers['www-authenticate'], wrong.headers['www-authenticate']]).toEqual([
    'Bearer',
    'Bearer',
  ]);
});

test('the authorization scheme is read in any case', async () => {
  const { port } = await coordinatorForTest();
  for (const scheme of ['bearer', 'BEARER']) {
    const reply = await ask(port, 'GET', '/api/servers', {
      headers: { authorization: `${scheme} ${API_KEY}` },
    });
    expect(reply.status).toBe(200);
  }
});

test('forged tokens are refused', async () => {
  const coordinator = await coordinatorForTest();
  const token = await login(coordinator);
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  expect(await statusWith(coordinator.port, forged({ alg: 'HS256' }, claims))).toBe(200);
  const { pw: _, ...withoutMark } = claims;
  const { jti: __, ...withoutId } = claims;
  const { exp: ___, ...endless } = claims;
  const bad = [
    `${header}.${payload}.`,
    `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
    forged({ alg: 'none' }, claims),
    forged({ alg: 'HS512' }, claims),
    forged({ alg: 'HS256' }, claims, new Uint8Array(32)),
    forged({ alg: 'HS256' }, withoutMark),
    forged({ alg: 'HS256' }, withoutId),
    forged({ alg: 'HS256' }, endless),
    forged({ alg: 'HS256' }, { ...claims, iss: 'somebody' }),
    forged({ alg: 'HS256' }, { ...claims, exp: 1 }),
  ];
  for (const wrong of bad) expect(await statusWith(coordinator.port, wrong)).toBe(401);
});

test('logging out revokes a token at once, also over a restart; other tokens stay valid', async () => {
  const coordinator = await coordinatorForTest();
  const [mine, other] = [await login(coordinator), await login(coordinator)];
  expect(await statusWith(coordinator.port, mine)).toBe(200);
  expect((await ask(coordinator.port, 'POST', '/api/auth/logout', { bearer: mine })).status).toBe(200);
  expect(await statusWith(coordinator.port, mine)).toBe(401);
  expect(await statusWith(coordinator.port, other)).toBe(200);
  const after = await coordinator.openAnother();
  expect([await statusWith(after.port, mine), await statusWith(after.port, other)]).toEqual([401, 200]);
  await after.close();
});

test('a logout that could not be stored is an error, and the token stays valid', async () => {
  const coordinator = await coordinatorForTest();
  const token = await login(coordinator);
  coordinator.storage.away = true;
  expect((await ask(coordinator.port, 'POST', '/api/auth/logout', { bearer: token })).code).toBe(
    'storage_unavailable',
  );
  expect(await statusWith(coordinator.port, token)).toBe(200);
});

test('a new password revokes every token, the same hash does not', async () => {
  const coordinator = await coordinatorForTest();
  const token = await login(coordinator);
  const auth = { apiKey: API_KEY, signingKey: KEY };
  const same = await coordinator.openAnother({ auth: { ...auth, passwordHash: PASSWORD_HASH } });
  const changed = await coordinator.openAnother({
    auth: { ...auth, passwordHash: await hashPassword('other') },
  });
  expect([await statusWith(same.port, token), await statusWith(changed.port, token)]).toEqual([200, 401]);
  await Promise.all([same.close(), changed.close()]);
});

test('after five wrong passwords from one address it must wait, and the wait doubles', async () => {
  const coordinator = await coordinatorForTest();
  const attempt = (password: string) =>
    ask(coordinator.port, 'POST', '/api/auth/login', { bearer: '', body: { password } });
  for (let count = 0; count < 5; count += 1) expect((await attempt('guess')).code).toBe('wrong_password');
  const waits: unknown[] = [];
  for (let round = 0; round < 7; round += 1) {
    const refused = await attempt(PASSWORD);
    expect(refused.code).toBe('too_many_attempts');
    const seconds = Number(refused.headers['retry-after']);
    waits.push(seconds);
    coordinator.clock.push(seconds * 1000);
    expect((await attempt('guess')).code).toBe('wrong_password');
  }
  expect(waits).toEqual([60, 120, 240, 480, 900, 900, 900]);
});

test('the right password clears the failures of an address', async () => {
  const coordinator = await coordinatorForTest();
  const attempt = (password: string) =>
    ask(coordinator.port, 'POST', '/api/auth/login', { bearer: '', body: { password } });
  for (let round = 0; round < 4; round += 1) {
    for (let count = 0; count < 4; count += 1) expect((await attempt('guess')).code).toBe('wrong_password');
    expect((await attempt(PASSWORD)).status).toBe(200);
  }
});

test('concurrent attempts count like consecutive ones', async () => {
  const coordinator = await coordinatorForTest();
  const attempts = Array.from({ length: 12 }, () =>
    ask(coordinator.port, 'POST', '/api/auth/login', { bearer: '', body: { password: 'guess' } }),
  );
  const codes = (await Promise.all(attempts)).map(({ code }) => code);
  expect(codes.filter((code) => code === 'wrong_password')).toHaveLength(5);
  expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(7);
});

test('behind a trusted proxy failures count for the client, whatever address it invents', async () => {
  const trusted = await coordinatorForTest({ trustedProxies: ['127.0.0.0/8'] });
  const attempt = (port: number, forwarded: string) =>
    ask(port, 'POST', '/api/auth/login', {
      bearer: '',
      body: { password: 'guess' },
      headers: { 'x-forwarded-for': forwarded },
    });
  for (let count = 0; count < 5; count += 1) {
    // The client can invent everything left of its own address.
    expect((await attempt(trusted.port, `10.9.9.${count}, 203.0.113.5`)).code).toBe('wrong_password');
  }
  expect((await attempt(trusted.port, '1.1.1.1, 203.0.113.5')).code).toBe('too_many_attempts');
  expect((await attempt(trusted.port, '203.0.113.6')).code).toBe('wrong_password');

  const plain = await coordinatorForTest();
  for (let count = 0; count < 5; count += 1) await attempt(plain.port, `203.0.113.${count}`);
  expect((await attempt(plain.port, '203.0.113.77')).code).toBe('too_many_attempts');
});

test('a header line added by the proxy takes precedence over the line of the client', async () => {
  const coordinator = await coordinatorForTest({ trustedProxies: ['127.0.0.1'] });
  const body = '{"password":"guess"}';
  const attempt = (invented: string) =>
    sendRaw(
      coordinator.port,
      `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${invented}\r\nX-Forwarded-For: 198.51.100.9\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      (text) => text.endsWith('}'),
    );
  for (let count = 0; count < 5; count += 1)
    expect(await attempt(`10.0.0.${count}`)).toContain('wrong_password');
  expect(await attempt('10.0.0.99')).toContain('too_many_attempts');
});
