import { expect, it } from 'vitest';
import { openBed } from '../actors/network-fixture.ts';
import { ADMIN, people } from '../actors/people.ts';

const CROWD = people(10_000);

/** Everything that is counted, besides what only grows because it counts what happened. */
function figures({ network, clock }: Awaited<ReturnType<typeof openBed>>): unknown {
  const { admissions: _, ...held } = network.vitals();
  return { held, timers: clock.pending, bans: network.bans.activeCount };
}

it('keeps nothing of 10 000 players who came and went: no actor, no entry, no seat, no timer', async () => {
  const bed = await openBed();
  const { network, clock, proxy } = bed;
  await network.proxy.update({ maxPlayers: 20_000 });
  const home = proxy().connect();
  await clock.advance(60_000);
  const before = figures(bed);
  for (const one of CROWD) home.enter(one, 'lobby');
  expect(network.vitals()).toMatchObject({ onlinePlayers: 10_000, actors: { player: 10_000 } });
  await clock.advance(60_000);
  for (const one of CROWD) home.leave(one.uuid);
  await clock.advance(60_000);
  expect(figures(bed)).toEqual(before);
});

it('keeps nothing of 10 000 logins that never joined', async () => {
  const bed = await openBed();
  await bed.network.proxy.update({ maxPlayers: 20_000 });
  const home = bed.proxy().connect();
  await bed.clock.advance(60_000);
  const before = figures(bed);
  for (const one of CROWD) home.login(one);
  expect(bed.network.vitals().slotsReserved).toBe(10_000);
  await bed.clock.advance(30_000);
  expect(figures(bed)).toEqual(before);
});

it('keeps nothing of 2 000 players who left with their proxy', async () => {
  const bed = await openBed();
  await bed.network.proxy.update({ maxPlayers: 20_000 });
  await bed.clock.advance(60_000);
  const before = figures(bed);
  const home = bed.proxy().connect();
  for (const one of CROWD.slice(0, 2000)) home.enter(one);
  home.drop();
  await bed.clock.advance(10_000);
  expect(bed.events('player_leave')).toHaveLength(2000);
  await bed.clock.advance(60_000);
  expect(figures(bed)).toEqual(before);
});

it('keeps of a thousand bans and unbans no actor and no timer, and of a kick nobody answers no try', async () => {
  const bed = await openBed();
  const { network, clock, proxy } = bed;
  const home = proxy().connect();
  home.manners = 'silent';
  const before = figures(bed);
  for (const { uuid, name } of CROWD.slice(0, 1000)) {
    await network.bans.ban({ uuid, name, time: '1Y', reason: '' }, ADMIN);
    home.join({ uuid, name, ip: '' });
    await network.bans.unban(uuid, ADMIN);
    home.leave(uuid);
  }
  await clock.advance(60_000);
  // One timer waits for the end of the earliest ban there was; it finds it lifted.
  expect(clock.pending).toBeLessThanOrEqual((before as { timers: number }).timers + 1);
  expect({ ...(figures(bed) as object), timers: 0 }).toEqual({ ...(before as object), timers: 0 });
});
