import { describe, expect, it } from 'vitest';
import { PlayerFactsCache } from '../../src/backend/player-facts-cache.ts';
import { NetworkReplica } from '../../src/backend/network-replica.ts';
import type { PlayerFacts } from '../../src/channel/protocol/coordinator-messages.ts';
import { AppError } from '../../src/domain/errors.ts';
import type { Uuid } from '../../src/domain/uuid.ts';
import { TestClock, turn } from '../fixtures/test-clock.ts';
import { ALICE } from '../channel/channel-fixture.ts';
import { listed } from './backend-fixture.ts';

const facts = (uuid: Uuid, totalTime: number): PlayerFacts => ({
  uuid,
  totalTime,
  totalTimeText: '',
  joined: '',
  banned: false,
  server: '',
  party: null,
  friendsOnline: 0,
});

describe('the cache of player facts', () => {
  it('requests facts once, has them for the next call, and requests them again after ten seconds', async () => {
    const clock = new TestClock();
    let requests = 0;
    const cache = new PlayerFactsCache({ request: async (uuid) => facts(uuid, (requests += 1)), clock });
    expect(cache.factsOf(ALICE)).toBeUndefined();
    expect(cache.factsOf(ALICE)).toBeUndefined();
    await turn();
    expect(cache.factsOf(ALICE)?.totalTime).toBe(1);
    await clock.advance(10_000);
    expect(cache.factsOf(ALICE)?.totalTime).toBe(1);
    await turn();
    expect(cache.factsOf(ALICE)?.totalTime).toBe(2);
  });

  it.each([-3_600_000, 3_600_000])(
    'has facts for ten seconds, also when the clock is set by %d ms',
    async (by) => {
      const clock = new TestClock();
      let requests = 0;
      const cache = new PlayerFactsCache({ request: async (uuid) => facts(uuid, (requests += 1)), clock });
      cache.factsOf(ALICE);
      await turn();
      clock.jump(by);
      cache.factsOf(ALICE);
      expect(requests).toBe(1);
      await clock.advance(10_000);
      cache.factsOf(ALICE);
      expect(requests).toBe(2);
    },
  );

  it('keeps facts while the coordinator is away, and does not request them without end', async () => {
    const clock = new TestClock();
    let requests = 0;
    let isAway = false;
    const cache = new PlayerFactsCache({
      request: async (uuid) => {
        requests += 1;
        if (isAway) throw new AppError('platform_unavailable');
        return facts(uuid, 7);
      },
      clock,
    });
    cache.factsOf(ALICE);
    await turn();
    isAway = true;
    await clock.advance(10_000);
    for (let look = 0; look < 100; look += 1) {
      expect(cache.factsOf(ALICE)?.totalTime).toBe(7);
      await turn();
    }
    expect(requests).toBe(2);
  });

  it('has null for a player whom the network does not know', async () => {
    const request = () => Promise.reject(new AppError('player_not_found'));
    const cache = new PlayerFactsCache({ request, clock: new TestClock() });
    cache.factsOf(ALICE);
    await turn();
    expect(cache.factsOf(ALICE)).toBeNull();
  });

  it('holds a limited number of players, and sends few requests at once', async () => {
    let waiting = 0;
    const request = (): Promise<PlayerFacts> => {
      waiting += 1;
      return new Promise(() => {});
    };
    const cache = new PlayerFactsCache({ request, clock: new TestClock() });
    for (let at = 0; at < 6_000; at += 1) {
      cache.factsOf(`00000000-0000-4000-8000-${String(at).padStart(12, '0')}` as Uuid);
    }
    await turn();
    expect(cache.size).toBe(5_000);
    expect(waiting).toBe(32);
  });
});

describe('the replica of the network', () => {
  const rest = { onlinePlayers: 1, maxPlayers: 2, maintenance: false, motd: 'm' };

  it('takes a list only when all its parts have arrived', () => {
    let changes = 0;
    const replica = new NetworkReplica(() => (changes += 1));
    replica.receive({ type: 'network', part: 1, last: false, servers: [listed('a')], ...rest });
    expect(replica.facts).toBeNull();
    replica.receive({ type: 'network', part: 2, last: true, servers: [listed('b')], ...rest });
    expect([...replica.servers()].map(({ name }) => name)).toEqual(['a', 'b']);
    replica.receive({ type: 'network', part: 2, last: true, servers: [listed('c')], ...rest });
    expect(replica.server('c')).toBeUndefined();
    replica.receive({ type: 'network.update', servers: [listed('c')], removed: ['a'], ...rest });
    expect([...replica.servers()].map(({ name }) => name)).toEqual(['b', 'c']);
    expect(changes).toBe(2);
    expect(replica.receive({ type: 'reboot', id: 1, reboot: 'r', countdownSeconds: 0, message: '' })).toBe(
      false,
    );
  });
});
