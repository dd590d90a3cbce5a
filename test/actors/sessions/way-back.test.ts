import { describe, expect, it } from 'vitest';
import type { ServerReport } from '../../../src/actors/network.ts';
import type { RebootRules } from '../../../src/actors/sessions/reboots.ts';
import { openBed } from '../network-fixture.ts';
import { people } from '../people.ts';

const [ANN, BEN, CEM] = people(3);

async function open(rules: Partial<RebootRules> = {}, report: ServerReport = {}) {
  if (ANN === undefined || BEN === undefined || CEM === undefined) throw new Error('people are missing');
  const bed = await openBed({ reboot: { countdownSeconds: 0, wayBack: '{server} is back', ...rules } });
  const proxy = bed.proxy().connect();
  const hub = bed.backend('hub').connect({ type: 'HUB', maxPlayers: 50 });
  const refuge = bed.backend('refuge').connect({ type: 'GAME' });
  const game = bed.backend('game').connect({ state: 'RUNNING', ...report });
  for (const one of [ANN, BEN, CEM]) proxy.enter(one, 'game');
  const stopAndReturn = async (): Promise<void> => {
    await bed.clock.advance(0);
    game.drop();
    await bed.clock.advance(1_000);
    game.return();
    await bed.clock.advance(0);
  };
  const on = (server: string): number =>
    bed.network.servers.all().find(({ name }) => name === server)?.players ?? 0;
  return { ...bed, home: proxy, hub, refuge, game, stopAndReturn, on, ANN, BEN, CEM };
}

describe('players of a server that reboots', () => {
  it('go to the fallbacks in their order, and to a hub only after them', async () => {
    const { network, clock, home, on } = await open({ fallbacks: ['nowhere', 'game', 'refuge'] });
    await network.servers.restart('game');
    await clock.advance(0);
    expect([on('refuge'), on('hub'), on('game')]).toEqual([3, 0, 0]);
    expect(new Set(home.sends.map(({ server }) => server))).toEqual(new Set(['refuge']));
  });

  it('go to a hub when no fallback takes them', async () => {
    const { network, clock, home, on } = await open({ fallbacks: ['refuge'] });
    home.fullServers.add('refuge');
    await network.servers.restart('game');
    await clock.advance(0);
    expect([on('refuge'), on('hub'), on('game')]).toEqual([0, 3, 0]);
  });

  it('go where their own server says, which counts more than what is configured for all', async () => {
    const { network, clock, on } = await open({ fallbacks: ['hub'] }, { reboot: { fallbacks: ['refuge'] } });
    await network.servers.restart('game');
    await clock.advance(0);
    expect(on('refuge')).toBe(3);
  });

  it('stay when there is nowhere to go, and the server with them, unless it wants otherwise', async () => {
    const kept = await open();
    kept.hub.session.report({ type: 'SPECTATOR' });
    await kept.network.servers.restart('game');
    await kept.clock.advance(0);
    expect(kept.on('game')).toBe(3);
    expect(kept.network.servers.get('game')).toMatchObject({
      state: 'RUNNING',
      restart: { phase: 'failed', failure: 'no hub is up to take the players' },
    });

    const forced = await open({ force: false }, { reboot: { force: true } });
    forced.hub.session.report({ type: 'SPECTATOR' });
    await forced.network.servers.restart('game');
    await forced.clock.advance(0);
    expect(forced.game.reboots).toHaveLength(1);
  });

  it('are offered the way back when it has returned: who is still here, and nobody else', async () => {
    const { network, hub, home, stopAndReturn, events, ANN: ann, BEN: ben, CEM: cem, clock } = await open();
    await network.servers.restart('game');
    await clock.advance(0);
    home.leave(cem.uuid);
    home.switch(ben.uuid, 'somewhere');
    await stopAndReturn();
    expect(hub.offers).toEqual([{ uuid: ann.uuid, server: 'game', message: 'game is back' }]);
    expect(home.tells).toEqual([{ uuid: ben.uuid, message: 'game is back' }]);
    expect(events('player_leave')).toHaveLength(1);
  });

  it('are offered the way back once: the next reboot offers it to its own players only', async () => {
    const { network, hub, home, game, stopAndReturn, clock, ANN: ann, BEN: ben, CEM: cem } = await open();
    for (const one of [ben, cem]) home.leave(one.uuid);
    for (const players of [[ann], [ben]]) {
      for (const one of players) home.enter(one, 'game');
      await network.servers.restart('game');
      await clock.advance(0);
      await stopAndReturn();
    }
    expect(game.reboots).toHaveLength(2);
    expect(hub.offers.map(({ uuid }) => uuid)).toEqual([ann.uuid, ben.uuid]);
  });

  it('are offered nothing when it does not return, or where nothing is to be said', async () => {
    const failed = await open();
    failed.game.takesReboots = false;
    await failed.network.servers.restart('game');
    await failed.clock.advance(0);
    expect(failed.network.servers.get('game').restart?.phase).toBe('failed');
    expect([...failed.hub.offers, ...failed.home.tells]).toEqual([]);

    const silent = await open({ wayBack: '' });
    await silent.network.servers.restart('game');
    await silent.stopAndReturn();
    expect(silent.hub.offers).toEqual([]);
  });
});
