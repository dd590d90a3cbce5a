import { expect, it } from 'vitest';
import { coordinatorForTest, JEB, type TestCoordinator } from '../gateway/gateway-fixture.ts';
import { ask } from '../gateway/raw-http.ts';

function linesOf({ log }: TestCoordinator) {
  return log
    .filter(({ event, level }) => event === 'http.refused' || (event === 'http.request' && level !== 'debug'))
    .map(({ level, event, method, status, address, times }) => ({
      level,
      event,
      address,
      ...(method === undefined ? { times } : { method, status }),
    }));
}

const refused = (times: number) => ({ level: 'warn', event: 'http.refused', address: '127.0.0.1', times });

it('changes that strangers are refused are one line for their address and minute', async () => {
  const coordinator = await coordinatorForTest();
  const { port, clock } = coordinator;
  for (let at = 0; at < 20; at += 1) await ask(port, 'DELETE', `/api/bans/${JEB}`, { bearer: '' });
  await ask(port, 'POST', '/api/servers', { bearer: 'nonsense', body: {} });
  await ask(port, 'POST', '/api/auth/login', { bearer: '', body: { password: 'wrong' } });
  await ask(port, 'POST', '/api/auth/login', { bearer: '', body: ' '.repeat(70_000) });
  expect(linesOf(coordinator)).toEqual([refused(1)]);
  for (let beat = 0; beat < 14; beat += 1) clock.push(5_000);
  expect(linesOf(coordinator)).toEqual([refused(1), refused(22)]);
});

it('changes by callers who are known are a line each, whether they are made or refused', async () => {
  const coordinator = await coordinatorForTest();
  const { port } = coordinator;
  for (let at = 0; at < 3; at += 1)
    await ask(port, 'PUT', '/api/proxy/settings', { body: { maxPlayers: at + 1 } });
  await ask(port, 'DELETE', '/api/servers/nowhere');
  const line = (method: string, status: number) => ({
    level: 'info',
    event: 'http.request',
    address: '127.0.0.1',
    method,
    status,
  });
  expect(linesOf(coordinator)).toEqual([
    line('PUT', 200),
    line('PUT', 200),
    line('PUT', 200),
    line('DELETE', 404),
  ]);
});
