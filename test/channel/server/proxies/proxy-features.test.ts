import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServerDetail } from '../../../../src/domain/resources.ts';
import {
  ALICE,
  BOB,
  hello,
  openAgent,
  type RawAgent,
  type Served,
  serveChannel,
} from '../../channel-fixture.ts';
import { FakeNetwork } from '../../fake-network.ts';

const TEXTS = {
  banned: 'banned: {reason}',
  bannedForever: 'banned forever',
  maintenance: 'maintenance',
  joinPrevented: 'closed',
  networkFull: 'full',
  noServer: 'no server',
  serverDraining: '{server} drains',
  serverFull: '{server} is full',
  serverLost: '{server} is lost',
  unreachable: 'unreachable',
  maintenanceVersion: '',
};

let served: Served;
beforeEach(async () => {
  const fake = new FakeNetwork();
  fake.servers = [server({})];
  served = await serveChannel(fake, { texts: TEXTS });
});
afterEach(() => served.close());

async function greeted(features: readonly string[], more: Readonly<Record<string, unknown>> = {}) {
  const agent = await openAgent(served.port);
  agent.send(hello('proxy', { features, ...more }));
  await agent.next('welcome');
  return agent;
}

const clientOf = (at: number) => served.fake.proxies.at(at)?.client;

function server(more: Partial<ServerDetail>): ServerDetail {
  return {
    name: 'arena',
    type: 'GAME',
    state: 'IDLE',
    players: 1,
    maxPlayers: 20,
    address: '10.0.0.9:25565',
    serverId: 'arena',
    gameName: '',
    gameData: '',
    canRejoin: false,
    playersUnknown: null,
    restart: null,
    ...more,
  } as ServerDetail;
}

function change(more: Partial<ServerDetail>): void {
  const next = server(more);
  served.fake.servers = [next];
  served.fake.emit({ type: 'server_update', data: { ...next, action: 'update' } } as never);
  served.clock.advance(100);
}

describe('the states of servers', () => {
  it('come with the servers, and with each change, to a proxy that knows the feature', async () => {
    const proxy = await greeted(['states']);
    expect(await proxy.next('servers')).toMatchObject({
      servers: [{ name: 'arena', address: '10.0.0.9:25565', state: 'IDLE', players: 1, maxPlayers: 20 }],
    });
    change({ state: 'DRAINING', players: 3 });
    expect(await proxy.next('server.add')).toMatchObject({ server: { state: 'DRAINING', players: 3 } });
  });

  it('are kept from an agent of today, which is not told either that players come and go', async () => {
    const proxy = await greeted([]);
    expect(await proxy.next('servers')).toEqual({
      type: 'servers',
      servers: [{ name: 'arena', type: 'GAME', address: '10.0.0.9:25565' }],
    });
    change({ players: 2 });
    change({ players: 2, address: '10.0.0.9:25566' });
    expect(await proxy.next('server.add')).toEqual({
      type: 'server.add',
      server: { name: 'arena', type: 'GAME', address: '10.0.0.9:25566' },
    });
  });
});

const typesOf = (agent: RawAgent): string[] => agent.frames.map(({ type }) => type);

describe('the texts', () => {
  it('come before the bans, to a proxy that knows the feature', async () => {
    const proxy = await greeted(['texts']);
    await proxy.next('bans');
    expect(proxy.frames.find(({ type }) => type === 'texts')).toEqual({ type: 'texts', ...TEXTS });
  });

  it('are kept from an agent of today', async () => {
    const proxy = await greeted([]);
    await proxy.next('bans');
    expect(typesOf(proxy)).not.toContain('texts');
  });
});

it('a proxy shows messages to one player, to a server or to everybody, in the style that was asked for', async () => {
  const proxy = await greeted(['styles']);
  clientOf(0)?.show?.({ server: 'arena' }, 'in 10 s', 'action-bar');
  clientOf(0)?.show?.('everybody', 'hello', 'chat');
  clientOf(0)?.show?.({ uuid: ALICE }, 'you', 'title');
  const got = [
    await proxy.next('player.message'),
    await proxy.next('player.message'),
    await proxy.next('player.message'),
  ];
  expect(got).toEqual([
    { type: 'player.message', server: 'arena', message: 'in 10 s', style: 'action-bar' },
    { type: 'player.message', message: 'hello' },
    { type: 'player.message', uuid: ALICE, message: 'you', style: 'title' },
  ]);
});

it('a proxy offers a player a click, and tells its staff', async () => {
  const proxy = await greeted(['offers', 'notices']);
  clientOf(0)?.offer?.(ALICE, 'arena', 'back?');
  clientOf(0)?.notify?.('kick', 'Bob is out');
  expect(await proxy.next('player.offer')).toEqual({
    type: 'player.offer',
    uuid: ALICE,
    server: 'arena',
    message: 'back?',
  });
  expect(await proxy.next('notice')).toEqual({ type: 'notice', kind: 'kick', message: 'Bob is out' });
});

it('nothing of that is asked of a proxy that did not name the features', async () => {
  await greeted([]);
  const client = clientOf(0);
  expect([client?.show, client?.offer, client?.notify]).toEqual([undefined, undefined, undefined]);
});

