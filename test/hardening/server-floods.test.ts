import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { MsmpClient } from '../../src/platform/msmp/msmp-client.ts';
import { RconClient } from '../../src/platform/rcon/rcon-client.ts';
import { Roster } from '../../src/platform/roster.ts';
import { KeptLog } from '../channel/channel-fixture.ts';
import { SyncTestClock } from '../fixtures/test-clock.ts';
import { ManagementServer, SECRET } from '../platform/msmp/management-server.ts';
import { answerPacket, ConsoleServer } from '../platform/rcon/console-server.ts';
import { playerRef } from '../platform/recording-listener.ts';

const LIMIT = 1_000;
let clock: SyncTestClock;
let log: KeptLog;
const deps = () => ({ clock, logger: log, random: () => 0.5 });
const exceeded = () => log.lines.filter(({ event }) => event.endsWith('.exceeded'));
beforeEach(() => {
  clock = new SyncTestClock();
  log = new KeptLog();
});

describe('a game server that floods the management protocol', () => {
  let server: ManagementServer;
  let client: MsmpClient;
  let roster: Roster;
  let most: number;
  let downs: number;
  beforeEach(async () => {
    server = await ManagementServer.open();
    [most, downs] = [0, 0];
    const noteSize = (): void => {
      most = Math.max(most, roster.all().length);
    };
    const listener = { up: noteSize, joined: noteSize, left: noteSize, down: () => (downs += 1) };
    roster = new Roster(listener, clock, LIMIT);
    client = new MsmpClient({ name: 'arena', url: server.url, secret: SECRET, listener: roster, ...deps() });
    await isUp(1);
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  const isUp = (polls: number) =>
    expect.poll(() => server.callsOf('minecraft:server/status').length).toBeGreaterThanOrEqual(polls);
  const closed = async (count: number) => {
    await expect.poll(() => exceeded().length, { timeout: 20_000 }).toBe(count);
    await expect.poll(() => server.connections).toBe(0);
  };
  const joins = (from: number, count: number): void => {
    server.together(() => {
      for (let at = from; at < from + count; at += 1) {
        const { uuid } = playerRef(at, 'x');
        server.notify('players/joined', { id: uuid, name: `P${at}` });
      }
    });
  };

  it('with endless joins of new players is dropped at the number of players that a server may have', async () => {
    joins(1, 4 * LIMIT);
    await closed(1);
    expect(most).toBe(LIMIT);
    await expect.poll(() => downs).toBe(1);
    expect(roster.all()).toEqual([]);
    expect(exceeded()).toEqual([
      {
        event: 'msmp.exceeded',
        server: 'arena',
        reason: 'it names more players than a server may have',
        retryInMs: 750,
      },
    ]);
  });

  it('with a status of more players is dropped, and nobody of it is taken', async () => {
    server.players = Array.from({ length: LIMIT + 1 }, (_, at) => ({
      id: playerRef(at + 1, 'x').uuid,
      name: `P${at}`,
    }));
    server.notify('server/status', server.status());
    await closed(1);
    expect(most).toBe(0);
  });

  it('with messages about players who come and go is dropped', async () => {
    server.together(() => {
      for (let at = 0; at < 6_000; at += 1) {
        // Players who were not there: what they change is counted as well, and would be too much before.
        server.notify('players/left', { id: playerRef(at + 1, 'x').uuid, name: `P${at}` });
      }
    });
    await closed(1);
    expect(exceeded()[0]?.['reason']).toBe('it sends more than 250 messages a second, and 5000 at once');
  });

  it('with other players in every status is dropped, logged once, and left alone, whatever the connection', async () => {
    const listOf = (generation: number) =>
      Array.from({ length: LIMIT }, (_, at) => ({
        id: playerRef(generation * LIMIT + at + 1, 'x').uuid,
        name: `P${generation}_${at}`,
      }));
    for (let generation = 0; generation < 10; generation += 1) {
      server.players = listOf(generation);
      server.notify('server/status', server.status());
    }
    await closed(1);
    expect(exceeded()).toEqual([
      {
        event: 'msmp.exceeded',
        server: 'arena',
        reason: 'it sends more than 300 changes of players a second, and 3000 at once',
        retryInMs: 750,
      },
    ]);
    clock.advance(750);
    await closed(2);
    expect(exceeded()[1]?.['retryInMs']).toBe(1_500);
  });

  it.each([
    ['pings', (socket: WebSocket) => socket.ping()],
    ['pongs', (socket: WebSocket) => socket.pong()],
    ['messages that are no text', (socket: WebSocket) => socket.send(Buffer.alloc(1))],
  ])('with %s is dropped', async (_, send) => {
    server.together(() => {
      for (const socket of server.sockets) for (let at = 0; at < 6_000; at += 1) send(socket);
    });
    await closed(1);
  });

  it('with one message that never ends, in many pieces, is dropped', async () => {
    const [socket] = server.sockets;
    server.together(() => {
      for (let at = 0; at < 3_000; at += 1) socket?.send('x', { fin: false });
    });
    await closed(1);
    expect(exceeded()[0]?.['reason']).toBe('Too many message fragments');
  });

  it('with a message of short keys alone, which takes long to read too, is dropped', async () => {
    const keys = Array.from({ length: 90_000 }, (_, at) => `"${at.toString(36)}":0`);
    server.broadcast(`{"jsonrpc":"2.0","method":"x","params":{${keys.join(',')}}}`);
    await closed(1);
    expect(exceeded()[0]?.['reason']).toBe('it sends a message of more than 150000 commas and colons');
  });

  it('with a message of brackets alone, which takes long to read, is dropped', async () => {
    server.broadcast(`[${'{},['.repeat(100_000)}`);
    await closed(1);
    expect(exceeded()[0]?.['reason']).toBe('it sends a message of more than 60000 objects and lists');
  });

  it('with a message that is too long is dropped', async () => {
    server.broadcast('x'.repeat(3_000_000));
    await closed(1);
    expect(exceeded()[0]?.['reason']).toBe('Max payload size exceeded');
  });

  it('with many big messages is dropped before they are read', async () => {
    const big = JSON.stringify({ method: 'x', params: 'x'.repeat(1_000_000) });
    for (let at = 0; at < 40; at += 1) server.broadcast(big);
    await closed(1);
    expect(exceeded()[0]?.['reason']).toMatch(/^it sends more than 2097152 bytes a second/);
  });

  it('is connected less and less often, until a connection was good for five minutes', async () => {
    for (const [times, pause] of [750, 1_500, 3_000, 6_000].entries()) {
      joins(1, LIMIT + 1);
      await closed(times + 1);
      expect(exceeded().at(-1)?.['retryInMs']).toBe(pause);
      clock.advance(pause - 1);
      expect(server.connections).toBe(0);
      clock.advance(1);
      await isUp(times + 2);
      await expect.poll(() => server.connections).toBe(1);
    }
    const polls = server.callsOf('minecraft:server/status').length;
    // Its polls are answered meanwhile.
    for (let at = 1; at <= 21; at += 1) {
      clock.advance(15_000);
      await isUp(polls + at);
      await client.players();
    }
    joins(1, LIMIT + 1);
    await closed(5);
    expect(exceeded().at(-1)?.['retryInMs']).toBe(750);
  });

  it('whose status cannot be read is missed like one that does not answer', async () => {
    server.isReadable = false;
    for (const polls of [2, 3]) {
      clock.advance(15_000);
      await isUp(polls);
      await client.players().catch(() => []);
    }
    await expect.poll(() => server.connections).toBe(0);
    expect(downs).toBe(1);
    expect(log.lines.at(-1)).toMatchObject({
      event: 'msmp.lost',
      reason: 'the server does not answer what can be read',
    });
  });

  it('with notices of its start is asked for its status once at a time', async () => {
    server.silent = true;
    for (let at = 0; at < 100; at += 1) server.notify('server/started');
    server.silent = false;
    await client.players();
    expect(server.callsOf('minecraft:server/status').length).toBeLessThanOrEqual(2);
  });
});

describe('a game server that floods the remote console', () => {
  let server: ConsoleServer;
  let client: RconClient;
  beforeEach(async () => {
    server = await ConsoleServer.open();
    client = new RconClient({ name: 'arena', address: server.address, password: 'passwrd', ...deps() });
    await client.save();
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  const noise = (packets: number) =>
    Buffer.concat(Array.from({ length: packets }, () => answerPacket(77, 0, 'noise')));
  const unavailable = { code: 'platform_unavailable' };

  it('with packets that nobody asked for is dropped, logged once, and left alone for longer each time', async () => {
    for (const [times, pause] of [750, 1_500, 3_000].entries()) {
      server.broadcast(noise(6_000));
      await expect.poll(() => exceeded().length).toBe(times + 1);
      expect(exceeded().at(-1)).toEqual({
        event: 'rcon.exceeded',
        server: 'arena',
        reason: 'it sends more than 500 messages a second, and 5000 at once',
        retryInMs: pause,
      });
      await expect.poll(() => server.connections).toBe(0);
      await expect(client.save()).rejects.toMatchObject(unavailable);
      clock.advance(pause);
      await client.save();
      expect(server.opened).toBe(times + 2);
    }
  });

  it('while a command is waited for is dropped, and the command is refused', async () => {
    server.silent = true;
    const asked = expect(client.save()).rejects.toMatchObject(unavailable);
    await expect.poll(() => server.commands.length).toBe(2);
    server.broadcast(noise(6_000));
    await asked;
    expect(exceeded()).toHaveLength(1);
  });

  it('with an answer of endless empty packets is dropped', async () => {
    server.answer = () => 'x'.repeat(4_096);
    server.onEmpty = (id) => Buffer.concat(Array.from({ length: 6_000 }, () => answerPacket(id - 1, 0, '')));
    await expect(client.occupancy()).rejects.toMatchObject(unavailable);
    expect(exceeded()).toHaveLength(1);
  });

  it('with bytes that are no whole packet is dropped', async () => {
    // The biggest packet there is, again and again.
    const big = answerPacket(77, 0, 'x'.repeat(12_000));
    for (let at = 0; at < 2_000; at += 1) server.broadcast(big);
    await expect.poll(() => exceeded().length).toBe(1);
    expect(exceeded()[0]?.['reason']).toMatch(/^it sends more than 1048576 bytes a second/);
  });
});
