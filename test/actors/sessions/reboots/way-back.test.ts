import { describe, expect, it } from 'vitest';
import type { ServerReport } from '../../../../src/actors/agents.ts';
import type { RebootRules } from '../../../../src/actors/sessions/reboots/reboot-rules.ts';
import { openFixture } from '../../network-fixture.ts';
import { testPlayers } from '../../test-players.ts';

const [ANN, BEN, CEM] = testPlayers(3);

async function open(rules: Partial<RebootRules> = {}, report: ServerReport = {}) {
  if (ANN === undefined || BEN === undefined || CEM === undefined) throw new Error('people are missing');
  const fixture = await openFixture({
    reboot: { countdownSeconds: 0, wayBack: '{server} is back', ...rules },
  });
  const proxy = fixture.proxy().connect();
  const hub = fixture.backend('hub').connect({ type: 'HUB', maxPlayers: 50 });
  const refuge = fixture.backend('refuge').connect({ type: 'GAME' });
  const game = fixture.backend('game').connect({ state: 'RUNNING', ...report });
  for (const one of [ANN, BEN, CEM]) proxy.enter(one, 'game');
  const stopAndReturn = async (): Promise<void> => {
    await fixture.clock.advance(0);
    game.drop();
    await fixture.clock.advance(1_000);
    game.return();
    await fixture.clock.advance(0);
  };
  const on = (server: string): number =>
    fixture.network.servers.all().find(({ name }) => name === server)?.players ?? 0;
  return { ...fixture, home: proxy, hub, refuge, game, stopAndReturn, on, ANN, BEN, CEM };
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

  it('are offered the way back when it has returned, if they are still online', async () => {
    const { network, hub, home, stopAndReturn, events, ANN: ann, BEN: ben, CEM: cem, clock } = await open();
    await network.servers.restart('game');
    await clock.advance(0);
    home.leave(cem.uuid);
    home.switch(ben.uuid, 'somewhere');
    await stopAndReturn();
    expect(hub.offers).toEqual([{ uuid: ann.uuid, server: 'game', message: 'game is back' }]);
    expect(home.messages).toEqual([{ uuid: ben.uuid, message: 'game is back' }]);
    expect(events('player_leave')).toHaveLength(1);
  });

  it('are offered the way back by a click of their proxy, where their server has no menus', async () => {
    const { network, clock, hub, refuge, home, stopAndReturn, ANN: ann, BEN: ben, CEM: cem } = await open();
    home.speaks = true;
    home.drop();
    home.connect();
    refuge.hasMenus = true;
    refuge.return({ type: 'GAME' });
    await network.servers.restart('game');
    await clock.advance(0);
    home.switch(ben.uuid, 'refuge');
    home.switch(cem.uuid, 'somewhere');
    await stopAndReturn();
    expect(home.offers.map(({ uuid, server, message }) => [uuid, server, message])).toEqual([
      [ann.uuid, 'game', 'game is back'],
      [cem.uuid, 'game', 'game is back'],
    ]);
    expect(refuge.offers.map(({ uuid }) => uuid)).toEqual([ben.uuid]);
    expect([...hub.offers, ...home.messages]).toEqual([]);
  });

  it('are offered the way back by the server that holds them, whoever else lists them', async () => {
    const { network, backend, hub, home, game, stopAndReturn, clock, ANN: ann } = await open();
    home.leave(ann.uuid);
    home.enter(ann);
    game.session.report({ players: [ann.uuid] });
    await clock.advance(3_000);
    // Only the lists say where the player goes.
    home.behaviour = 'refuses';
    await network.servers.restart('game', true);
    await clock.advance(0);
    game.session.report({ players: [] });
    hub.session.report({ players: [ann.uuid] });
    await clock.advance(20_000);
    backend('evil').connect({ players: [ann.uuid] });
    await stopAndReturn();
    expect(hub.offers.map(({ uuid }) => uuid)).toEqual([ann.uuid]);
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

  it('are offered nothing when it does not return, or when the message is empty', async () => {
    const failed = await open();
    failed.game.takesReboots = false;
    await failed.network.servers.restart('game');
    await failed.clock.advance(0);
    expect(failed.network.servers.get('game').restart?.phase).toBe('failed');
    expect([...failed.hub.offers, ...failed.home.messages]).toEqual([]);

    const silent = await open({ wayBack: '' });
    await silent.network.servers.restart('game');
    await silent.stopAndReturn();
    expect(silent.hub.offers).toEqual([]);
  });
});
