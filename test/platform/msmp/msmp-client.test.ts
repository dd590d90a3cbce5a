import { SyncTestClock } from '../../fixtures/test-clock.ts';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { MsmpClient, type MsmpOptions } from '../../../src/platform/msmp/msmp-client.ts';
import { KeptLog } from '../../channel/channel-fixture.ts';
import { selfSigned } from '../../fixtures/self-signed.ts';
import { LevelledLog } from '../../fixtures/levelled-log.ts';
import { playerRef, RecordingListener } from '../recording-listener.ts';
import { ManagementServer, type ManagementServerOptions, SECRET } from './management-server.ts';

const ANN = playerRef(1, 'Ann');
const BOB = playerRef(2, 'Bob');
const ann = { id: ANN.uuid, name: 'Ann' };
const bob = { id: BOB.uuid, name: 'Bob' };

let server: ManagementServer;
let client: MsmpClient | undefined;
let clock: SyncTestClock;
let log: KeptLog;
let listener: RecordingListener;
beforeEach(async () => {
  clock = new SyncTestClock();
  log = new KeptLog();
  listener = new RecordingListener();
  server = await ManagementServer.open();
});
afterEach(async () => {
  await client?.close();
  client = undefined;
  await server.close();
});

function open(more: Partial<MsmpOptions> = {}): MsmpClient {
  client = new MsmpClient({
    name: 'lobby',
    url: server.url,
    secret: SECRET,
    clock,
    logger: log,
    random: () => 0.5,
    listener,
    ...more,
  });
  return client;
}

async function replace(options: ManagementServerOptions): Promise<void> {
  const { port } = server;
  await server.close();
  server = await ManagementServer.open({ port, ...options });
}

const notifies = (...calls: string[]) => expect.poll(() => listener.calls).toEqual(calls);
const logged = (event: string) => expect.poll(() => log.lines.map((line) => line.event)).toContain(event);

async function opened(more: Partial<MsmpOptions> = {}): Promise<MsmpClient> {
  const fresh = open(more);
  await expect.poll(() => listener.calls.at(-1)).toMatch(/^observed/);
  return fresh;
}

describe('presence', () => {
  test('begins with the whole status and goes on with single notifications', async () => {
    server.players = [ann];
    server.maxPlayers = 42;
    await opened();
    server.join(bob);
    server.leave(ann);
    await notifies('observed Ann', 'joined Bob', 'left Ann');
    expect(listener.maxPlayers).toBe(42);
  });

  test('is read as a whole again after the connection was lost', async () => {
    server.players = [ann];
    await opened();
    server.cut();
    await notifies('observed Ann', 'gone');
    server.players = [bob];
    clock.advance(375);
    await notifies('observed Ann', 'gone', 'observed Bob');
  });

  test('of a server that has not started begins when it has', async () => {
    server.started = false;
    open();
    // Answered before the start, or the client would see the server up twice.
    await expect.poll(() => server.callsOf('minecraft:server/status')).toHaveLength(1);
    server.notify('players/joined', ann);
    server.started = true;
    server.players = [ann];
    server.notify('server/started');
    await notifies('observed Ann');
  });

  test('ends when the server announces its stop, whatever it answers until it is gone', async () => {
    await opened();
    server.notify('server/stopping');
    await notifies('observed', 'gone');
    server.notify('server/status', server.status());
    clock.advance(15_000);
    await expect.poll(() => server.callsOf('minecraft:server/status')).toHaveLength(2);
    server.cut();
    await expect.poll(() => server.connections).toBe(0);
    expect(listener.calls).toEqual(['observed', 'gone']);
    // The next process of the server may be there at once.
    await expect.poll(() => clock.pending).toBe(1);
    clock.advance(375);
    await notifies('observed', 'gone', 'observed');
  });

  test('is corrected by the heartbeat and by the next poll', async () => {
    await opened();
    server.players = [ann];
    server.notify('server/status', server.status());
    await notifies('observed', 'observed Ann');
    server.players = [bob];
    clock.advance(15_000);
    await notifies('observed', 'observed Ann', 'observed Bob');
  });

  test('is read in the order in which it comes, also when it comes at once', async () => {
    await opened();
    server.together(() => {
      server.notify('server/started');
      server.join(ann);
    });
    await notifies('observed', 'joined Ann', 'observed Ann');
    // The answer to a poll and what follows it, in one piece.
    server.onStatus = () => {
      server.onStatus = () => {};
      server.join(bob);
    };
    clock.advance(15_000);
    await notifies('observed', 'joined Ann', 'observed Ann', 'observed Ann', 'joined Bob');
  });

  test('takes parameters by name as well', async () => {
    await opened();
    server.broadcast(
      JSON.stringify({
        jsonrpc: '2.0',
        method: 'minecraft:notification/players/joined',
        params: { player: ann },
      }),
    );
    await notifies('observed', 'joined Ann');
  });

  test('of players without a valid id or name is left out', async () => {
    server.players = [{ id: 'x', name: 'Ann' }, { id: ann.id, name: 'not a name!' }, bob];
    await opened();
    server.notify('players/joined', { id: 7, name: 'Eve' });
    server.notify('players/joined');
    server.join(ann);
    await notifies('observed Bob', 'joined Ann');
  });

  test('survives invalid frames', async () => {
    await opened();
    for (const text of [
      '',
      '{',
      '[]',
      'null',
      '{"id":1}',
      '{"id":99,"result":{}}',
      '{"method":7}',
      '[{"id":1}]',
    ]) {
      server.broadcast(text);
    }
    server.join(ann);
    await notifies('observed', 'joined Ann');
  });
});

