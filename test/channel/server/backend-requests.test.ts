import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../src/runtime/clock.ts';
import { AgentClient, type Order } from '../../../src/channel/client/agent-client.ts';
import { ALICE, BOB, KeptLog, SECRET } from '../channel-fixture.ts';
import { type Coordinator, openCoordinator } from '../coordinator-fixture.ts';

let coordinator: Coordinator;
const clients: AgentClient[] = [];
beforeEach(async () => {
  coordinator = await openCoordinator();
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await coordinator.close();
});

function connect(role: 'proxy' | 'backend', name: string, receive: (order: Order) => void = () => {}) {
  return new Promise<AgentClient>((resolve) => {
    const client = new AgentClient({
      url: coordinator.url,
      secret: SECRET,
      hello: { role, name, platform: role === 'proxy' ? 'modern' : 'server', version: '1', epoch: 1 },
      clock: systemClock,
      logger: new KeptLog(),
      random: Math.random,
      resync: () => resolve(client),
      receive,
    });
    clients.push(client);
  });
}

/** A game server with one player on it, and another player on the proxy. */
async function openGame(receive?: (order: Order) => void): Promise<AgentClient> {
  const proxy = await connect('proxy', 'proxy');
  proxy.sendPlayers([
    { uuid: ALICE, name: 'Alice', ip: '192.0.2.1', server: 'game', joinedAt: Date.now() - 3_700_000 },
    { uuid: BOB, name: 'Bob', ip: '192.0.2.2', server: null, joinedAt: Date.now() },
  ]);
  proxy.sendParties([{ id: 'p', leader: BOB, members: [ALICE, BOB], createdAt: 1 }]);
  // Answered after what was sent before it.
  await proxy.request({ type: 'player.login', uuid: BOB, name: 'Bob', ip: '' });
  const game = await connect('backend', 'game', receive);
  game.send({
    type: 'server',
    serverType: 'GAME',
    maxPlayers: 10,
    serverId: 'game',
    gameName: '',
    gameData: '',
    canRejoin: false,
    state: 'IDLE',
    players: [ALICE],
  });
  return game;
}

it('a server gets what its placeholders show of a player', async () => {
  const game = await openGame();
  const facts = await game.request({ type: 'player.facts', uuid: ALICE });
  expect(facts).toMatchObject({
    type: 'facts',
    uuid: ALICE,
    totalTimeText: '1h 1m',
    banned: false,
    server: 'game',
    party: { size: 2, leader: 'Bob' },
    friendsOnline: 0,
  });
});

it('and an error for an unknown player', async () => {
  const game = await openGame();
  const uuid = '99999999-9999-4999-8999-999999999999' as typeof ALICE;
  await expect(game.request({ type: 'player.facts', uuid })).rejects.toMatchObject({
    code: 'player_not_found',
  });
});

it('and the online players, by a part of the name in upper or lower case', async () => {
  const game = await openGame();
  expect(await game.request({ type: 'player.search', search: '' })).toMatchObject({
    total: 2,
    players: [
      { uuid: ALICE, name: 'Alice', server: 'game' },
      { uuid: BOB, name: 'Bob', server: '' },
    ],
  });
  expect(await game.request({ type: 'player.search', search: 'LIC' })).toMatchObject({ total: 1 });
  expect(await game.request({ type: 'player.search', search: '%' })).toMatchObject({ total: 0, players: [] });
});

it('may move its own players and ban in their name, and in no other', async () => {
  const game = await openGame();
  const refusal = { code: 'not_permitted' };
  const ban = { type: 'player.ban', uuid: ALICE, name: 'Alice', time: 'perma', reason: '' } as const;
  const bob = { uuid: BOB, name: 'Bob' };
  await expect(game.request({ type: 'player.send', uuid: BOB, server: 'game' })).rejects.toMatchObject(
    refusal,
  );
  await expect(game.request({ ...ban, by: bob })).rejects.toMatchObject(refusal);
  await expect(game.request({ type: 'server.restart', by: bob })).rejects.toMatchObject(refusal);
  await game.request({ ...ban, by: { uuid: ALICE, name: 'Alice' } });
});

it('may have itself rebooted, and only once at a time', async () => {
  const game = await openGame();
  await game.request({ type: 'server.restart', by: { uuid: ALICE, name: 'Alice' } });
  expect(coordinator.network.servers.get('game').restart?.phase).toBe('countdown');
  await expect(game.request({ type: 'server.restart', by: null })).rejects.toMatchObject({
    code: 'server_restarting',
  });
});
