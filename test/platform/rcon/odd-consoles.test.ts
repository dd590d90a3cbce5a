import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { RconClient } from '../../../src/platform/rcon/rcon-client.ts';
import { LevelledLog } from '../../fixtures/levelled-log.ts';
import { SyncTestClock } from '../../fixtures/test-clock.ts';
import { playerRef } from '../recording-listener.ts';
import { answerPacket, ConsoleServer } from './console-server.ts';

const ANN = playerRef(1, 'Ann');
const unavailable = { code: 'platform_unavailable' };

let server: ConsoleServer;
let clock: SyncTestClock;
let log: LevelledLog;
let client: RconClient;
beforeEach(async () => {
  server = await ConsoleServer.open();
  clock = new SyncTestClock();
  log = new LevelledLog();
  const deps = { clock, logger: log, random: () => 0.5 };
  client = new RconClient({ name: 'arena', address: server.address, password: 'passwrd', ...deps });
});
afterEach(async () => {
  await client.close();
  await server.close();
});

/** Runs a command whose answer does not come, and lets its time pass. */
async function lateList(): Promise<void> {
  const before = server.commands.length;
  const asked = expect(client.run('list')).rejects.toMatchObject(unavailable);
  await expect.poll(() => server.commands.length).toBe(before + 1);
  clock.advance(5_000);
  await asked;
}

