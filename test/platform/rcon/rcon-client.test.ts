import { SyncTestClock } from '../../fixtures/test-clock.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RconClient } from '../../../src/platform/rcon/rcon-client.ts';
import { KeptLog } from '../../channel/channel-fixture.ts';
import { playerRef } from '../recording-listener.ts';
import { answerPacket, ConsoleServer } from './console-server.ts';

const ANN = playerRef(1, 'Ann');

let server: ConsoleServer;
let clock: SyncTestClock;
let log: KeptLog;
let client: RconClient;
beforeEach(async () => {
  server = await ConsoleServer.open();
  clock = new SyncTestClock();
  log = new KeptLog();
  client = openClient();
});
afterEach(async () => {
  await client.close();
  await server.close();
});

function openClient(password = 'passwrd'): RconClient {
  const parts = { clock, logger: log, random: () => 0.5 };
  return new RconClient({ name: 'arena', address: server.address, password, ...parts });
}

const unavailable = { code: 'platform_unavailable' };

describe('commands', () => {
  test('kick, send messages, save and stop', async () => {
    server.answer = (command) => (command.startsWith('kick') ? 'Kicked Ann: bye' : '');
    expect(await client.kick(ANN, '&cbye')).toBe(true);
    await client.message('all', 'hello');
    await client.save();
    await client.stop();
    expect(server.commands).toEqual([
      'kick Ann §cbye',
      'tellraw @a {"text":"hello"}',
      'save-all flush',
      'stop',
    ]);
    expect(server.opened).toBe(1);
  });

  test('a kick of a player who is not there returns false', async () => {
    server.answer = () => 'No player was found';
    expect(await client.kick(ANN, 'bye')).toBe(false);
  });

  test('run one after the other, however many are requested at once', async () => {
    server.answer = (command) => command;
    await Promise.all(Array.from({ length: 20 }, () => client.message('all', 'x')));
    expect(server.commands).toHaveLength(20);
    expect(server.opened).toBe(1);
  });

  test('beyond the limit of the queue are refused', async () => {
    server.silent = true;
    const asked = Array.from({ length: 40 }, () => client.save().catch((error: unknown) => error));
    expect(await asked.at(-1)).toMatchObject({ code: 'overloaded' });
    await expect.poll(() => server.commands.length).toBe(1);
    server.cut();
    const outcomes = await Promise.all(asked.slice(0, 1));
    expect(outcomes[0]).toMatchObject(unavailable);
    server.silent = false;
    await Promise.all(asked);
  });

  test('of the operator run in their order, and may end with the process', async () => {
    server.answer = (command) => {
      if (command === 'stop') queueMicrotask(() => server.cut());
      return '';
    };
    await client.runConfigured(['/save-all', 'say bye', 'stop']);
    expect(server.commands).toEqual(['save-all', 'say bye', 'stop']);
  });

  test('of the operator do not go on past one that failed', async () => {
    server.answer = () => {
      queueMicrotask(() => server.cut());
      return 'x'.repeat(4096);
    };
    await expect(client.runConfigured(['one', 'two'])).rejects.toMatchObject(unavailable);
    expect(server.commands).toEqual(['one']);
  });
});

describe('answers', () => {
  const list = (count: number): string => {
    const names = Array.from({ length: count }, (_, at) => `Player_${at} (${playerRef(at, 'x').uuid})`);
    return `There are ${count} of a max of 500 players online: ${names.join(', ')}`;
  };

  test.each([0, 1, 79, 80, 81, 200, 500])(
    'with %i players are put together from their packets',
    async (count) => {
      server.answer = () => list(count);
      const { players, maxPlayers } = await client.occupancy();
      expect(players).toHaveLength(count);
      expect(maxPlayers).toBe(500);
    },
  );

  test('of exactly full packets are complete', async () => {
    const text = list(1).padEnd(8_192, ' ');
    server.answer = () => text;
    expect((await client.occupancy()).players).toHaveLength(1);
    expect((await client.occupancy()).players).toHaveLength(1);
  });

  test('that come a byte at a time are complete', async () => {
    server.drips = true;
    server.answer = () => list(90);
    expect((await client.occupancy()).players).toHaveLength(90);
  });

  test('of a plugin are followed by a request for the game’s own list', async () => {
    server.answer = (command) => (command === 'minecraft:list uuids' ? list(2) : '§6Nobody knows');
    expect(await client.players()).toHaveLength(2);
  });

  test('of names are taken as they are where no command tells more, which is found out once', async () => {
    server.answer = (command) =>
      command === 'list' ? 'There are 1 of a max of 5 players online: Ann' : 'Unknown command';
    for (const _ of [1, 2]) {
      expect(await client.occupancy()).toMatchObject({
        players: [],
        unknown: expect.stringContaining('counts 1'),
      });
    }
    expect(server.commands).toEqual(['list uuids', 'minecraft:list uuids', 'list', 'list']);
  });

  test('that are no list leave it unknown who is there', async () => {
    server.answer = (command) => (command === 'list uuids' ? 'Es sind viele da' : 'Unknown command');
    expect(await client.occupancy()).toEqual({
      players: [],
      maxPlayers: undefined,
      unknown: 'its console answers “Es sind viele da” to list',
    });
  });

  test('that are too long are given up', async () => {
    server.answer = () => 'x'.repeat(2 * 1024 * 1024);
    await expect(client.occupancy()).rejects.toMatchObject(unavailable);
  });
});

