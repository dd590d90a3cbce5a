import { expect, it } from 'vitest';
import type { AgentCredential } from '../../../src/actors/agents.ts';
import { MemoryStorage } from '../../fixtures/memory-storage.ts';
import { TestClock } from '../../fixtures/test-clock.ts';
import { openFixture } from '../network-fixture.ts';

const SECONDS = 1_000;

async function stage() {
  const fixture = await openFixture();
  const { agentSecrets } = fixture.network;
  const revoked: string[] = [];
  agentSecrets.onRevoked(({ name }) => revoked.push(name));
  return { ...fixture, agentSecrets, revoked };
}

it('a secret is its agent’s, and is known again after a restart', async () => {
  const { agentSecrets, clock, reopen } = await stage();
  const { secret, ...shown } = await agentSecrets.create('hub-1', 'backend');
  expect(secret).toMatch(/^[A-Za-z0-9]{32}$/);
  expect(agentSecrets.list()).toEqual([shown]);
  expect(shown).toEqual({
    name: 'hub-1',
    role: 'backend',
    mayBan: false,
    createdAt: clock.now(),
    revokedAt: null,
    lastSeen: null,
    version: null,
  });
  const again = await reopen();
  expect(again.network.agentSecrets.agentOf(secret)).toMatchObject({ name: 'hub-1', role: 'backend' });
  for (const wrong of ['', secret.slice(1), secret.toLowerCase()]) {
    expect(again.network.agentSecrets.agentOf(wrong)).toBeUndefined();
  }
});

it('the secret itself is stored nowhere', async () => {
  const { agentSecrets, storage } = await stage();
  const { secret } = await agentSecrets.create('hub-1', 'backend');
  expect(JSON.stringify([...storage.rows.agents.values()])).not.toContain(secret);
  expect(JSON.stringify(agentSecrets.list())).not.toMatch(/secret|hash/i);
});

it('a second agent of a name is refused, also one that another process added', async () => {
  const { agentSecrets, storage } = await stage();
  await agentSecrets.create('hub-1', 'backend');
  await expect(agentSecrets.create('hub-1', 'proxy')).rejects.toMatchObject({ code: 'agent_exists' });
  await storage.agents.add({
    name: 'hub-2',
    role: 'backend',
    mayBan: false,
    secretHash: 'a'.repeat(64),
    createdAt: 1,
  });
  await expect(agentSecrets.create('hub-2', 'proxy')).rejects.toMatchObject({ code: 'agent_exists' });
});

it('a revoked secret is refused at once, and said to be', async () => {
  const { agentSecrets, revoked } = await stage();
  const { secret } = await agentSecrets.create('hub-1', 'backend');
  await agentSecrets.revoke('hub-1');
  expect(agentSecrets.agentOf(secret)).toBeUndefined();
  expect(revoked).toEqual(['hub-1']);
  await expect(agentSecrets.revoke('hub-1')).rejects.toMatchObject({ code: 'agent_not_found' });
  await expect(agentSecrets.revoke('never-there')).rejects.toMatchObject({ code: 'agent_not_found' });
  const next = await agentSecrets.create('hub-1', 'proxy');
  expect(agentSecrets.agentOf(next.secret)).toMatchObject({ role: 'proxy' });
  expect(agentSecrets.agentOf(secret)).toBeUndefined();
});

it('a revocation that could not be stored is an error, and the secret holds', async () => {
  const { agentSecrets, storage, revoked } = await stage();
  const { secret } = await agentSecrets.create('hub-1', 'backend');
  storage.away = true;
  await expect(agentSecrets.revoke('hub-1')).rejects.toMatchObject({ code: 'storage_unavailable' });
  await expect(agentSecrets.create('hub-2', 'edge')).rejects.toMatchObject({ code: 'storage_unavailable' });
  expect([agentSecrets.agentOf(secret)?.name, revoked]).toEqual(['hub-1', []]);
});