describe('commands', () => {
  test('kick by id, and return whether the player was there', async () => {
    server.players = [ann];
    const management = await opened();
    expect(await management.kick(ANN, '&cGo\naway')).toBe(true);
    expect(await management.kick(BOB, 'bye')).toBe(false);
    expect(server.callsOf('minecraft:players/kick')).toEqual([
      [{ player: { id: ANN.uuid }, message: { literal: '§cGo\naway' } }],
      [{ player: { id: BOB.uuid }, message: { literal: 'bye' } }],
    ]);
    await notifies('observed Ann', 'left Ann');
  });

  test('kick and write to a player of whom only the name is known', async () => {
    server.players = [ann, bob];
    const management = await opened();
    expect(await management.kick({ name: 'Bob' }, 'bye')).toBe(true);
    await management.message({ name: 'Ann' }, 'psst');
    await notifies('observed Ann,Bob', 'left Bob');
    expect(server.callsOf('minecraft:server/system_message')).toMatchObject([
      { receivingPlayers: [{ name: 'Ann' }] },
    ]);
  });

  test('send messages to one and to all, save, and list', async () => {
    server.players = [ann];
    const management = await opened();
    await management.message('all', 'hello');
    await management.message(ANN, 'psst');
    await management.save();
    expect(await management.players()).toEqual([ANN]);
    expect(server.callsOf('minecraft:server/system_message')).toEqual([
      { message: { literal: 'hello' }, overlay: false },
      { message: { literal: 'psst' }, overlay: false, receivingPlayers: [{ id: ANN.uuid }] },
    ]);
    expect(server.callsOf('minecraft:server/save')).toEqual([true]);
  });

  test('a save that did not happen is a failure', async () => {
    server.saves = false;
    const management = await opened();
    await expect(management.save()).rejects.toMatchObject({ code: 'platform_unavailable' });
  });

  test('a stop is done when the server is gone before it could answer', async () => {
    const management = await opened();
    server.silent = true;
    await management.stop();
    await notifies('observed', 'gone');
  });

  test('fail at once when there is no connection, and after 5 s when there is no answer', async () => {
    const management = await opened();
    server.silent = true;
    const kicked = management.kick(ANN, 'bye');
    const refused = expect(kicked).rejects.toMatchObject({ code: 'platform_unavailable' });
    clock.advance(5_000);
    await refused;
    server.cut();
    await notifies('observed', 'gone');
    await expect(management.players()).rejects.toMatchObject({ code: 'platform_unavailable' });
  });

  test('fail with the message of a server that refuses', async () => {
    await replace({ proxy: true });
    const management = await opened();
    await expect(management.save()).rejects.toThrow(/Method not found: minecraft:server\/save/);
  });

  test('are bounded: too many at once are refused', async () => {
    const management = await opened();
    server.silent = true;
    const calls = Array.from({ length: 300 }, () => management.players().catch((error: unknown) => error));
    const [overloaded] = (await Promise.all(calls.slice(299))) as [unknown];
    expect(overloaded).toMatchObject({ code: 'overloaded' });
    clock.advance(5_000);
    await Promise.all(calls);
  });
});

