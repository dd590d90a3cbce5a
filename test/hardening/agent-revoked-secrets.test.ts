import { expect, it, onTestFinished } from 'vitest';
import type { AgentIdentity } from '../../src/actors/agents.ts';
import { AGENT_LIMITS, AgentTraffics } from '../../src/channel/server/agent-traffic.ts';
import { openFixture } from '../actors/network-fixture.ts';
import { hello, openAgent, serveChannel } from '../channel/channel-fixture.ts';
import { FakeNetwork } from '../channel/fake-network.ts';
import { SyncTestClock } from '../fixtures/test-clock.ts';

const STOLEN = 'oooooooooooooooooooooooooooooooO';
const NEW = 'nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnN';

it('a start in the far future keeps nobody out who comes by a new secret', async () => {
  const { network, backend } = await openFixture();
  const fake = backend('lobby');
  const identity: AgentIdentity = { name: 'lobby', platform: 'server', version: '1', epoch: 1 };
  const stolen = { ...identity, epoch: Number.MAX_SAFE_INTEGER, secretHash: 'aa' };
  const thief = network.agents.attachBackend(stolen, fake.client());
  thief.report({ type: 'HUB', state: 'IDLE' });
  const owner = network.agents.attachBackend({ ...identity, secretHash: 'bb' }, fake.client());
  expect(fake.closes).toEqual(['a newer process took this name']);
  owner.report({ type: 'HUB', state: 'RUNNING' });
  thief.report({ state: 'ENDING' });
  expect(network.servers.get('lobby').state).toBe('RUNNING');
});

it('a pause that the old secret earned does not hold for the new one', async () => {
  const fake = new FakeNetwork();
  const credential = { name: 'own', role: 'backend', mayBan: false } as const;
  fake.credentials.set(STOLEN, { ...credential, secretHash: 'aa' });
  fake.credentials.set(NEW, { ...credential, secretHash: 'bb' });
  const served = await serveChannel(fake);
  onTestFinished(() => served.close());
  for (let at = 0; at < 60; at += 1) await openAgent(served.port, STOLEN);
  await expect(openAgent(served.port, STOLEN)).rejects.toThrow('429');
  const owner = await openAgent(served.port, NEW);
  owner.send(hello('backend', { name: 'own' }));
  await owner.next('welcome');
});

it('a pause that a stranger by the secret for all earned does not hold for an agent of that name by its own', () => {
  const traffics = new AgentTraffics(AGENT_LIMITS, new SyncTestClock());
  traffics.of('backend', 'own', null).pause();
  expect(traffics.of('backend', 'own', null).isPaused).toBe(true);
  expect(traffics.of('backend', 'own', 'bb').isPaused).toBe(false);
});
