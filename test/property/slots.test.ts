import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openFixture } from '../actors/network-fixture.ts';
import { testPlayer } from '../actors/test-players.ts';
import { runs } from '../actors/runs.ts';

const SLOTS_PER_ADDRESS = 4;
/** An address of the stranger's network of this number: of IPv4 a /24, of IPv6 a /48. */
function addressIn(network: number, host: number): string {
  return network % 2 === 0 ? `203.0.${network}.${host}` : `2001:db8:${network}:${host.toString(16)}::1`;
}

const attempt = fc.record({
  do: fc.constantFrom('login', 'login', 'login', 'cancel'),
  who: fc.nat(40),
  network: fc.nat(11),
  host: fc.nat(6),
});
const flood = fc.array(attempt, { maxLength: 30, size: 'max' });
const situation = fc.record({
  maxPlayers: fc.integer({ min: 2, max: 12 }),
  online: fc.nat(10),
  networks: fc.integer({ min: 1, max: 11 }),
  before: flood,
  after: flood,
});

describe('slots, against a stranger who logs in again and again and never joins', () => {
  it('let an honest player in whose network has no login, if the stranger has fewer networks than there are slots', () =>
    fc.assert(
      fc.asyncProperty(situation, async (given) => {
        const { network, clock, proxy } = await openFixture({ slotsPerAddress: SLOTS_PER_ADDRESS });
        const { maxPlayers } = given;
        await network.proxy.update({ maxPlayers });
        const home = proxy().connect();
        const online = Math.min(given.online, maxPlayers - 2);
        const networks = Math.min(given.networks, maxPlayers - online - 1);
        const here = Array.from({ length: online }, (_, at) => testPlayer(1000 + at));
        for (const one of here) home.enter(one);
        const attack = (steps: typeof given.before): void => {
          for (const { do: what, who, network: at, host } of steps) {
            const stranger = { ...testPlayer(who + 1), ip: addressIn(at % networks, host) };
            if (what === 'login') home.login(stranger);
            else home.cancel(stranger.uuid);
            expect(network.players.onlineCount + network.vitals().slotsReserved).toBeLessThanOrEqual(
              maxPlayers,
            );
          }
        };
        attack(given.before);
        const honest = { ...testPlayer(2000), ip: '198.51.100.7' };
        expect(home.login(honest).allow).toBe(true);
        attack(given.after);
        home.join(honest);
        await clock.advance(0);
        expect(new Set(home.players.keys())).toEqual(new Set([...here, honest].map(({ uuid }) => uuid)));
        expect(network.players.onlineCount).toBe(online + 1);
        expect(network.players.onlineCount + network.vitals().slotsReserved).toBeLessThanOrEqual(maxPlayers);
      }),
      runs(60),
    ));
});
