import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServerDetail } from '../../../../src/domain/resources.ts';
import {
  ALICE,
  hello,
  openAgent,
  type RawAgent,
  SECRET,
  type Served,
  serveChannel,
} from '../../channel-fixture.ts';
import { RelayedServer } from './relayed-server.ts';

const OWN = 'w'.repeat(32);
const REPORT = {
  type: 'server',
  serverType: 'HUB',
  maxPlayers: 20,
  serverId: 'lobby',
  gameName: '',
  gameData: '',
  canRejoin: false,
  state: 'IDLE',
  players: [],
};

let served: Served;
let proxy: RawAgent;
let lobby: RelayedServer;
beforeEach(async () => {
  served = await serveChannel();
  proxy = await openProxy('proxy-1');
  lobby = new RelayedServer('lobby', SECRET, () => served.clock.now());
  served.fake.populated.add('proxy-1 lobby');
});
afterEach(() => served.close());

async function openProxy(name: string, features = ['relay']): Promise<RawAgent> {
  const agent = await openAgent(served.port);
  agent.send(hello('proxy', { name, features }));
  await agent.next('welcome');
  return agent;
}

/** Resolves when the coordinator has read everything that this proxy has sent. */
async function read(by = proxy): Promise<void> {
  by.send({ type: 'staff.find', id: 999, name: 'Anybody' });
  await by.next('player.place', ({ re }) => re === 999);
}

const refusals = () =>
  served.log.lines.flatMap((line) => (line['event'] === 'relay.refused' ? [line['reason']] : []));

describe('a game server behind a proxy that carries plugin messages', () => {
  it('is greeted, reports itself and gives commands as one with a socket', async () => {
    lobby.greet(proxy, { features: [] });
    expect(await lobby.next(proxy, 'welcome')).toMatchObject({ session: 'backend-1', features: [] });
    expect(await lobby.next(proxy, 'network')).toMatchObject({ servers: [] });
    lobby.send(proxy, REPORT);
    expect(await served.fake.called('report')).toMatchObject({ type: 'HUB', maxPlayers: 20 });
    lobby.send(proxy, { type: 'player.send', id: 7, uuid: ALICE, server: 'arena' });
    expect(await lobby.next(proxy, 'ok')).toEqual({ type: 'ok', re: 7 });
    expect(await served.fake.called('send')).toEqual({ uuid: ALICE, server: 'arena' });
  });

  it('is asked, and answers', async () => {
    lobby.greet(proxy);
    await lobby.next(proxy, 'welcome');
    const asked = served.fake.backends[0]?.client.reboot('r1', 0, 'bye');
    const { id } = await lobby.next(proxy, 'reboot');
    lobby.send(proxy, { type: 'ok', re: id });
    await asked;
  });

  it('is told to say hello where the coordinator does not know it, as after a restart', async () => {
    lobby.send(proxy, { type: 'server.update', state: 'RUNNING' });
    expect(await lobby.next(proxy, 'error')).toMatchObject({ code: 'not_permitted' });
  });

  it('is told of a big network in parts that fit plugin messages', async () => {
    served.fake.servers = Array.from({ length: 300 }, (_, at) => {
      return { name: `${at}-${'漢'.repeat(50)}`, type: 'GAME', state: 'IDLE', players: 0 } as ServerDetail;
    });
    lobby.greet(proxy);
    let parts = 0;
    for (let last = false; !last; parts += 1) {
      const part = await lobby.next(proxy, 'network');
      expect(part['part']).toBe(parts + 1);
      last = part['last'] === true;
    }
    expect(parts).toBeGreaterThan(3);
  });

  it('is told by another proxy that has somebody there, when its own has nobody any more', async () => {
    const other = await openProxy('proxy-2');
    lobby.greet(proxy);
    await lobby.next(proxy, 'welcome');
    served.fake.populated.delete('proxy-1 lobby');
    served.fake.populated.add('proxy-2 lobby');
    served.fake.backends[0]?.client.announce('lobby', 'hello');
    expect(await lobby.next(other, 'player.message')).toMatchObject({ message: 'hello' });
  });
});

describe('silence', () => {
  it('of a server with nobody on it is no loss, and ends with everything told anew', async () => {
    lobby.greet(proxy);
    await lobby.next(proxy, 'network');
    served.fake.populated.clear();
    for (let beat = 0; beat < 20; beat += 1) {
      served.clock.advance(5_000);
      proxy.send({ type: 'pong', at: 1 });
      await read();
    }
    expect(served.fake.calls.some(({ name }) => name === 'lost')).toBe(false);
    served.fake.populated.add('proxy-1 lobby');
    served.clock.advance(5_000);
    expect(await lobby.next(proxy, 'ping')).toMatchObject({ at: served.clock.now() });
    await lobby.next(proxy, 'network');
  });

  it('of a server with players is a loss after three pings', async () => {
    lobby.greet(proxy);
    await lobby.next(proxy, 'network');
    for (let beat = 0; beat < 4; beat += 1) {
      expect(served.fake.calls.some(({ name }) => name === 'lost')).toBe(false);
      served.clock.advance(5_000);
      proxy.send({ type: 'pong', at: 1 });
      await read();
    }
    expect(await served.fake.called('lost')).toBe('lobby');
  });
});

