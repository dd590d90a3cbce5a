import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openFixture } from '../actors/network-fixture.ts';
import { ADMIN, testPlayers, testPlayer } from '../actors/test-players.ts';
import { runs } from '../actors/runs.ts';

const STEVE = testPlayer(99, 'Steve');
const situation = fc.record({
  banned: fc.boolean(),
  maintenance: fc.boolean(),
  preventJoin: fc.boolean(),
  online: fc.integer({ min: 0, max: 4 }),
  slots: fc.integer({ min: 0, max: 3 }),
  maxPlayers: fc.integer({ min: 1, max: 6 }),
  bypass: fc.constantFrom(null, 'Steve', 'STEVE', 'steve', 'Steven', 'teve'),
});

describe('admission in any situation', () => {
  it('gives the first refusal that applies, at the login and at the join, where only players online fill the network', () =>
    fc.assert(
      fc.asyncProperty(situation, async (given) => {
        const { network, clock, proxy, events } = await openFixture();
        const home = proxy().connect();
        const crowd = testPlayers(given.online + given.slots);
        for (const one of crowd.slice(0, given.online)) home.enter(one);
        for (const one of crowd.slice(given.online)) home.login(one);
        const { maintenance, preventJoin, maxPlayers, bypass } = given;
        const maintenanceBypass = bypass === null ? [] : [bypass];
        await network.proxy.update({ maintenance, preventJoin, maxPlayers, maintenanceBypass });
        const { uuid, name } = STEVE;
        if (given.banned) await network.bans.ban({ uuid, name, time: '1h', reason: '' }, ADMIN);

        const bypasses = bypass?.toLowerCase() === 'steve';
        const expectedWith = (taken: number): string => {
          const refusals = [
            given.banned && 'banned',
            maintenance && !bypasses && 'maintenance',
            preventJoin && !bypasses && 'join_prevented',
            taken >= maxPlayers && !bypasses && 'network_full',
          ];
          return refusals.find((refusal) => refusal !== false) ?? 'allowed';
        };
        const answer = home.login(STEVE);
        const atLogin = expectedWith(given.online + given.slots);
        expect(answer.allow ? 'allowed' : answer.code).toBe(atLogin);
        home.join(STEVE);
        await clock.advance(0);
        const isLetIn = expectedWith(given.online) === 'allowed';
        expect(events('player_join').some((join) => join.uuid === uuid)).toBe(isLetIn);
        expect(home.players.has(uuid)).toBe(isLetIn);
        const isDisplacing = isLetIn && atLogin !== 'allowed';
        expect(network.vitals().slotsReserved).toBe(isDisplacing ? given.slots - 1 : given.slots);
      }),
      runs(300),
    ));
});
