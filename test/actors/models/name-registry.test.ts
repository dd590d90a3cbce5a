import { expect, it } from 'vitest';
import { NameRegistry } from '../../../src/actors/models/name-registry.ts';
import type { NameRecord } from '../../../src/actors/ports.ts';
import { KeptLog } from '../../channel/channel-fixture.ts';
import { TestClock } from '../../fixtures/test-clock.ts';
import { testPlayer } from '../test-players.ts';

const VICTIM = testPlayer(1, 'Victim');
const MALLORY = testPlayer(2, 'Mallory');
/** More names than are kept in memory. */
const MANY = 200_500;

/** A table that has `p0`, `p1` and so on, and what was written. */
function open() {
  const written = new Map<string, NameRecord>();
  const clock = new TestClock();
  const table = { isAway: false };
  const rowOf = (key: string): NameRecord[] => {
    const row = written.get(key);
    if (row !== undefined) return [row];
    if (!/^p\d+$/.test(key)) return [];
    return [{ key, uuid: MALLORY.uuid, provedBy: null, provedAt: 0, firstSeen: 1, lastSeen: 1 }];
  };
  const names = new NameRegistry({
    store: {
      findMany: async (keys) => {
        if (table.isAway) throw new Error('away');
        return keys.flatMap(rowOf);
      },
      namesOf: async () => [],
      save: async (rows) => {
        for (const row of rows) written.set(row.key, row);
      },
    },
    clock,
    logger: new KeptLog(),
    random: () => 0.5,
  });
  const forget = () => names.load(Array.from({ length: MANY }, (_, at) => `p${at}`));
  return { names, clock, written, forget, table };
}

it('knows a proof of a new name also after memory has forgotten it, and lets no claim replace it', async () => {
  const { names, clock, written, forget } = open();
  expect(await names.find('Victim')).toBeUndefined();
  void names.prove('Victim', VICTIM.uuid, 'account');
  await clock.advance(1_000);
  await forget();
  expect(names.get('Victim')).toBeUndefined();
  names.claim('Victim', MALLORY.uuid);
  expect(await names.find('Victim')).toMatchObject({ uuid: VICTIM.uuid, provedBy: 'account' });
  await names.close();
  expect(written.get('victim')).toMatchObject({ uuid: VICTIM.uuid });
});

it('knows a name also that memory has forgotten before it was written', async () => {
  const { names, forget } = open();
  await names.prove('Victim', VICTIM.uuid, 'account');
  await forget();
  expect(names.get('Victim')).toBeUndefined();
  expect(await names.find('Victim')).toMatchObject({ uuid: VICTIM.uuid, provedBy: 'account' });
  await names.close();
});

it('does what follows from a proof only once the table was read, and writes it over no claim before', async () => {
  const { names, clock, written, table } = open();
  const claim = { uuid: MALLORY.uuid, provedBy: null, provedAt: 0, firstSeen: 1, lastSeen: 1 };
  written.set('victim', { key: 'victim', ...claim });
  const followed: (NameRecord | undefined)[] = [];
  names.subscribe({ named: async (_name, _uuid, before) => void followed.push(before) });
  table.isAway = true;
  await names.prove('Victim', VICTIM.uuid, 'agent');
  await clock.advance(10_000);
  expect(names.isProved('Victim', VICTIM.uuid)).toBe(true);
  expect(followed).toEqual([]);
  expect(written.get('victim')).toMatchObject(claim);
  table.isAway = false;
  await clock.advance(60_000);
  expect(followed).toEqual([{ key: 'victim', ...claim }]);
  expect(written.get('victim')).toMatchObject({ uuid: VICTIM.uuid, provedBy: 'agent' });
  expect(names.falseClaims.has('Victim', MALLORY.uuid)).toBe(true);
  await names.close();
});

it('leaves the claim in the table when it is closed before that could be read', async () => {
  const { names, written, table } = open();
  table.isAway = true;
  await names.prove('p1', VICTIM.uuid, 'agent');
  await names.close();
  expect(written.get('p1')).toBeUndefined();
});

it('keeps a claim of a name that could not be read, from when it was made, as soon as the table is read', async () => {
  const { names, clock, written, table } = open();
  table.isAway = true;
  await expect(names.load(['Mallory', 'p1'])).rejects.toThrow('away');
  const at = clock.now();
  for (const name of ['Mallory', 'p1']) names.claim(name, VICTIM.uuid);
  await clock.advance(60_000);
  table.isAway = false;
  for (const name of ['Mallory', 'p1']) {
    expect(await names.find(name)).toMatchObject({ uuid: VICTIM.uuid, provedBy: null, firstSeen: at });
  }
  await names.close();
  expect(written.get('mallory')).toMatchObject({ uuid: VICTIM.uuid, firstSeen: at, lastSeen: at });
});

it('lets such a claim replace no proof that the table has', async () => {
  const { names, written } = open();
  const proof = {
    key: 'victim',
    uuid: VICTIM.uuid,
    provedBy: 'account',
    provedAt: 1,
    firstSeen: 1,
    lastSeen: 1,
  };
  written.set('victim', { ...proof, provedBy: 'account' });
  names.claim('Victim', MALLORY.uuid);
  expect(await names.find('Victim')).toEqual(proof);
  await names.close();
});

it('knows such a claim for a false one when a proof comes before the table was read', async () => {
  const { names, clock, table } = open();
  const followed: (NameRecord | undefined)[] = [];
  names.subscribe({ named: async (_name, _uuid, before) => void followed.push(before) });
  // The first reading is under way, and ends before that for the proof.
  const reading = names.load(['Mallory']);
  names.claim('Mallory', VICTIM.uuid);
  table.isAway = true;
  await names.prove('Mallory', MALLORY.uuid, 'account');
  await reading;
  table.isAway = false;
  await clock.advance(60_000);
  expect(followed).toMatchObject([{ key: 'mallory', uuid: VICTIM.uuid, provedBy: null }]);
  expect(names.get('Mallory')).toMatchObject({ uuid: MALLORY.uuid, provedBy: 'account' });
  expect(names.falseClaims.has('Mallory', VICTIM.uuid)).toBe(true);
  await names.close();
});

it('lets who takes the place of a claim stand for the time since then, also of one that was not looked up', async () => {
  for (const isLookedUp of [true, false]) {
    const { names, clock, forget } = open();
    await names.load(['Mallory']);
    names.claim('Mallory', VICTIM.uuid);
    const since = clock.now();
    await clock.advance(60_000);
    if (!isLookedUp) await forget();
    names.claimInstead('Mallory', MALLORY.uuid);
    const now = clock.now();
    expect(await names.find('Mallory')).toMatchObject({
      uuid: MALLORY.uuid,
      firstSeen: since,
      lastSeen: now,
    });
    await clock.advance(60_000);
    names.claim('Mallory', VICTIM.uuid);
    expect(names.get('Mallory')).toMatchObject({ uuid: VICTIM.uuid, firstSeen: clock.now() });
  }
});

it('knows a name for a claim that takes the place of a row from before names were kept', async () => {
  const { names, clock, written } = open();
  const row = { key: 'victim', uuid: VICTIM.uuid, provedBy: null, provedAt: 0, firstSeen: 0, lastSeen: 0 };
  written.set(row.key, row);
  await names.load(['Victim']);
  names.claimInstead('Victim', MALLORY.uuid);
  expect(names.get('Victim')).toMatchObject({ uuid: MALLORY.uuid, firstSeen: clock.now() });
});
