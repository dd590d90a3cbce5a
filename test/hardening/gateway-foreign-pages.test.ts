import { expect, it } from 'vitest';
import { MemoryStorage } from '../fixtures/memory-storage.ts';
import { RunningClock } from '../fixtures/test-clock.ts';
import { openLogin, PARTNER, type TestLogin } from '../gateway/auth/login-fixture.ts';
import { coordinatorForTest, PASSWORD } from '../gateway/gateway-fixture.ts';
import { sendRaw } from '../gateway/raw-http.ts';

const OWNER = '127.0.0.3';
const EVIL = 'http://evil.example:8080';
const PANEL = 'https://panel.example';

const from = (login: TestLogin, origin: string, password = PASSWORD): Promise<string> =>
  login.login(password, OWNER, undefined, origin);

async function guessedOut(login: TestLogin, origin: string): Promise<void> {
  for (let guess = 0; guess < 5; guess += 1)
    await expect(from(login, origin, 'a guess')).rejects.toMatchObject({ code: 'wrong_password' });
  await expect(from(login, origin)).rejects.toMatchObject({ code: 'too_many_attempts' });
}

it('a page whose name was made to point here uses up no tries of who opened it', async () => {
  const login = await openLogin();
  await guessedOut(login, EVIL);
  for (const origin of ['', 'http://127.0.0.1:8080', PARTNER]) expect(await from(login, origin)).toBeTruthy();
});

it('nor at the name where the owner logged in before, also before a restart', async () => {
  const clock = new RunningClock();
  const storage = new MemoryStorage(clock);
  const before = await openLogin(clock, storage);
  await from(before, PANEL);
  await guessedOut(before, EVIL);
  expect(await from(before, PANEL)).toBeTruthy();
  await before.known.close();
  const after = await openLogin(clock, storage);
  await guessedOut(after, EVIL);
  expect(await from(after, PANEL)).toBeTruthy();
});

it('however many names it has, its tries are counted together', async () => {
  const login = await openLogin();
  await guessedOut(login, EVIL);
  await expect(from(login, 'http://other.example')).rejects.toMatchObject({ code: 'too_many_attempts' });
  await expect(from(login, 'null')).rejects.toMatchObject({ code: 'too_many_attempts' });
});

it('five failures at a name where somebody logged in are five of the address', async () => {
  const login = await openLogin();
  await from(login, PANEL);
  await guessedOut(login, PANEL);
  await expect(from(login, '')).rejects.toMatchObject({ code: 'too_many_attempts' });
});

it('over the wire, with the headers of a browser', async () => {
  const { port } = await coordinatorForTest();
  const send = async (host: string, password: string): Promise<string> => {
    const body = JSON.stringify({ password });
    const head = `POST /api/auth/login HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nConnection: close\r\n`;
    return sendRaw(
      port,
      `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  };
  for (let guess = 0; guess < 5; guess += 1) {
    expect(await send('evil.example:8080', 'a guess')).toContain('wrong_password');
  }
  expect(await send('evil.example:8080', PASSWORD)).toContain('too_many_attempts');
  expect(await send(`127.0.0.1:${port}`, PASSWORD)).toContain('"token"');
});