describe('the connection', () => {
  test('is dropped when the server does not answer twice in a row', async () => {
    await opened();
    server.silent = true;
    clock.advance(15_000);
    await expect.poll(() => server.callsOf('minecraft:server/status')).toHaveLength(2);
    clock.advance(5_000);
    await expect.poll(() => clock.pending).toBe(1);
    expect(listener.calls).toEqual(['observed']);
    clock.advance(15_000);
    await expect.poll(() => server.callsOf('minecraft:server/status')).toHaveLength(3);
    clock.advance(5_000);
    await notifies('observed', 'gone');
  });

  test('is tried at longer and longer intervals, but never longer than 10 s', async () => {
    const { port } = server;
    await server.close();
    open();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      await expect.poll(() => clock.pending).toBe(1);
      const before = clock.now();
      while (clock.pending === 1) clock.advance(125);
      waits.push(clock.now() - before);
    }
    expect(waits).toEqual([375, 750, 1500, 3000, 6000, 7500, 7500]);
    server = await ManagementServer.open({ port });
  });

  test('with a wrong secret is tried seldom and logged as an error, without the secret', async () => {
    open({ secret: 'not-the-right-secret' });
    await logged('msmp.wrong_secret');
    clock.advance(11_000);
    expect(server.connections).toBe(0);
    expect(log.lines.filter(({ event }) => event === 'msmp.wrong_secret')).toHaveLength(1);
    clock.advance(250);
    await expect.poll(() => log.lines.filter(({ event }) => event === 'msmp.wrong_secret')).toHaveLength(2);
    expect(JSON.stringify(log.lines)).not.toContain('not-the-right-secret');
  });

  it('that cannot be made is a warning at once and every five minutes, with what to check', async () => {
    const levels = new LevelledLog();
    const { port } = server;
    await server.close();
    const lone = open({ logger: levels });
    for (let at = 0; at < 40; at += 1) {
      await expect.poll(() => clock.pending).toBe(1);
      clock.advance(10_000);
    }
    await expect.poll(() => clock.pending).toBe(1);
    expect(levels.at('warn')).toHaveLength(2);
    expect(levels.at('warn')[0]).toEqual({
      event: 'msmp.unreachable',
      server: 'lobby',
      reason: `ws://127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}`,
      detail: expect.stringContaining('management-server-enabled=true'),
    });
    expect(lone.closedReason).toMatch(/ECONNREFUSED.*management-server-enabled=true/);
    server = await ManagementServer.open({ port });
    clock.advance(10_000);
    await expect.poll(() => lone.closedReason).toBeUndefined();
  });

  test.each(['1.0.0', '2.0.0', '3.0.0'])('to version %s is quiet', async (version) => {
    await replace({ version });
    await opened();
    expect(log.lines).toEqual([{ event: 'msmp.connected', server: 'lobby', version }]);
  });

  test('to an unknown version goes on, with a warning', async () => {
    await replace({ version: '4.1.0' });
    await opened();
    expect(log.lines).toEqual([{ event: 'msmp.unknown_version', server: 'lobby', version: '4.1.0' }]);
  });

  test('to a proxy with the plugin has players and no capacity', async () => {
    await replace({ proxy: true });
    server.players = [ann];
    await opened();
    await notifies('observed Ann');
    expect(listener.maxPlayers).toBeUndefined();
  });

  test('is not made again after close', async () => {
    const management = await opened();
    await management.close();
    expect(clock.pending).toBe(0);
    await expect(management.players()).rejects.toMatchObject({ code: 'platform_unavailable' });
  });
});

describe('with TLS', () => {
  test('an untrusted certificate is refused, unless it is configured or any is accepted', async () => {
    const tls = selfSigned();
    await replace({ tls });
    open();
    await logged('msmp.unreachable');
    expect(listener.calls).toEqual([]);
    await client?.close();
    await opened({ tls: { ca: tls.cert } });
    await client?.close();
    await opened({ tls: { insecure: true } });
    await client?.close();
    log.lines.length = 0;
    open({ tls: { ca: selfSigned().cert } });
    await logged('msmp.unreachable');
  });
});