it('joins, switches and leaves arrive with their moments', async () => {
  const proxy = await greeted(['leave-at']);
  proxy.send({ type: 'player.join', uuid: ALICE, name: 'Alice', ip: '10.0.0.1', joinedAt: 7 });
  proxy.send({ type: 'player.switch', uuid: ALICE, server: 'arena', at: 8 });
  proxy.send({ type: 'player.leave', uuid: ALICE, joinedAt: 7 });
  await served.fake.called('leave');
  expect(served.fake.calls.map(({ value }) => value)).toMatchObject([
    { uuid: ALICE, joinedAt: 7 },
    { uuid: ALICE, server: 'arena', at: 8 },
    { uuid: ALICE, joinedAt: 7 },
  ]);
});

describe('the servers of a proxy', () => {
  const own = (name: string) => ({ name, address: '10.0.0.9:25565' });

  it('are taken in parts, and as a whole', async () => {
    const proxy = await greeted(['servers']);
    proxy.send({ type: 'proxy.servers', part: 1, servers: [own('a')] });
    proxy.send({ type: 'proxy.servers', part: 2, last: true, servers: [{ name: 'b', address: null }] });
    expect(await served.fake.called('ownServers')).toEqual([own('a'), { name: 'b', address: null }]);
  });

  it('are taken without one that the network cannot express, and the proxy is told which', async () => {
    const proxy = await greeted(['servers']);
    proxy.send({ type: 'proxy.servers', servers: [own('a'), { name: 'b/c', address: 'x' }] });
    expect(await served.fake.called('ownServers')).toEqual([own('a')]);
    expect(await proxy.next('error')).toMatchObject({ code: 'invalid_frame' });
  });
});

describe('what staff order', () => {
  const by = { uuid: ALICE, name: 'Staff' };

  it('is carried out in the name of who gave the command, or of the console', async () => {
    const proxy = await greeted(['staff']);
    proxy.send({ type: 'staff.ban', id: 1, by, name: 'Bob', time: '24h', reason: 'spam' });
    expect(await proxy.next('ok')).toEqual({ type: 'ok', re: 1 });
    const author = { via: 'menu', name: 'Staff', uuid: ALICE };
    expect(await served.fake.called('staff.ban')).toEqual({
      by: author,
      name: 'Bob',
      time: '24h',
      reason: 'spam',
    });
    proxy.send({ type: 'staff.kick', id: 2, by: null, name: 'Bob', reason: 'afk' });
    expect(await served.fake.called('staff.kick')).toMatchObject({ by: { name: 'console', uuid: null } });
    proxy.send({ type: 'staff.unban', id: 3, by, name: 'Bob' });
    proxy.send({ type: 'staff.send', id: 4, by, name: 'Bob', server: 'arena' });
    proxy.send({ type: 'staff.alert', id: 5, by, message: '&cstop' });
    expect(await served.fake.called('staff.alert')).toBe('&cstop');
    expect(await served.fake.called('staff.send')).toEqual({ name: 'Bob', server: 'arena' });
    expect(await served.fake.called('staff.unban')).toEqual({ by: author, name: 'Bob' });
  });

  it('finds a player, or says why not', async () => {
    const proxy = await greeted(['staff']);
    proxy.send({ type: 'staff.find', id: 1, name: 'Bob' });
    expect(await proxy.next('player.place')).toEqual({
      type: 'player.place',
      re: 1,
      uuid: ALICE,
      name: 'Bob',
      proxy: 'proxy-1',
      server: null,
    });
  });

  it('is refused in the name of somebody who is not on the proxy', async () => {
    served.fake.absent.add(BOB);
    const proxy = await greeted(['staff']);
    proxy.send({ type: 'staff.kick', id: 1, by: { uuid: BOB, name: 'Bob' }, name: 'Alice', reason: '' });
    expect(await proxy.next('error')).toMatchObject({ re: 1, code: 'not_permitted' });
  });

  it('is no ban by a secret that was made without --bans', async () => {
    const secret = 'p'.repeat(32);
    const credential = { name: 'proxy', role: 'proxy', mayBan: false, secretHash: 'hash' } as const;
    served.fake.credentials.set(secret, credential);
    const proxy = await openAgent(served.port, secret);
    proxy.send(hello('proxy', { features: ['staff'] }));
    await proxy.next('welcome');
    proxy.send({ type: 'staff.ban', id: 1, by, name: 'Bob', time: '1h', reason: '' });
    proxy.send({ type: 'staff.unban', id: 2, by, name: 'Bob' });
    expect(await proxy.next('error', ({ re }) => re === 1)).toMatchObject({ code: 'not_permitted' });
    expect(await proxy.next('error', ({ re }) => re === 2)).toMatchObject({ code: 'not_permitted' });
    proxy.send({ type: 'staff.kick', id: 3, by, name: 'Bob', reason: '' });
    expect(await proxy.next('ok')).toEqual({ type: 'ok', re: 3 });
  });

  it('is nothing at an edge, where nobody gives commands', async () => {
    const edge = await greeted(['staff'], { platform: 'edge' });
    edge.send({ type: 'staff.alert', id: 1, by: null, message: 'x' });
    expect(await edge.next('error')).toMatchObject({ re: 1, code: 'not_permitted' });
  });

  it('is at most 30 commands at once', async () => {
    const proxy = await greeted(['staff']);
    for (let id = 1; id <= 31; id += 1) proxy.send({ type: 'staff.alert', id, by: null, message: 'x' });
    expect(await proxy.next('error')).toMatchObject({ re: 31, code: 'overloaded' });
  });
});