describe('a plugin message is refused', () => {
  it('by a wrong secret, and whatever is no such message', async () => {
    new RelayedServer('lobby', 'x'.repeat(32), () => served.clock.now()).greet(proxy);
    proxy.send({ type: 'relay', server: 'lobby', data: '{"n":1}' });
    await read();
    expect(served.fake.backends).toEqual([]);
    // One line for the proxy and minute: the first, and what followed.
    expect(refusals()).toEqual(['bad_signature']);
  });

  it('when it comes a second time', async () => {
    lobby.greet(proxy);
    await lobby.next(proxy, 'welcome');
    proxy.send({ type: 'relay', server: 'lobby', data: lobby.last });
    await read();
    expect([refusals(), served.fake.backends.length]).toEqual([['replayed'], 1]);
  });

  it('when it comes from another server than its agent', async () => {
    lobby.send(proxy, hello('backend', { name: 'lobby' }), 'arena');
    await read();
    expect([refusals(), served.fake.backends]).toEqual([['wrong_server'], []]);
  });

  it('by an edge, and by a proxy that did not name the feature', async () => {
    const plain = await openProxy('plain', ['staff']);
    lobby.greet(plain);
    expect(await plain.next('error')).toMatchObject({ code: 'not_permitted' });
    const edge = await openAgent(served.port);
    edge.send(hello('proxy', { name: 'edge', platform: 'edge', features: ['relay'] }));
    await edge.next('welcome');
    lobby.greet(edge);
    expect(await edge.next('error')).toMatchObject({ code: 'not_permitted' });
    expect(served.fake.backends).toEqual([]);
  });
});

describe('a game server with a secret of its own', () => {
  const credential = { name: 'lobby', role: 'backend', mayBan: false } as const;
  const by = { uuid: ALICE, name: 'Alice' };

  async function own(mayBan = false) {
    const server = new RelayedServer('lobby', OWN, () => served.clock.now());
    const { pluginKeyOf } = await import('../../../../src/channel/protocol/plugin-message.ts');
    const known = { ...credential, mayBan, secretHash: pluginKeyOf(OWN) };
    served.fake.credentials.set(OWN, known);
    server.greet(proxy);
    return { server, known };
  }

  it('signs with the hash of it that the coordinator keeps, and bans only where it was made for that', async () => {
    const { server } = await own();
    await server.next(proxy, 'welcome');
    server.send(proxy, { type: 'player.ban', id: 1, by, uuid: ALICE, name: 'Bob', time: '1h', reason: '' });
    expect(await server.next(proxy, 'error')).toMatchObject({ re: 1, code: 'not_permitted' });
    expect(served.fake.backends[0]?.identity).toMatchObject({ isByAnybody: false });
  });

  it('is gone when that is revoked, and heard no more', async () => {
    const { server, known } = await own();
    await server.next(proxy, 'welcome');
    served.fake.credentials.clear();
    for (const revoked of served.fake.revokedListeners) revoked(known);
    expect(await served.fake.called('lost')).toBe('lobby');
    server.greet(proxy);
    await read();
    expect(refusals()).toEqual(['bad_signature']);
  });

  it('is nothing but a game server, under its own name', async () => {
    const { server } = await own();
    await server.next(proxy, 'welcome');
    server.send(proxy, hello('proxy', { name: 'lobby' }));
    expect(await server.next(proxy, 'error')).toMatchObject({ code: 'not_permitted' });
    server.send(proxy, hello('backend', { name: 'arena' }));
    expect(await server.next(proxy, 'error')).toMatchObject({ code: 'not_permitted' });
    expect(served.fake.backends).toHaveLength(1);
  });
});

it('one agent that sends too much is ended, and its proxy is not', async () => {
  lobby.greet(proxy);
  await lobby.next(proxy, 'welcome');
  for (let said = 0; said < 61; said += 1) lobby.greet(proxy, { epoch: 5 + said });
  await read();
  expect(served.log.lines).toContainEqual(
    expect.objectContaining({ event: 'channel.exceeded', agent: 'lobby' }),
  );
  const before = served.fake.backends.length;
  lobby.greet(proxy);
  await read();
  expect(served.fake.backends).toHaveLength(before);
});
