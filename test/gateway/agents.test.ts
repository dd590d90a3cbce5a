import { expect, test } from 'vitest';
import { coordinatorForTest, PASSWORD } from './gateway-fixture.ts';
import { ask } from './raw-http.ts';

const AGENT = { name: 'hub-1', role: 'backend' };

test('the secret of an agent is in the answer that makes it, and in no other', async () => {
  const { port, network, log } = await coordinatorForTest();
  const made = await ask(port, 'POST', '/api/agents', { body: AGENT });
  expect([made.status, made.headers['location'], made.headers['cache-control']]).toEqual([
    201,
    '/api/agents/hub-1',
    'no-store',
  ]);
  const { secret, ...shown } = made.json as { secret: string };
  expect(network.agentSecrets.agentOf(secret)).toMatchObject(AGENT);
  const list = await ask(port, 'GET', '/api/agents');
  expect(list.json).toEqual([shown]);
  expect(JSON.stringify(log)).not.toContain(secret);
});

test('an agent that is revoked stays in the list, marked, until its name is used again', async () => {
  const { port, network, clock } = await coordinatorForTest();
  const { secret } = (await ask(port, 'POST', '/api/agents', { body: AGENT })).json as { secret: string };
  const before = clock.now();
  expect((await ask(port, 'DELETE', '/api/agents/hub-1')).json).toEqual({ success: true });
  expect(network.agentSecrets.agentOf(secret)).toBeUndefined();
  const [entry] = (await ask(port, 'GET', '/api/agents')).json as [{ revokedAt: number }];
  expect(entry.revokedAt).toBeGreaterThanOrEqual(before);
  expect((await ask(port, 'POST', '/api/agents', { body: { ...AGENT, role: 'proxy' } })).status).toBe(201);
  expect((await ask(port, 'GET', '/api/agents')).json).toMatchObject([{ role: 'proxy', revokedAt: null }]);
});

test('a login may add and revoke agents as the API key may', async () => {
  const { port } = await coordinatorForTest();
  const login = await ask(port, 'POST', '/api/auth/login', { bearer: '', body: { password: PASSWORD } });
  const { token: bearer } = login.json as { token: string };
  expect((await ask(port, 'POST', '/api/agents', { bearer, body: AGENT })).status).toBe(201);
  expect((await ask(port, 'DELETE', '/api/agents/hub-1', { bearer })).status).toBe(200);
});

test.each([{ name: 'a b' }, { name: '' }, { role: 'owner' }, { role: 'BACKEND' }])(
  'an agent with %j is refused',
  async (wrong) => {
    const { port } = await coordinatorForTest();
    expect((await ask(port, 'POST', '/api/agents', { body: { ...AGENT, ...wrong } })).code).toBe(
      'invalid_body',
    );
  },
);
