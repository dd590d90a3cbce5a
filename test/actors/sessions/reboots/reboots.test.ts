import { describe, expect, it } from 'vitest';
import type { RebootRules } from '../../../../src/actors/sessions/reboots/reboot-rules.ts';
import { openFixture } from '../../network-fixture.ts';
import { testPlayer, testPlayers } from '../../test-players.ts';

const PLAYERS = testPlayers(8);
const COUNTDOWN = 10_000;

/** A game with players, and hubs to move them to. */
async function open(reboot: Partial<RebootRules> = {}, hubs: readonly string[] = ['hub']) {
  const fixture = await openFixture({ reboot });
  const home = fixture.proxy().connect();
  for (const hub of hubs) fixture.backend(hub).connect({ type: 'HUB', maxPlayers: 50 });
  const game = fixture.backend('game').connect({ state: 'RUNNING' });
  for (const one of PLAYERS) home.enter(one, 'game');
  const { servers } = fixture.network;
  return {
    ...fixture,
    home,
    game,
    state: () => servers.get('game').state,
    /** The states that the game server was announced in, each once in a row. */
    states: () =>
      fixture
        .events('server_update')
        .flatMap((update) => (update.name === 'game' && update.state !== undefined ? [update.state] : []))
        .filter((state, index, all) => state !== all[index - 1]),
    failure: () => servers.get('game').restart?.failure,
  };
}