it('what another process added, revoked and replaced holds after the next reading', async () => {
  const { agentSecrets, reopen, revoked } = await stage();
  const [kept, replaced] = [
    await agentSecrets.create('kept', 'edge'),
    await agentSecrets.create('replaced', 'edge'),
  ];
  const other = (await reopen()).network.agentSecrets;
  const added = await other.create('added', 'proxy');
  await other.revoke('replaced');
  const anew = await other.create('replaced', 'edge');
  await agentSecrets.reload();
  const known = [kept, replaced, added, anew].map(({ secret }) => agentSecrets.agentOf(secret)?.name);
  expect(known).toEqual(['kept', undefined, 'added', 'replaced']);
  expect(revoked).toEqual(['replaced']);
});

it('does not undo a revocation by a reading that began before', async () => {
  const { agentSecrets, storage, clock } = await stage();
  const { secret } = await agentSecrets.create('hub-1', 'backend');
  const before = await storage.agents.all();
  let answer: () => void = () => undefined;
  storage.agents.all = () => new Promise((resolve) => (answer = () => resolve(before)));
  const reading = agentSecrets.reload();
  await agentSecrets.revoke('hub-1');
  answer();
  await reading;
  expect(agentSecrets.agentOf(secret)).toBeUndefined();
  await clock.advance(0);
});

it('when an agent was seen is shown at once and written later, and no more than once a minute', async () => {
  const { agentSecrets, clock, storage } = await stage();
  const { secret } = await agentSecrets.create('hub-1', 'backend');
  const credential = agentSecrets.agentOf(secret) as AgentCredential;
  const first = clock.now();
  agentSecrets.seen(credential, '1.2.3');
  expect(agentSecrets.list()).toMatchObject([{ lastSeen: first, version: '1.2.3' }]);
  expect(storage.rows.agents.get('hub-1')?.lastSeen).toBe(0);
  for (let beat = 0; beat < 11; beat += 1) {
    await clock.advance(5 * SECONDS);
    agentSecrets.seen(credential, '1.2.3');
  }
  expect(storage.rows.agents.get('hub-1')).toMatchObject({ lastSeen: first, version: '1.2.3' });
  await clock.advance(5 * SECONDS);
  agentSecrets.seen(credential, '1.2.3');
  await clock.advance(10 * SECONDS);
  expect(storage.rows.agents.get('hub-1')?.lastSeen).toBe(first + 60 * SECONDS);
});

it('a sighting that could not be written is written when the database is back', async () => {
  const { agentSecrets, clock, storage, notes } = await stage();
  const { secret } = await agentSecrets.create('hub-1', 'backend');
  agentSecrets.seen(agentSecrets.agentOf(secret) as AgentCredential, '1.2.3');
  storage.away = true;
  await clock.advance(60 * SECONDS);
  expect(notes()).toContain('agent.sightings-not-written');
  storage.away = false;
  await clock.advance(300 * SECONDS);
  expect(storage.rows.agents.get('hub-1')?.version).toBe('1.2.3');
});

it('beyond 4 096 agents the one that was revoked first is forgotten, and none that holds', async () => {
  const clock = new TestClock();
  const storage = new MemoryStorage(clock);
  for (let at = 0; at < 4_096; at += 1) {
    const row = {
      name: `a${at}`,
      role: 'edge',
      mayBan: false,
      secretHash: `${at}`.padStart(64, '0'),
      createdAt: 1,
    } as const;
    storage.rows.agents.set(row.name, { ...row, revokedAt: 0, lastSeen: 0, version: '' });
  }
  const { agentSecrets } = (await openFixture({ clock, storage })).network;
  await expect(agentSecrets.create('one-more', 'edge')).rejects.toMatchObject({ code: 'overloaded' });
  await agentSecrets.revoke('a7');
  await agentSecrets.create('one-more', 'edge');
  expect(storage.rows.agents.has('a7')).toBe(false);
  expect(agentSecrets.list()).toHaveLength(4_096);
});
