import { expect, it } from 'vitest';
import type { PlayerRef, ServerManagement } from '../../../src/platform/server-management.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { type Bed, openBed, settled } from './edge-fixture.ts';
import { PASSED } from './fake-upstream.ts';
import { GameClient, loginBytes, NOTCH } from './game-client.ts';

const uuid = NOTCH as Uuid;

/** A way to the server that remembers, and kicks as the test says. */
function management(
  kick: ServerManagement['kick'],
): ServerManagement & { readonly kicked: [PlayerRef, string][] } {
  const kicked: [PlayerRef, string][] = [];
  return {
    kicked,
    kick: (player, message) => {
      kicked.push([player, message]);
      return kick(player, message);
    },
    message: async () => undefined,
    save: async () => undefined,
    stop: async () => undefined,
    players: async () => [],
    close: async () => undefined,
  };
}

async function online(bed: Bed) {
  const client = bed.login();
  const behind = await bed.upstream.next();
  behind.say(PASSED);
  await client.hear(PASSED.length);
  await settled(() => bed.network.players.onlineCount === 1, bed, 500);
  return { client, behind };
}

function routesTo(name: string) {
  return (bed: Bed) => [{ host: '*', upstreams: [{ name, host: '127.0.0.1', port: bed.upstream.port }] }];
}

it('closes the connection where there is no way to the server', async () => {
  const bed = await openBed();
  const { client, behind } = await online(bed);
  await bed.network.players.kick(uuid, 'bye');
  await Promise.all([client.closed, behind.ended]);
  await settled(() => bed.network.players.onlineCount === 0, bed);
});

it('has the server say the words, and waits for it to end the connection', async () => {
  let end = (): void => undefined;
  const door = management(async () => {
    end();
    return true;
  });
  const bed = await openBed();
  const edge = await bed.openAnother({
    name: 'second',
    routes: routesTo('lobby')(bed),
    managementOf: (name) => (name === 'lobby' ? door : undefined),
  });
  await settled(() => edge.isLinked, bed);
  const client = new GameClient(edge.port).say(loginBytes());
  const behind = await bed.upstream.next();
  end = () => behind.socket.end('kicked with words');
  behind.say(PASSED);
  await client.hear(PASSED.length);
  await settled(() => bed.network.players.onlineCount === 1, bed, 500);
  await bed.network.players.kick(uuid, 'bye #FF0000');
  expect(door.kicked).toEqual([[{ uuid, name: 'Notch' }, String.raw`bye \#FF0000`]]);
  expect(String(await client.hear(17))).toBe('kicked with words');
});

it.each([
  ['does not know the player', async () => false],
  ['fails', () => Promise.reject(new Error('gone'))],
  ['never answers', () => new Promise<boolean>(() => undefined)],
  ['says yes and does nothing', async () => true],
] as [string, ServerManagement['kick']][])('closes the connection when the server %s', async (_, kick) => {
  const door = management(kick);
  const bed = await openBed({ edge: { managementOf: () => door } });
  const client = bed.login();
  const behind = await bed.upstream.next();
  behind.say(PASSED);
  await client.hear(PASSED.length);
  await settled(() => bed.network.players.onlineCount === 1, bed, 500);
  // A game server reports the player: from then on it is known whom to ask.
  seenOn(bed, 'hub-1');
  await settled(() => bed.logged('test.seen') !== undefined || door.kicked.length > 0, bed);
  const kicked = bed.network.players.kick(uuid, 'bye').then(
    () => bed.log.push({ event: 'test.kicked' }),
    () => bed.log.push({ event: 'test.kicked' }),
  );
  await settled(() => bed.logged('test.kicked') !== undefined, bed, 200);
  await Promise.all([kicked, client.closed, behind.ended]);
});

function seenOn(bed: Bed, server: string): void {
  const session = bed.network.agents.attachBackend(
    { name: server, platform: 'server', version: '1', epoch: 1 },
    { reboot: async () => undefined, announce: () => undefined, close: () => undefined },
  );
  session.report({ state: 'IDLE', players: [uuid] });
  bed.log.push({ event: 'test.seen' });
}

it('counts a player as online at once when a game server reports them, on that server', async () => {
  const bed = await openBed();
  bed.login();
  const behind = await bed.upstream.next();
  behind.say(PASSED);
  await behind.hear(loginBytes().length);
  seenOn(bed, 'hub-1');
  await settled(() => bed.network.players.onlineCount === 1, bed);
  expect(await bed.network.players.detail(uuid)).toMatchObject({ isOnline: true, server: 'hub-1' });
});

it('names the server that the connection leads to, where the network knows its address', async () => {
  const bed = await openBed();
  await bed.network.servers.add({
    name: 'lobby',
    type: 'HUB',
    maxPlayers: 10,
    serverId: 'lobby',
    gameName: '',
    gameData: '',
    canRejoin: false,
    address: `127.0.0.1:${bed.upstream.port}`,
  });
  await bed.told();
  await online(bed);
  expect(await bed.network.players.detail(uuid)).toMatchObject({ server: 'lobby' });
});

it('refuses to move players: that takes a proxy', async () => {
  const bed = await openBed();
  await online(bed);
  seenOn(bed, 'hub-1');
  seenOn(bed, 'hub-2');
  await expect(bed.network.players.send(uuid, 'hub-2')).rejects.toMatchObject({
    code: 'platform_unavailable',
  });
});

it('sends away at once whoever is banned while online', async () => {
  const bed = await openBed();
  const { client } = await online(bed);
  await bed.network.bans.ban(
    { uuid, name: 'Notch', time: 'perma', reason: 'x' },
    { via: 'api', name: '', uuid: null },
  );
  await client.closed;
  expect(await bed.login().refusal()).toContain('Banned forever.');
});
