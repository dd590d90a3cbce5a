import { expect, it, vi } from 'vitest';
import { RequestTurns } from '../../src/gateway/http/request-turns.ts';
import { coordinatorForTest } from '../gateway/gateway-fixture.ts';
import { ask, sendRaw } from '../gateway/raw-http.ts';

it('a body is parsed, checked and handled in a turn that requests share', async () => {
  const { port } = await coordinatorForTest();
  const parse = vi.spyOn(JSON, 'parse');
  let shared = 0;
  vi.spyOn(RequestTurns.prototype, 'share').mockImplementation(async (work) => {
    shared += 1;
    const before = parse.mock.calls.length;
    const done = work();
    expect(parse.mock.calls.length).toBe(before + 1);
    return done;
  });
  const bad = await ask(port, 'POST', '/api/auth/login', { bearer: '', body: { surprising: 1 } });
  const good = await ask(port, 'PUT', '/api/proxy/settings', { body: { maxPlayers: 7 } });
  vi.restoreAllMocks();
  expect([bad.code, good.json]).toEqual(['invalid_body', { maxPlayers: 7 }]);
  expect(shared).toBe(2);
});

it('a login has 8 KiB, and one byte more is told what is allowed', async () => {
  const { port } = await coordinatorForTest();
  const login = (length: number) =>
    ask(port, 'POST', '/api/auth/login', {
      bearer: '',
      headers: { 'content-type': 'application/json' },
      body: '{"password":"wrong"}'.padEnd(length),
    });
  expect((await login(8_192)).code).toBe('wrong_password');
  const refused = await login(8_193);
  expect(refused.json).toMatchObject({
    status: 413,
    code: 'body_too_large',
    detail: 'A body of at most 8192 bytes is allowed here',
  });
});

it('who has no login is refused before the body is there', async () => {
  const { port } = await coordinatorForTest();
  const head =
    'POST /api/bans HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n';
  expect(await sendRaw(port, `${head}{"name":`, (text) => text.endsWith('}'))).toMatch(/^HTTP\/1\.1 401 /);
});