describe('the connection', () => {
  test('is made again after it was lost', async () => {
    await client.save();
    server.cut();
    await expect
      .poll(() =>
        client.save().then(
          () => server.opened,
          () => 0,
        ),
      )
      .toBe(2);
  });

  test('that does not answer in time is dropped, so that a late answer is never taken for another one', async () => {
    await client.save();
    server.silent = true;
    const asked = expect(client.occupancy()).rejects.toMatchObject(unavailable);
    await expect.poll(() => server.commands.length).toBe(2);
    clock.advance(5_000);
    await asked;
    server.silent = false;
    await client.save();
    expect(server.opened).toBe(2);
  });

  test('is not tried again before a pause, which doubles up to 5 s', async () => {
    await server.close();
    const refused = async (): Promise<void> => {
      await expect(client.save()).rejects.toMatchObject(unavailable);
    };
    const unreachable = (): number => log.lines.filter(({ event }) => event === 'rcon.unreachable').length;
    await refused();
    for (const [tries, pause] of [188, 375, 750, 1_500, 3_000, 3_750, 3_750].entries()) {
      clock.advance(pause - 1);
      // A clock that is set makes the pause neither shorter nor longer.
      clock.jump(tries % 2 === 0 ? 3_600_000 : -3_600_000);
      await refused();
      expect(unreachable()).toBe(tries + 1);
      clock.advance(1);
      await refused();
      expect(unreachable()).toBe(tries + 2);
    }
    server = await ConsoleServer.open(server.port);
    clock.advance(5_000);
    await client.save();
  });

  test('with a wrong password is tried seldom and logged as an error, without the password', async () => {
    client = openClient('not-the-password');
    await expect(client.save()).rejects.toMatchObject(unavailable);
    clock.advance(11_000);
    await expect(client.save()).rejects.toMatchObject(unavailable);
    expect(server.opened).toBe(1);
    expect(log.lines).toMatchObject([
      { event: 'rcon.wrong_password', server: 'arena', detail: expect.stringContaining('rcon.password') },
    ]);
    expect(JSON.stringify(log.lines)).not.toContain('not-the-password');
  });

  test.each([
    ['a huge length', Buffer.from('ffffff7f', 'hex')],
    ['a negative length', Buffer.from('00000080', 'hex')],
    ['no end', Buffer.from('0a00000000000000000000000101', 'hex')],
    ['HTTP', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ])('that receives %s is dropped', async (_, bytes) => {
    await client.save();
    server.silent = true;
    const asked = expect(client.occupancy()).rejects.toMatchObject(unavailable);
    await expect.poll(() => server.commands.length).toBe(2);
    server.broadcast(bytes);
    await asked;
  });

  test('ignores packets that answer no request', async () => {
    await client.save();
    server.broadcast(Buffer.concat([answerPacket(77, 0, 'noise'), answerPacket(1, 0, 'late')]));
    server.answer = () => 'There are 0 of a max of 20 players online:';
    expect((await client.occupancy()).maxPlayers).toBe(20);
  });

  test('is not made again after close', async () => {
    await client.save();
    await client.close();
    await expect(client.save()).rejects.toMatchObject(unavailable);
    expect(clock.pending).toBe(0);
  });
});