describe('a console that takes the password', () => {
  const failures: [string, (at: ConsoleServer) => void, RegExp][] = [
    ['and closes', (at) => (at.onCommand = (socket) => socket.destroy()), /closes the connection/],
    [
      'and sends nonsense',
      (at) => (at.onCommand = (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')),
      /not RCON/,
    ],
    [
      'and cuts its answers',
      (at) => (at.onCommand = (socket, id) => socket.end(answerPacket(id, 0, 'There are').subarray(0, 15))),
      /within an answer/,
    ],
  ];

  test.each(failures)(
    '%s is said to be unusable, and why, once in five minutes',
    async (_, break_, reason) => {
      break_(server);
      for (let at = 0; at < 30; at += 1) {
        await expect(client.run('list')).rejects.toMatchObject(unavailable);
        clock.advance(5_000);
      }
      expect(log.at('info')).toEqual([]);
      expect(log.at('warn')).toEqual([
        {
          event: 'rcon.unusable',
          server: 'arena',
          reason: expect.stringMatching(reason),
          detail: expect.stringContaining('docs/platforms.md'),
        },
      ]);
      clock.advance(300_000);
      await expect(client.run('list')).rejects.toMatchObject(unavailable);
      expect(log.at('warn')).toHaveLength(2);
    },
  );

  test('and sends other nonsense each time is said to be unusable once in five minutes', async () => {
    let seed = 1;
    server.onCommand = (socket) => {
      seed = (seed * 16_807) % 0x7fff_ffff;
      const bytes = Buffer.alloc(8, 0xff);
      bytes.writeInt32LE(-seed, 0);
      socket.write(bytes);
    };
    for (let at = 0; at < 29; at += 1) {
      await expect(client.run('list')).rejects.toMatchObject(unavailable);
      clock.advance(10_000);
    }
    expect(log.at('warn')).toMatchObject([
      { event: 'rcon.unusable', reason: expect.stringMatching(/of -\d+ bytes/) },
    ]);
  });

  test('and is silent is said to be unusable', async () => {
    server.silent = true;
    await lateList();
    expect(log.lines).toMatchObject([
      { level: 'warn', event: 'rcon.unusable', reason: 'it takes the password and then answers no command' },
    ]);
    expect(client.closedReason).toMatch(/answers no command\. .*docs\/platforms\.md/);
  });

  test('and is silent is not connected by a message that needs no answer', async () => {
    server.silent = true;
    const said = client.message('all', 'hello');
    await expect.poll(() => server.commands).toHaveLength(1);
    clock.advance(500);
    await said;
    expect(log.lines).toEqual([]);
  });

  it('and is silent is left alone for growing pauses', async () => {
    server.silent = true;
    for (let at = 0; at < 8; at += 1) {
      await lateList();
      clock.advance(5_000);
    }
    await lateList();
    const { opened } = server;
    clock.advance(3_000);
    await expect(client.run('list')).rejects.toMatchObject(unavailable);
    expect(server.opened).toBe(opened);
  });

  test('and does not finish its answer is said to do so', async () => {
    server.onCommand = (socket, id) => socket.write(answerPacket(id, 0, 'There are').subarray(0, 15));
    await lateList();
    expect(log.at('warn')).toMatchObject([{ reason: 'it did not finish its answer in time' }]);
  });

  test('and answers is logged once, however often the connection is made again', async () => {
    for (let at = 0; at < 10; at += 1) {
      server.answer = () => 'fine';
      await client.run('list');
      server.cut();
      await expect.poll(() => client.isConnected).toBe(false);
      clock.advance(1_000);
    }
    expect(log.at('info')).toEqual([{ event: 'rcon.connected', server: 'arena' }]);
    expect(client.closedReason).toBeUndefined();
  });
});

describe('a console that nobody can reach', () => {
  test('is a warning at once, with its address and what to check', async () => {
    await server.close();
    await expect(client.run('list')).rejects.toMatchObject(unavailable);
    clock.advance(10_000);
    await expect(client.run('list')).rejects.toMatchObject(unavailable);
    expect(log.at('warn')).toEqual([
      {
        event: 'rcon.unreachable',
        server: 'arena',
        reason: expect.stringMatching(new RegExp(`^127\\.0\\.0\\.1:${server.port}: .*ECONNREFUSED`)),
        detail: expect.stringContaining('enable-rcon=true'),
      },
    ]);
    server = await ConsoleServer.open(server.port);
    server.answer = () => 'fine';
    clock.advance(10_000);
    await client.run('list');
    expect(client.closedReason).toBeUndefined();
    expect(log.at('info')).toHaveLength(1);
  });

  test('after it was up for a while may be restarting: the warning comes when it stays away', async () => {
    await client.run('list');
    clock.advance(60_000);
    await server.close();
    await expect.poll(() => client.isConnected).toBe(false);
    await expect(client.run('list')).rejects.toMatchObject(unavailable);
    clock.advance(15_000);
    await expect(client.run('list')).rejects.toMatchObject(unavailable);
    expect(log.at('warn')).toEqual([]);
    clock.advance(30_000);
    await expect(client.run('list')).rejects.toMatchObject(unavailable);
    expect(log.at('warn')).toHaveLength(1);
    server = await ConsoleServer.open(server.port);
  });
});

describe('answers of servers that do not cut them', () => {
  test.each([4_095, 4_096, 4_097, 8_192, 60_000])('are read whole with %i bytes', async (size) => {
    server.cuts = false;
    server.answer = () => 'x'.repeat(size);
    expect(await client.run('list')).toHaveLength(size);
    expect(await client.run('list')).toHaveLength(size);
  });

  test('are read whole where one character has several bytes', async () => {
    server.cuts = false;
    server.answer = () => '…'.repeat(4_095);
    expect(await client.run('list')).toHaveLength(4_095);
  });

  test('are asked for with an empty command at exactly the length at which the game cuts', async () => {
    let asked = 0;
    server.onEmpty = (id) => {
      asked += 1;
      return answerPacket(id, 0, '');
    };
    server.cuts = false;
    server.answer = () => 'x'.repeat(5_000);
    await client.run('list');
    expect(asked).toBe(0);
    server.answer = () => 'x'.repeat(4_096);
    await client.run('list');
    expect(asked).toBe(1);
  });
});

describe('a console that sends no packet where a command prints nothing', () => {
  test('takes messages without a wait, and the connection stays', async () => {
    server.omitsEmpty = true;
    server.answer = (command) => (command === 'list' ? 'fine' : '');
    const said = client.message('all', 'hello');
    await expect.poll(() => server.commands).toHaveLength(1);
    clock.advance(500);
    await said;
    expect(await client.run('list')).toBe('fine');
    expect(server.opened).toBe(1);
  });

  test('runs the commands of a restart, also those that say something', async () => {
    server.omitsEmpty = true;
    const run = client.runConfigured(['say bye', 'stop']);
    await expect.poll(() => server.commands).toHaveLength(1);
    clock.advance(500);
    await expect.poll(() => server.commands).toEqual(['say bye', 'stop']);
    server.cut();
    await run;
  });

  test('is saved and stopped although it answers to neither', async () => {
    server.omitsEmpty = true;
    const said = client.message('all', 'hello');
    await expect.poll(() => server.commands).toHaveLength(1);
    clock.advance(500);
    await said;
    const saved = client.save();
    await expect.poll(() => server.commands.at(-1)).toBe('save-all flush');
    clock.advance(5_000);
    await saved;
    const stopped = client.stop();
    await expect.poll(() => server.commands.at(-1)).toBe('stop');
    clock.advance(5_000);
    await stopped;
    expect(server.opened).toBe(1);
  });

  test('is waited for where it has sent a packet for such a command before', async () => {
    await client.message('all', 'hello');
    server.silent = true;
    let isDone = false;
    const said = client.message('all', 'hello').then(
      () => (isDone = true),
      () => undefined,
    );
    await expect.poll(() => server.commands).toHaveLength(2);
    clock.advance(1_000);
    await Promise.resolve();
    expect(isDone).toBe(false);
    clock.advance(4_000);
    await said;
    expect(isDone).toBe(false);
  });
});

describe('a console that does not know tellraw', () => {
  test.each([
    'Unknown or incomplete command, see below for error at position 0: tellraw<--[HERE]',
    '§cUnknown command "tellraw". Type "help" for help.',
    'Unknown command: tellraw',
    'Command tellraw does not exist',
  ])('and answers %j is sent say, and tell for one player', async (refusal) => {
    server.answer = (command) => (command.startsWith('tellraw') ? refusal : '');
    await client.message('all', '&chello @a\nworld');
    await client.message(ANN, 'psst');
    expect(server.commands.slice(1)).toEqual(['say §chello ＠a', 'say world', 'tell Ann psst']);
    expect(log.at('warn')).toMatchObject([{ event: 'rcon.no_tellraw', server: 'arena', answer: refusal }]);
  });

  test('is told from one where the player is not there', async () => {
    server.answer = () => 'No player was found';
    await client.message(ANN, 'psst');
    await client.message(ANN, 'psst');
    expect(server.commands).toHaveLength(2);
    expect(log.at('warn')).toEqual([]);
  });
});
