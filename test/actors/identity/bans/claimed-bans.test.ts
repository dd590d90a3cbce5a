import { expect, it } from 'vitest';
import { openFixture } from '../../network-fixture.ts';
import { ADMIN, type TestPlayer, testPlayer, testPlayers } from '../../test-players.ts';
import { FakeAccounts } from '../fake-accounts.ts';
import { FakeEdge } from '../fake-edge.ts';

async function open(identity: 'online' | 'offline' = 'online') {
  const accounts = new FakeAccounts();
  accounts.away = true;
  const fixture = await openFixture({ accounts });
  const edge = new FakeEdge(fixture.network, fixture.clock, 'edge', identity);
  const banAll = async (players: readonly TestPlayer[]): Promise<void> => {
    for (const { name, uuid } of players) {
      const session = await edge.enter(name, uuid);
      const ban = { uuid: session?.uuid ?? uuid, name, time: 'perma', reason: 'x' } as const;
      await fixture.network.bans.ban(ban, ADMIN);
    }
    await fixture.clock.advance(1_000);
    accounts.asked.length = 0;
  };
  return { ...fixture, accounts, edge, banAll };
}

it('asks about five names a round, those first that were banned last', async () => {
  const { accounts, clock, banAll } = await open();
  const people = testPlayers(12);
  await banAll(people);
  await clock.advance(300_000);
  for (const { name, uuid } of people) accounts.set(name, uuid);
  accounts.asked.length = 0;
  accounts.away = false;
  const rounds: number[] = [];
  for (let at = 0; at < 300; at += 1) {
    await clock.advance(1_000);
    if (accounts.asked.length !== rounds.at(-1)) rounds.push(accounts.asked.length);
  }
  expect(rounds.filter((asked) => asked > 0)).toEqual([5, 10, 12]);
  expect(accounts.asked[0]).toBe(people.at(-1)?.name);
});

it('asks about a player who is online at once, however many names of bans wait', async () => {
  const { accounts, clock, edge, banAll } = await open();
  await banAll(testPlayers(40));
  await clock.advance(300_000);
  const ann = testPlayer(99, 'Ann');
  accounts.set('Ann', ann.uuid);
  accounts.away = false;
  accounts.spent = true;
  await edge.enter('Ann', null);
  await clock.advance(1_000);
  expect(edge.sessions).toMatchObject([{ uuid: ann.uuid }]);
});

it('asks less and less often while the service is away', async () => {
  const { accounts, clock, banAll } = await open();
  await banAll(testPlayers(20));
  await clock.advance(600_000);
  expect(accounts.asked.length).toBeLessThanOrEqual(75);
  expect(accounts.asked.length).toBeGreaterThanOrEqual(45);
});

it('asks about a name that nobody has ten times', async () => {
  const { accounts, clock, banAll } = await open();
  await banAll([testPlayer(1, 'Nobody')]);
  accounts.away = false;
  await clock.advance(86_400_000);
  expect(accounts.asked.length).toBeGreaterThanOrEqual(10);
  const asked = accounts.asked.length;
  await clock.advance(86_400_000);
  expect(accounts.asked).toHaveLength(asked);
});

it('asks nothing about a ban that was lifted', async () => {
  const { accounts, clock, network, banAll } = await open();
  const cheat = testPlayer(1, 'Cheat');
  await banAll([cheat]);
  await network.bans.unban(cheat.uuid, ADMIN);
  await clock.advance(600_000);
  expect(accounts.asked).toEqual([]);
});

it('asks nothing again in a network whose servers check no accounts', async () => {
  const { accounts, clock, banAll } = await open('offline');
  await banAll(testPlayers(3));
  await clock.advance(600_000);
  expect(accounts.asked).toEqual([]);
});

it('finds the stored bans after a start, over many slices and although the database was away', async () => {
  const { accounts, clock, storage, reopen, network } = await open();
  const people = testPlayers(1_203);
  const now = clock.now();
  for (const { uuid, name } of people) {
    await network.bans.ban({ uuid, name, time: 'perma', reason: 'x' }, ADMIN);
    const key = name.toLowerCase();
    storage.rows.names.set(key, { key, uuid, provedBy: null, provedAt: 0, firstSeen: now, lastSeen: now });
    accounts.set(name, uuid);
  }
  clock.dropTimers();
  const after = await reopen();
  accounts.asked.length = 0;
  accounts.away = false;
  const edge = new FakeEdge(after.network, clock, 'edge');
  const find = storage.names.findMany.bind(storage.names);
  await edge.login('Someone', null);
  storage.names.findMany = () => Promise.reject(new Error('away'));
  await clock.advance(20_000);
  storage.names.findMany = find;
  await clock.advance(86_400_000);
  expect(new Set(accounts.asked).size).toBe(people.length + 1);
});

it('asks nothing any more once the network is closed', async () => {
  const { accounts, clock, network, banAll } = await open();
  await banAll(testPlayers(3));
  await network.close();
  await clock.advance(600_000);
  expect(accounts.asked).toEqual([]);
  expect(clock.pending).toBe(0);
});