describe('a clean reboot', () => {
  it('is announced above the items of the players by proxies that can, beside the chat of the server', async () => {
    const { network, clock, game, home } = await open();
    home.speaks = true;
    home.drop();
    home.connect();
    await network.servers.restart('game');
    await clock.advance(COUNTDOWN - 1);
    expect(home.shown).toEqual(
      game.announcements.map((message) => ({ to: { server: 'game' }, message, style: 'action-bar' })),
    );
    expect(home.shown).toHaveLength(6);
  });

  it('warns, drains the server, moves all players, stops the server and takes it back when it returns', async () => {
    const { network, clock, game, home, state, states, events, notes } = await open();
    expect(await network.servers.restart('game')).toBe('RUNNING');
    expect(network.vitals().actors.reboot).toBe(1);
    await clock.advance(COUNTDOWN - 1);
    expect(game.announcements).toEqual(
      [10, 5, 4, 3, 2, 1].map((left) => `This server restarts in ${left} seconds.`),
    );
    expect(state()).toBe('RUNNING');
    expect(home.sends).toEqual([]);
    await clock.advance(1);
    expect(network.servers.all().map(({ name, players }) => [name, players])).toEqual([
      ['hub', PLAYERS.length],
      ['game', 0],
    ]);
    expect(game.reboots).toMatchObject([{ message: 'This server restarts' }]);
    expect(state()).toBe('RESTARTING');
    await clock.advance(5000);
    game.drop();
    expect(state()).toBe('RESTARTING');
    await clock.advance(20_000);
    game.return({ state: 'STARTING' });
    game.session.report({ state: 'IDLE' });
    expect(state()).toBe('IDLE');
    expect(states()).toEqual(['OFFLINE', 'RUNNING', 'DRAINING', 'RESTARTING', 'STARTING', 'IDLE']);
    expect(notes()).toContain('reboot.done');
    expect(events('player_leave')).toEqual([]);
    expect(network.vitals().actors.reboot).toBe(0);
  });

  it('does not begin, unless it is forced, while it is unknown who is there', async () => {
    const { network, clock, game } = await open({ countdownSeconds: 0 });
    game.session.report({ playersUnknown: 'no list' });
    expect(network.servers.get('game').playersUnknown).toBe('no list');
    await expect(network.servers.restart('game')).rejects.toMatchObject({ code: 'players_unknown' });
    await clock.advance(60_000);
    expect(game.reboots).toEqual([]);
    await network.servers.restart('game', true);
    await clock.advance(0);
    expect(game.reboots).toHaveLength(1);
  });

  it('moves the players whom it knows and fails when it has become unknown who else is there', async () => {
    const { network, clock, game, home, failure } = await open();
    await network.servers.restart('game');
    game.session.report({ playersUnknown: 'no list' });
    await clock.advance(COUNTDOWN);
    expect(home.sends).toHaveLength(PLAYERS.length);
    expect(failure()).toMatch(/not known \(no list\)/);
    await clock.advance(60_000);
    expect(game.reboots).toEqual([]);
  });

  it('goes on when it is known again who is there, and forgets it with the agent', async () => {
    const { network, clock, game } = await open({ countdownSeconds: 0 });
    game.session.report({ playersUnknown: 'no list' });
    game.session.report({ playersUnknown: null });
    expect(network.servers.get('game')).not.toHaveProperty('playersUnknown');
    game.session.report({ playersUnknown: 'no list' });
    game.drop();
    await clock.advance(10_000);
    expect(network.servers.get('game')).not.toHaveProperty('playersUnknown');
  });

  it('stops an empty server at once', async () => {
    const { network, clock, game, home } = await open({ countdownSeconds: 0 }, []);
    for (const one of PLAYERS) home.leave(one.uuid);
    await network.servers.restart('game');
    await clock.advance(0);
    expect(game.reboots).toHaveLength(1);
  });

  it('tries the next hub when one does not take a player, and loses no player', async () => {
    const { network, clock, home, game, events } = await open({}, ['full', 'hub-a', 'hub-b']);
    home.fullServers.add('full');
    await network.servers.restart('game');
    await clock.advance(COUNTDOWN);
    const players = Object.fromEntries(network.servers.all().map((server) => [server.name, server.players]));
    expect(players).toMatchObject({ game: 0, full: 0 });
    expect((players['hub-a'] ?? 0) + (players['hub-b'] ?? 0)).toBe(PLAYERS.length);
    expect(events('player_leave')).toEqual([]);
    expect(game.reboots).toHaveLength(1);
  });

  it('moves a player who was on the way when the server stopped taking players', async () => {
    const { network, clock, home, game } = await open();
    const late = testPlayers(9)[8] ?? PLAYERS[0];
    network.events.subscribe(({ event }) => {
      const closes = event.type === 'server_update' && event.data.state === 'DRAINING';
      if (closes && late !== undefined) queueMicrotask(() => home.join(late, 'game'));
    });
    await network.servers.restart('game');
    await clock.advance(COUNTDOWN);
    expect(network.servers.get('game').players).toBe(0);
    expect(game.reboots).toHaveLength(1);
  });

  it('stops a server although its players could not be moved, when it is forced', async () => {
    const { network, clock, home, game } = await open({ force: true });
    home.behaviour = 'refuses';
    await network.servers.restart('game');
    await clock.advance(COUNTDOWN + 15_000);
    expect(game.reboots).toHaveLength(1);
  });
});

