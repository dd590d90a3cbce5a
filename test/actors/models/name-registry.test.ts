import { expect, it } from 'vitest';
import { NameRegistry } from '../../../src/actors/models/name-registry.ts';
import type { NameRecord } from '../../../src/actors/ports.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
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
  const table = { isAway: false, questionsOf: new Array<readonly Uuid[]>() };
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
      namesOf: async (uuids) => {
        table.questionsOf.push(uuids);
        return [];
      },
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
  const named = async (_name: string, _uuid: Uuid, before?: NameRecord) => void followed.push(before);
  names.subscribe({ named, unsettled: () => new Set() });
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

it('has the names of a player also while the table has none of them, without those that are no longer theirs', async () => {
  const { names, table } = open();
  await names.load(['Victim', 'Mallory']);
  // These were looked up and wait to be written; the other two wait for the table.
  void names.prove('Victim', VICTIM.uuid, 'account');
  names.claim('Mallory', VICTIM.uuid);
  table.isAway = true;
  for (const name of ['p1', 'p2']) await names.prove(name, VICTIM.uuid, 'account');
  void names.prove('Mallory', MALLORY.uuid, 'account');
  await names.prove('p2', MALLORY.uuid, 'agent');
  const keysOf = async (uuid: Uuid) => (await names.namesOf(uuid)).map(({ key }) => key);
  expect(await keysOf(VICTIM.uuid)).toEqual(['victim', 'p1']);
  expect(await keysOf(MALLORY.uuid)).toEqual(['mallory', 'p2']);
  expect(await names.namesOfAll([VICTIM.uuid, MALLORY.uuid])).toHaveLength(4);
});

