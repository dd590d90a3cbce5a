import { expect, it } from 'vitest';
import { openFixture } from '../actors/network-fixture.ts';
import { testPlayer, testPlayers } from '../actors/test-players.ts';
import { KeptLog } from '../channel/channel-fixture.ts';

const STEPS = 50;
const PLAYERS = testPlayers(2_000);

/** A network whose turns the test takes. */
async function stage() {
  const due: (() => void)[] = [];
  const fixture = await openFixture({ turns: { steps: STEPS, next: (run) => due.push(run) } });
  await fixture.network.proxy.update({ maxPlayers: 1_000_000 });
  const count = () => fixture.network.players.onlineCount;
  /** Takes all turns that are due; returns the most players who came or went in one. */
  const settle = (): number => {
    let most = 0;
    for (let turn = due.shift(); turn !== undefined; turn = due.shift()) {
      const before = count();
      turn();
      most = Math.max(most, Math.abs(count() - before));
    }
    return most;
  };
  settle();
  return { ...fixture, count, settle, turn: () => due.shift()?.() };
}

it('the list of a whole proxy is taken over many turns, and so is its end', async () => {
  const { proxy, clock, count, settle } = await stage();
  const home = proxy();
  for (const player of PLAYERS) home.join(player);
  home.connect();
  expect(count()).toBeLessThanOrEqual(STEPS);
  expect(settle()).toBeLessThanOrEqual(STEPS);
  expect(count()).toBe(PLAYERS.length);
  home.players.clear();
  home.sync();
  expect(count()).toBeGreaterThanOrEqual(PLAYERS.length - STEPS);
  expect(settle()).toBeLessThanOrEqual(STEPS);
  expect(count()).toBe(0);
  for (const player of PLAYERS) home.join(player);
  expect(settle()).toBeLessThanOrEqual(STEPS);
  home.drop();
  settle();
  await clock.advance(10_000);
  expect(count()).toBeGreaterThanOrEqual(PLAYERS.length - STEPS);
  expect(settle()).toBeLessThanOrEqual(STEPS);
  expect(count()).toBe(0);
});

it('what is reported after a long list counts after it, and no other proxy waits for it', async () => {
  const { proxy, network, count, settle, turn } = await stage();
  const other = proxy('other').connect();
  settle();
  const home = proxy();
  for (const player of PLAYERS) home.join(player);
  home.connect();
  const last = PLAYERS.at(-1) ?? testPlayer(0);
  home.leave(last.uuid);
  const elsewhere = testPlayer(10_000);
  other.join(elsewhere);
  turn();
  expect((await network.players.detail(elsewhere.uuid)).isOnline).toBe(true);
  settle();
  expect(count()).toBe(PLAYERS.length);
});

it('of a list whose connection was lost in the middle nothing more is taken', async () => {
  const { proxy, count, settle } = await stage();
  const home = proxy();
  for (const player of PLAYERS) home.join(player);
  home.connect();
  const before = count();
  home.drop();
  settle();
  expect(count()).toBe(before);
});

it('players who are refused, and kicks that nobody answers, are a line of the log for each proxy and minute', async () => {
  const log = new KeptLog();
  const { network, proxy, clock } = await openFixture({ logger: log });
  await network.proxy.update({ maintenance: true });
  const home = proxy().connect();
  home.behaviour = 'silent';
  for (const player of PLAYERS.slice(0, 300)) home.join(player);
  await clock.advance(60_000);
  const lines = (event: string) => log.lines.filter((line) => line.event === event);
  expect(lines('join.refused')).toEqual([
    expect.objectContaining({ proxy: 'proxy-1', name: 'Player_1', times: 1 }),
    expect.objectContaining({ proxy: 'proxy-1', name: 'Player_2', times: 299 }),
  ]);
  expect(lines('kick.unanswered').length).toBeLessThanOrEqual(2);
});
