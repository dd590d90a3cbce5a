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

describe('what is known of players', () => {
  it('is there the next time, asked for once, and anew after ten seconds', async () => {
    const clock = new TestClock();
    let asked = 0;
    const memory = new PlayerFactsCache({ ask: async (uuid) => facts(uuid, (asked += 1)), clock });
    expect(memory.factsOf(ALICE)).toBeUndefined();
    expect(memory.factsOf(ALICE)).toBeUndefined();
    await turn();
    expect(memory.factsOf(ALICE)?.totalTime).toBe(1);
    await clock.advance(10_000);
    expect(memory.factsOf(ALICE)?.totalTime).toBe(1);
    await turn();
    expect(memory.factsOf(ALICE)?.totalTime).toBe(2);
  });

  it('stays as it was while the coordinator is away, which is not asked without end', async () => {
    const clock = new TestClock();
    let asked = 0;
    let isAway = false;
    const memory = new PlayerFactsCache({
      ask: async (uuid) => {
        asked += 1;
        if (isAway) throw new AppError('platform_unavailable');
        return facts(uuid, 7);
      },
      clock,
    });
    memory.factsOf(ALICE);
    await turn();
    isAway = true;
    await clock.advance(10_000);
    for (let look = 0; look < 100; look += 1) {
      expect(memory.factsOf(ALICE)?.totalTime).toBe(7);
      await turn();
    }
    expect(asked).toBe(2);
  });

  it('says that nobody knows a player', async () => {
    const ask = () => Promise.reject(new AppError('player_not_found'));
    const memory = new PlayerFactsCache({ ask, clock: new TestClock() });
    memory.factsOf(ALICE);
    await turn();
    expect(memory.factsOf(ALICE)).toBeNull();
  });

  it('has a bound, and asks for few at once', async () => {
    let asking = 0;
    const ask = (): Promise<PlayerFacts> => {
      asking += 1;
      return new Promise(() => {});
    };
    const memory = new PlayerFactsCache({ ask, clock: new TestClock() });
    for (let at = 0; at < 6_000; at += 1) {
      memory.factsOf(`00000000-0000-4000-8000-${String(at).padStart(12, '0')}` as Uuid);
    }
    await turn();
    expect(memory.size).toBe(5_000);
    expect(asking).toBe(32);
  });
});

describe('the replica of the network', () => {
  const rest = { onlinePlayers: 1, maxPlayers: 2, maintenance: false, motd: 'm' };

  it('believes a list only when all its parts have come', () => {
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