it('asks once by which names players are known, for all who ask in one turn', async () => {
  const { names, table } = open();
  const players = Array.from({ length: 30 }, (_, at) => testPlayer(at + 3));
  await Promise.all(players.map(({ uuid }) => names.namesOf(uuid)));
  expect(table.questionsOf).toHaveLength(2);
  expect(table.questionsOf.flat()).toHaveLength(30);
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
  const named = async (_name: string, _uuid: Uuid, before?: NameRecord) => void followed.push(before);
  names.subscribe({ named, unsettled: () => new Set() });
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
    expect(await names.find('Mallory')).toMatchObject({
      uuid: MALLORY.uuid,
      firstSeen: since,
      lastSeen: since,
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

it('knows after a game server said whose a name is when somebody was last here under it', async () => {
  const { names, clock } = open();
  await names.load(['Mallory']);
  names.claim('Mallory', VICTIM.uuid);
  const since = clock.now();
  for (const uuid of [MALLORY.uuid, VICTIM.uuid, VICTIM.uuid]) {
    await clock.leap(5 * 86_400_000);
    names.say('Mallory', uuid, 'lobby');
    expect(names.get('Mallory')).toMatchObject({ uuid, provedBy: 'server', lastSeen: since });
  }
  names.claim('Mallory', VICTIM.uuid);
  expect(names.get('Mallory')).toMatchObject({ provedBy: 'server', lastSeen: clock.now() });
});

it('forgets no false claim for what a game server says, however much that is', async () => {
  const { names } = open();
  const many = Array.from({ length: 10_500 }, (_, at) => `q${at}`);
  await names.load(['Mallory', ...many]);
  names.claim('Mallory', VICTIM.uuid);
  await names.prove('Mallory', MALLORY.uuid, 'account');
  for (const name of many) {
    names.claim(name, VICTIM.uuid);
    names.say(name, MALLORY.uuid, 'lobby');
  }
  expect(names.get('q10499')).toMatchObject({ provedBy: 'server' });
  expect(names.falseClaims.has('Mallory', VICTIM.uuid)).toBe(true);
});

it('knows every claim of a name for a false one that was made before the table was read', async () => {
  for (const isRead of [true, false]) {
    const { names, clock, table } = open();
    table.isAway = true;
    const others = [VICTIM.uuid, testPlayer(3, 'Other').uuid, testPlayer(4, 'Third').uuid];
    for (const uuid of others) names.claim('Mallory', uuid);
    if (isRead) {
      table.isAway = false;
      expect(await names.find('Mallory')).toMatchObject({ uuid: others[2] });
    }
    await names.prove('Mallory', MALLORY.uuid, 'agent');
    table.isAway = false;
    await clock.advance(60_000);
    expect(others.filter((uuid) => names.falseClaims.has('Mallory', uuid))).toEqual(others);
    await names.close();
  }
});

it('knows no claim for a false one of a player to whom more ties the name than that', async () => {
  for (const isRead of [true, false]) {
    const { names, clock, written, table } = open();
    const row = { key: 'victim', uuid: VICTIM.uuid, provedBy: null, provedAt: 0, firstSeen: 0, lastSeen: 0 };
    written.set(row.key, row);
    table.isAway = true;
    for (const { uuid } of [VICTIM, MALLORY]) names.claim('Victim', uuid);
    table.isAway = false;
    if (isRead) await names.load(['Victim']);
    await names.prove('Victim', testPlayer(3, 'Heir').uuid, 'agent');
    await clock.advance(1_000);
    expect([VICTIM, MALLORY].map(({ uuid }) => names.falseClaims.has('Victim', uuid))).toEqual([false, true]);
    await names.close();
  }
});

it('knows a claim for a false one, however much the game server says whose word replaced it', async () => {
  const { names } = open();
  const many = Array.from({ length: 300 }, (_, at) => `q${at}`);
  await names.load(['Mallory', ...many]);
  for (const name of ['Mallory', ...many]) {
    names.claim(name, VICTIM.uuid);
    names.say(name, testPlayer(5, 'Said').uuid, 'lobby');
  }
  await names.prove('Mallory', MALLORY.uuid, 'account');
  expect(names.falseClaims.has('Mallory', VICTIM.uuid)).toBe(true);
});

it('knows a claim for a false one that was made although the name was proved to be another’s', async () => {
  const { names } = open();
  await names.load(['Mallory']);
  void names.prove('Mallory', MALLORY.uuid, 'account');
  for (const { uuid } of [VICTIM, MALLORY]) names.claim('Mallory', uuid);
  expect([VICTIM, MALLORY].map(({ uuid }) => names.falseClaims.has('Mallory', uuid))).toEqual([true, false]);
});

it('knows no claim for a false one that is so old that the name may have been handed on since', async () => {
  const { names, clock } = open();
  await names.load(['Mallory']);
  names.claim('Mallory', VICTIM.uuid);
  await clock.leap(38 * 86_400_000);
  names.claim('Mallory', MALLORY.uuid);
  await names.prove('Mallory', testPlayer(3, 'Heir').uuid, 'account');
  expect([VICTIM, MALLORY].map(({ uuid }) => names.falseClaims.has('Mallory', uuid))).toEqual([false, true]);
});

it('keeps every one of several claims open, in whatever order they come again', async () => {
  const { names } = open();
  await names.load(['Mallory']);
  const all = Array.from({ length: 8 }, (_, at) => testPlayer(50 + at, 'Any').uuid);
  for (const uuid of [...all, ...all.toReversed()]) names.claim('Mallory', uuid);
  await names.prove('Mallory', MALLORY.uuid, 'account');
  expect(all.filter((uuid) => names.falseClaims.has('Mallory', uuid))).toEqual(all);
});

it('knows the claim for a true one of whoever the name is proved to be', async () => {
  const { names } = open();
  await names.load(['Mallory']);
  for (const { uuid } of [MALLORY, VICTIM]) names.claim('Mallory', uuid);
  await names.prove('Mallory', MALLORY.uuid, 'account');
  expect([VICTIM, MALLORY].map(({ uuid }) => names.falseClaims.has('Mallory', uuid))).toEqual([true, false]);
});