describe('a server that lists players whom no edge or proxy has', () => {
  const uuids = (numbers: readonly number[]) => numbers.map((number) => testPlayer(number + 100).uuid);

  /** A server with an empty network, whose own list has these players, for so long. */
  async function listing(numbers: readonly number[], milliseconds: number, rules: Partial<RebootRules> = {}) {
    const fixture = await open({ countdownSeconds: 0, ...rules });
    for (const one of PLAYERS) fixture.home.leave(one.uuid);
    fixture.game.session.report({ players: uuids(numbers) });
    await fixture.clock.advance(milliseconds);
    return fixture;
  }

  it('is not empty: a restart is refused until it is forced, and the server says why', async () => {
    const { network, clock, game, events } = await listing([1, 2], 40_000);
    const reason = 'it lists 2 players whom no edge or proxy has';
    expect(network.servers.get('game')).toMatchObject({ players: 0, playersUnknown: reason });
    expect(events('server_update').filter((update) => 'playersUnknown' in update)).toMatchObject([
      { name: 'game', playersUnknown: reason },
    ]);
    await expect(network.servers.restart('game')).rejects.toMatchObject({
      code: 'players_unknown',
      message: expect.stringContaining(`(${reason})`),
    });
    await network.servers.restart('game', true);
    await clock.advance(0);
    expect(game.reboots).toHaveLength(1);
  });

  it('is said to be known again once they are gone, or the network has them', async () => {
    const { network, clock, game, home } = await listing([1], 20_000);
    expect(network.servers.get('game')).toHaveProperty('playersUnknown');
    home.enter(testPlayer(101), 'hub');
    await clock.advance(5_000);
    expect(network.servers.get('game')).not.toHaveProperty('playersUnknown');
    home.leave(testPlayer(101).uuid);
    await clock.advance(20_000);
    expect(network.servers.get('game')).toHaveProperty('playersUnknown');
    game.session.report({ players: [] });
    expect(network.servers.get('game')).not.toHaveProperty('playersUnknown');
  });

  it('is forgotten with its agent', async () => {
    const { network, clock, game } = await listing([1], 20_000);
    game.drop();
    await clock.advance(10_000);
    expect(network.servers.get('game')).not.toHaveProperty('playersUnknown');
  });

  it('is given a moment before that is shown: an edge may hear of a player later, and a console is asked seldom', async () => {
    const { network, clock, game } = await listing([1], 10_000);
    expect(network.servers.get('game')).not.toHaveProperty('playersUnknown');
    game.session.report({ players: uuids([2]) });
    await clock.advance(14_000);
    expect(network.servers.get('game')).not.toHaveProperty('playersUnknown');
  });

  it('is not stopped within that moment either, but as soon as its list is empty', async () => {
    const { network, clock, game } = await listing([1], 0);
    await network.servers.restart('game');
    await clock.advance(9_000);
    expect(game.reboots).toEqual([]);
    game.session.report({ players: [] });
    await clock.advance(0);
    expect(game.reboots).toHaveLength(1);
  });

  it('is stopped once its agent knows again who is there', async () => {
    const { network, clock, game } = await listing([1], 0);
    await network.servers.restart('game');
    await clock.advance(1_000);
    game.session.report({ players: [], playersUnknown: 'no list' });
    await clock.advance(1_000);
    expect(game.reboots).toEqual([]);
    game.session.report({ playersUnknown: null });
    await clock.advance(0);
    expect(game.reboots).toHaveLength(1);
  });

  it('is not stopped at all when they stay', async () => {
    const { network, clock, game, failure } = await listing([1], 0);
    await network.servers.restart('game');
    await clock.advance(15_000);
    expect(failure()).toBe('players were still on the server');
    expect(game.reboots).toEqual([]);
  });

  it('is not meant where it has only other uuids for players whom the network has on it', async () => {
    const { network, clock, game } = await open();
    const others = uuids(PLAYERS.map((_, at) => at));
    game.session.report({ players: others, names: PLAYERS.map(({ name }) => name.toUpperCase()) });
    await clock.advance(20_000);
    expect(network.servers.get('game')).not.toHaveProperty('playersUnknown');
    game.session.report({ players: others, names: PLAYERS.map(({ name }) => `${name}_`) });
    await clock.advance(20_000);
    expect(network.servers.get('game').playersUnknown).toMatch(/^it lists 8 players/);
  });
});

