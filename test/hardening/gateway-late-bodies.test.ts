import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { coordinatorForTest, NOTCH, PASSWORD } from '../gateway/gateway-fixture.ts';
import { ask } from '../gateway/raw-http.ts';

it('a request whose body comes after the logout of its login does nothing', async () => {
  const { port } = await coordinatorForTest();
  const login = await ask(port, 'POST', '/api/auth/login', { bearer: '', body: { password: PASSWORD } });
  const { token } = login.json as { token: string };
  const body = JSON.stringify({ uuid: NOTCH, name: 'Notch', time: 'perma', reason: 'Too late' });
  const socket = connect(port, '127.0.0.1');
  const answer = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))));
  socket.write(
    `POST /api/bans HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  );
  // Read after the head above: the sockets of one process are served in the order in which they have something to read.
  await ask(port, 'GET', '/api/bans', { bearer: token });
  expect((await ask(port, 'POST', '/api/auth/logout', { bearer: token })).status).toBe(200);
  socket.write(body.slice(10));
  expect(await answer).toMatch(/^HTTP\/1\.1 401 .*"code":"unauthenticated"/s);
  expect((await ask(port, 'GET', '/api/bans')).json).toEqual([]);
  socket.destroy();
});
