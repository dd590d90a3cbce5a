import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { API_KEY, coordinatorForTest, PASSWORD } from './gateway-fixture.ts';
import { ask, sendRaw } from './raw-http.ts';
import { SseReader } from './sse-reader.ts';

test('closing finishes requests under way, ends streams with a retry and drops the rest', async () => {
  const coordinator = await coordinatorForTest();
  const reader = await SseReader.open(coordinator.port, '/api/events').opened();
  const idle = sendRaw(coordinator.port, '');
  const login = ask(coordinator.port, 'POST', '/api/auth/login', {
    bearer: '',
    body: { password: PASSWORD },
  });
  // Requests that were accepted before are answered.
  await ask(coordinator.port, 'GET', '/healthz');
  await coordinator.gateway.close();
  expect((await login).status).toBe(200);
  await reader.until(({ closed }) => closed);
  expect(reader.text).toMatch(/retry: [1-5]\d{3}\n\n$/);
  expect(await idle).toBe('');
  await expect(ask(coordinator.port, 'GET', '/healthz')).rejects.toThrow('ECONNREFUSED');
});

test('closing waits at most 8 seconds for a request that never ends, although the clock is put back', async () => {
  const coordinator = await coordinatorForTest();
  coordinator.network.players.detail = () => new Promise(() => undefined);
  const stuck = ask(coordinator.port, 'GET', '/api/players/069a79f444e94726a5befca90e38aaf5').catch(
    () => 'dropped',
  );
  await ask(coordinator.port, 'GET', '/healthz');
  const begun = coordinator.clock.elapsed();
  const closed = coordinator.gateway.close();
  coordinator.clock.jump(-3 * 3600_000);
  const pushing = setInterval(() => coordinator.clock.push(100), 5);
  await closed;
  clearInterval(pushing);
  // Without a limit of its own it would wait until uWebSockets.js closes the idle connection: some hundred seconds of this clock.
  expect(coordinator.clock.elapsed() - begun).toBeLessThan(60_000);
  expect(await stuck).toBe('dropped');
});

test('closing twice is the same as closing once', async () => {
  const { gateway } = await coordinatorForTest();
  await Promise.all([gateway.close(), gateway.close()]);
  await gateway.close();
});

test('a port in use, by another program or another gateway, is a clear error', async () => {
  const coordinator = await coordinatorForTest();
  const taken = { host: '127.0.0.1', port: coordinator.port };
  await expect(coordinator.openAnother({ listen: taken })).rejects.toThrow(
    `Cannot listen on 127.0.0.1:${coordinator.port}`,
  );
  const stranger = createServer();
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  const address = stranger.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  await expect(coordinator.openAnother({ listen: { host: '127.0.0.1', port } })).rejects.toThrow(
    'the port is in use',
  );
  stranger.close();
});

test('the address can be opened', async () => {
  const { gateway } = await coordinatorForTest({ listen: { host: '::1', port: 0 } });
  expect(gateway.address).toBe(`http://[::1]:${gateway.port}`);
  const reply = await fetch(`${gateway.address}/api/servers`, {
    headers: { authorization: `Bearer ${API_KEY}` },
  });
  expect(reply.status).toBe(200);
});
