import { expect, it } from 'vitest';
import { openFixture } from '../actors/network-fixture.ts';
import { ADMIN, testPlayers } from '../actors/test-players.ts';

const PLAYERS = testPlayers(10_000);
/** A second past a minute: what each minute begins is over by then. */
const SETTLED_MS = 61_000;

/** Everything that is counted, without what only grows because it counts events. */
function figures({ network, clock }: Awaited<ReturnType<typeof openFixture>>): unknown {
  const { admissions: _, ...held } = network.vitals();
  return { held, timers: clock.pending, bans: network.bans.activeCount };
}

it('keeps nothing of 10 000 players who joined and left: no actor, no entry, no slot, no timer', async () => {
  const fixture = await openFixture();
  const { network, clock, proxy } = fixture;
  await network.proxy.update({ maxPlayers: 20_000 });
  const home = proxy().connect();
  await clock.advance(SETTLED_MS);
  const before = figures(fixture);
  for (const one of PLAYERS) home.enter(one, 'lobby');
  expect(network.vitals()).toMatchObject({ onlinePlayers: 10_000, actors: { player: 10_000 } });
  await clock.advance(60_000);
  for (const one of PLAYERS) home.leave(one.uuid);
  await clock.advance(60_000);
  expect(figures(fixture)).toEqual(before);
});

it('keeps nothing of 10 000 logins that never joined', async () => {
  const fixture = await openFixture();
  await fixture.network.proxy.update({ maxPlayers: 20_000 });
  const home = fixture.proxy().connect();
  await fixture.clock.advance(SETTLED_MS);
  const before = figures(fixture);
  for (const one of PLAYERS) home.login(one);
  expect(fixture.network.vitals().slotsReserved).toBe(10_000);
  await fixture.clock.advance(30_000);
  expect(figures(fixture)).toEqual(before);
});

it('keeps nothing of 2 000 players who left with their proxy', async () => {
  const fixture = await openFixture();
  await fixture.network.proxy.update({ maxPlayers: 20_000 });
  await fixture.clock.advance(SETTLED_MS);
  const before = figures(fixture);
  const home = fixture.proxy().connect();
  for (const one of PLAYERS.slice(0, 2000)) home.enter(one);
  home.drop();
  await fixture.clock.advance(10_000);
  expect(fixture.events('player_leave')).toHaveLength(2000);
  await fixture.clock.advance(60_000);
  expect(figures(fixture)).toEqual(before);
});

it('keeps no actor and no timer of a thousand bans and unbans, and of kicks that no proxy answers', async () => {
  const fixture = await openFixture();
  const { network, clock, proxy } = fixture;
  const home = proxy().connect();
  home.behaviour = 'silent';
  const before = figures(fixture);
  for (const { uuid, name } of PLAYERS.slice(0, 1000)) {
    await network.bans.ban({ uuid, name, time: '1Y', reason: '' }, ADMIN);
    home.join({ uuid, name, ip: '' });
    await network.bans.unban(uuid, ADMIN);
    home.leave(uuid);
  }
  // The kicks that nobody answers are in the log for a minute, and then once more with their number.
  await clock.advance(180_000);
  // One timer waits for the end of the earliest ban there was; it finds it lifted.
  expect(clock.pending).toBeLessThanOrEqual((before as { timers: number }).timers + 1);
  expect({ ...(figures(fixture) as object), timers: 0 }).toEqual({ ...(before as object), timers: 0 });
});