describe('a reboot that stalls fails with the name of the step, and the server takes players again', () => {
  it('without a hub', async () => {
    const { network, clock, state, failure } = await open({}, []);
    await network.servers.restart('game');
    await clock.advance(COUNTDOWN);
    expect(state()).toBe('RUNNING');
    expect(failure()).toBe('no hub is up to take the players');
  });

  it('when moving takes too long; no player is moved after that', async () => {
    const { network, clock, home, state, failure } = await open();
    home.behaviour = 'stalls';
    await network.servers.restart('game');
    await clock.advance(COUNTDOWN + 29_999);
    expect(state()).toBe('DRAINING');
    await clock.advance(1);
    expect(state()).toBe('RUNNING');
    expect(failure()).toBe('players could not be moved in time');
  });

  it('when players stay', async () => {
    const { network, clock, home, state, failure } = await open();
    home.behaviour = 'refuses';
    await network.servers.restart('game');
    await clock.advance(COUNTDOWN + 15_000);
    expect(state()).toBe('RUNNING');
    expect(failure()).toBe('players were still on the server');
    expect(network.servers.get('game').players).toBe(PLAYERS.length);
  });

  it('when the agent refuses it', async () => {
    const { network, clock, game, state, notes } = await open();
    game.takesReboots = false;
    await network.servers.restart('game');
    await clock.advance(COUNTDOWN);
    expect(state()).toBe('RUNNING');
    expect(notes()).toContain('reboot.failed');
  });

  it('when the server says that it cannot, with its own reason', async () => {
    const { network, clock, game, state, failure } = await open();
    await network.servers.restart('game');
    await clock.advance(COUNTDOWN);
    const id = game.reboots[0]?.id ?? '';
    game.session.rebootProgress('another', 'failed', 'not about this one');
    game.session.rebootProgress(id, 'saving');
    expect(state()).toBe('RESTARTING');
    game.session.rebootProgress(id, 'failed', 'the scenario could not be saved');
    expect(state()).toBe('RUNNING');
    expect(failure()).toBe('the scenario could not be saved');
  });

  it('when the server does not stop', async () => {
    const { network, clock, state, failure } = await open();
    await network.servers.restart('game');
    await clock.advance(COUNTDOWN + 60_000);
    expect(state()).toBe('RUNNING');
    expect(failure()).toBe('the server did not stop in time');
  });

  it('when the server does not come back, which leaves it offline until it does', async () => {
    const { network, clock, game, state, failure } = await open();
    await network.servers.restart('game');
    await clock.advance(COUNTDOWN);
    game.drop();
    await clock.advance(300_000);
    expect(state()).toBe('OFFLINE');
    expect(failure()).toBe('the server did not come back');
    game.return({ state: 'IDLE' });
    expect(state()).toBe('IDLE');
  });

  it('when the server crashes during the countdown', async () => {
    const { network, clock, game, state, failure } = await open({ countdownSeconds: 60 });
    await network.servers.restart('game');
    game.drop();
    await clock.advance(10_000);
    expect(state()).toBe('OFFLINE');
    expect(failure()).toBe('the server went away before it was stopped');
    game.return();
    await network.servers.restart('game');
    expect(failure()).toBe('');
  });

  it('when the server is removed meanwhile', async () => {
    for (const seconds of [0, 5, 11]) {
      const { network, clock } = await open();
      await network.servers.restart('game');
      await clock.advance(seconds * 1000);
      await network.servers.remove('game');
      await clock.advance(400_000);
      expect(network.vitals().actors.reboot).toBe(0);
      expect(network.servers.all().map(({ name }) => name)).toEqual(['hub']);
    }
  });
});

describe('a restart is refused', () => {
  it('while one is under way', async () => {
    const { network, clock, game } = await open();
    await network.servers.restart('game');
    for (const wait of [0, 5000, 6000]) {
      await clock.advance(wait);
      await expect(network.servers.restart('game')).rejects.toMatchObject({ code: 'server_restarting' });
    }
    game.drop();
    await expect(network.servers.restart('game')).rejects.toMatchObject({ code: 'server_restarting' });
    expect(network.vitals().actors.reboot).toBe(1);
  });

  it('without a connected agent, and of an unknown server', async () => {
    const { network, game } = await open();
    game.drop();
    await expect(network.servers.restart('game')).rejects.toMatchObject({ code: 'platform_unavailable' });
    await expect(network.servers.restart('nowhere')).rejects.toMatchObject({ code: 'server_not_found' });
  });
});
