import { beforeEach, expect, test } from 'vitest';
import type { AgentStore } from '../../src/actors/ports.ts';

const HASH = 'ab'.repeat(32);
const OTHER_HASH = 'cd'.repeat(32);
const HUB = {
  name: 'hub-1',
  role: 'backend',
  mayBan: false,
  secretHash: HASH,
  createdAt: 1_760_000_000_000,
} as const;
const FRESH = { revokedAt: 0, lastSeen: 0, version: '' };

/** What every store of agents promises. */
export function agentContract(store: () => AgentStore): void {
  let agents: AgentStore;
  beforeEach(() => {
    agents = store();
  });

  test('agents are kept by their exact names, in order', async () => {
    expect(await agents.add(HUB)).toBe(true);
    expect(await agents.add({ ...HUB, name: 'HUB-1', role: 'edge', secretHash: OTHER_HASH })).toBe(true);
    expect(await agents.all()).toEqual([
      { ...HUB, name: 'HUB-1', role: 'edge', secretHash: OTHER_HASH, ...FRESH },
      { ...HUB, ...FRESH },
    ]);
  });

  test('whether a game server or a proxy may ban is kept, and no edge may', async () => {
    await agents.add({ ...HUB, mayBan: true });
    await agents.add({ ...HUB, name: 'edge-1', role: 'edge', mayBan: true });
    await agents.add({ ...HUB, name: 'proxy-1', role: 'proxy', mayBan: true });
    await agents.add({ ...HUB, name: 'proxy-2', role: 'proxy' });
    expect((await agents.all()).map(({ name, mayBan }) => [name, mayBan])).toEqual([
      ['edge-1', false],
      ['hub-1', true],
      ['proxy-1', true],
      ['proxy-2', false],
    ]);
  });

  test('a second agent of a name is not added, and changes nothing', async () => {
    await agents.add(HUB);
    expect(await agents.add({ ...HUB, role: 'proxy', secretHash: OTHER_HASH })).toBe(false);
    expect(await agents.all()).toEqual([{ ...HUB, ...FRESH }]);
  });

  test('of several that are added under one name at once, one is', async () => {
    const hashes = ['1', '2', '3', '4'].map((digit) => digit.repeat(64));
    const added = await Promise.all(hashes.map((secretHash) => agents.add({ ...HUB, secretHash })));
    expect(added.filter(Boolean)).toHaveLength(1);
    const [kept, ...others] = await agents.all();
    expect([kept?.secretHash, others]).toEqual([hashes[added.indexOf(true)], []]);
  });

  test('an agent is revoked once, stays in the list, and its name can be had again', async () => {
    await agents.add(HUB);
    expect(await agents.revoke('hub-1', 2_000)).toBe(true);
    expect(await agents.revoke('hub-1', 3_000)).toBe(false);
    expect(await agents.revoke('never-there', 3_000)).toBe(false);
    expect(await agents.all()).toEqual([{ ...HUB, ...FRESH, revokedAt: 2_000 }]);
    expect(await agents.add({ ...HUB, secretHash: OTHER_HASH })).toBe(true);
    expect(await agents.all()).toEqual([{ ...HUB, ...FRESH, secretHash: OTHER_HASH }]);
  });

  test('only a revoked agent can be forgotten', async () => {
    await agents.add(HUB);
    await agents.forget('hub-1');
    expect(await agents.all()).toHaveLength(1);
    await agents.revoke('hub-1', 2_000);
    await agents.forget('hub-1');
    expect(await agents.all()).toEqual([]);
  });

  test('a sighting is noted for the secret that was seen, and for no other', async () => {
    await agents.add(HUB);
    const seen = { name: 'hub-1', secretHash: HASH, lastSeen: 5_000, version: '1.2.3 Größe 😀' };
    await agents.noteSeen([seen, { ...seen, name: 'never-there' }]);
    expect(await agents.all()).toEqual([{ ...HUB, ...FRESH, ...seen }]);
    await agents.noteSeen([{ ...seen, secretHash: OTHER_HASH, lastSeen: 9_000 }]);
    expect(await agents.all()).toEqual([{ ...HUB, ...FRESH, ...seen }]);
    await agents.noteSeen([]);
  });
}
