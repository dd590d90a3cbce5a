import { expect, it } from 'vitest';
import { openFixture } from '../network-fixture.ts';
import { testPlayer, testPlayers } from '../test-players.ts';
import { FakeAccounts } from './fake-accounts.ts';
import { FakeEdge } from './fake-edge.ts';

async function open() {
  const accounts = new FakeAccounts();
  const fixture = await openFixture({ accounts });
  const edge = new FakeEdge(fixture.network, fixture.clock, 'edge');
  return { ...fixture, accounts, edge };
}

it('asks about those who are online, ten at a time, those first who are there for longest', async () => {
  const { accounts, clock, edge } = await open();
  const people = testPlayers(25);
  accounts.away = true;
  for (const { name, uuid } of people) await edge.enter(name, uuid);
  await clock.advance(70_000);
  for (const { name, uuid } of people) accounts.set(name, uuid);
  accounts.asked.length = 0;
  accounts.away = false;
  accounts.slow = () =>
    new Promise((resolve) => {
      clock.setTimeout(resolve, 100);
    });
  const rounds: number[] = [];
  for (let at = 0; at < 700; at += 1) {
    await clock.advance(100);
    if (accounts.asked.length !== rounds.at(-1)) rounds.push(accounts.asked.length);
  }
  expect(rounds.filter((asked) => asked > 0)).toEqual([10, 20, 25]);
  expect(accounts.asked).toEqual(people.map(({ name }) => name));
});

it('asks less and less often while the service is away, about ten names a time', async () => {
  const { accounts, clock, edge } = await open();
  accounts.away = true;
  for (const { name, uuid } of testPlayers(30)) await edge.enter(name, uuid);
  accounts.asked.length = 0;
  await clock.advance(600_000);
  // After 5, 10, 20 and 40 s, and then once a minute.
  expect(accounts.asked.length).toBeLessThanOrEqual(130);
  expect(accounts.asked.length).toBeGreaterThanOrEqual(90);
});

it('asks less and less often about a name that nobody has, and about others meanwhile', async () => {
  const { accounts, clock, edge } = await open();
  await edge.enter('Nobody', testPlayer(1).uuid);
  await clock.advance(3_600_000);
  const often = accounts.asked.filter((name) => name === 'Nobody').length;
  expect(often).toBeGreaterThan(8);
  expect(often).toBeLessThan(20);
  const other = testPlayer(2, 'Other');
  accounts.set('Other', other.uuid);
  accounts.spent = true;
  await edge.enter('Other', other.uuid);
  await clock.advance(100);
  expect(accounts.asked.at(-1)).toBe('Other');
});

it('asks about nobody who has left, and keeps nothing of them', async () => {
  const { accounts, clock, edge, network } = await open();
  await edge.login('Nobody', null);
  const idle = clock.pending;
  for (let at = 0; at < 50; at += 1) {
    const session = await edge.enter(`Nobody_${at}`, testPlayer(at).uuid);
    await clock.advance(10);
    if (session !== undefined) edge.leave(session);
  }
  // Of joins and leaves some writes are under way, and not a timer for each name.
  expect(clock.pending).toBeLessThan(idle + 10);
  const before = accounts.asked.length;
  await clock.advance(3_600_000);
  expect(accounts.asked).toHaveLength(before);
  expect(network.players.onlineCount).toBe(0);
});

it('asks about nobody whom an agent has vouched for', async () => {
  const { accounts, clock, edge, proxy } = await open();
  const ann = testPlayer(1, 'Ann');
  accounts.away = true;
  await edge.enter('Ann', ann.uuid);
  proxy().connect().join(ann);
  await clock.advance(1_000);
  accounts.asked.length = 0;
  accounts.away = false;
  await clock.advance(600_000);
  expect(accounts.asked).toEqual([]);
});

it('asks nothing any more once the network is closed', async () => {
  const { accounts, clock, edge, network } = await open();
  accounts.away = true;
  await edge.enter('Ann', testPlayer(1).uuid);
  await network.close();
  accounts.asked.length = 0;
  await clock.advance(600_000);
  expect(accounts.asked).toEqual([]);
  expect(clock.pending).toBe(0);
});
