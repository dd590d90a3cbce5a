import { MinecraftServer, Player, WebSocketConnection } from 'mc-server-management';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { ManagementServer, SECRET } from '../../platform/msmp/management-server.ts';

// An independent client against the test server: the tests of MsmpClient rely on that server following the protocol.

const JEB = { id: '853c80ef-3c37-49fd-aa49-938b674adae6', name: 'jeb_' };
const NOTCH = { id: '069a79f4-44e9-4726-a5be-fca90e38aaf5', name: 'Notch' };

let management: ManagementServer;
let connection: WebSocketConnection | undefined;
beforeEach(async () => {
  management = await ManagementServer.open();
});
afterEach(async () => {
  connection?.close();
  await management.close();
});

async function connect(secret = SECRET): Promise<MinecraftServer> {
  connection = await WebSocketConnection.connect(management.url, secret, { reconnect: false });
  return new MinecraftServer(connection);
}

describe('mc-server-management with the test server', () => {
  test('reads its status and its players', async () => {
    management.players = [JEB];
    const server = await connect();
    const status = await server.getStatus(true);
    expect(status.started).toBe(true);
    expect(status.version?.protocol).toBe(774);
    expect(await server.getConnectedPlayers(true)).toEqual([JEB]);
  });

  test('is notified of joins and leaves', async () => {
    const server = await connect();
    expect(await server.getConnectedPlayers(true)).toEqual([]);
    management.join(JEB);
    management.join(NOTCH);
    await expect.poll(() => server.getConnectedPlayers()).toEqual([JEB, NOTCH]);
    management.leave(JEB);
    await expect.poll(() => server.getConnectedPlayers()).toEqual([NOTCH]);
  });

  test('kicks by id and by name, and learns who was kicked', async () => {
    management.players = [JEB, NOTCH];
    const server = await connect();
    expect(await server.kickPlayers(Player.withId(JEB.id), 'bye')).toEqual([JEB]);
    expect(await server.kickPlayers('Notch')).toEqual([NOTCH]);
    expect(await server.kickPlayers('nobody')).toEqual([]);
    expect(management.callsOf('minecraft:players/kick')[0]).toEqual([
      { player: { id: JEB.id }, message: { literal: 'bye' } },
    ]);
  });

  test('sends messages, saves, changes a setting and stops', async () => {
    const server = await connect();
    await server.sendSystemMessage('hello');
    await server.save(true);
    await server.settings().setMaxPlayers(7);
    expect(await server.settings().getMaxPlayers()).toBe(7);
    await server.stop();
    expect(management.calls.map(({ method }) => method)).toEqual([
      'rpc.discover',
      'minecraft:server/system_message',
      'minecraft:server/save',
      'minecraft:serversettings/max_players/set',
      'minecraft:serversettings/max_players',
      'minecraft:server/stop',
    ]);
    await expect.poll(() => management.connections).toBe(0);
  });

  test('is refused with a wrong secret', async () => {
    await expect(connect('wrong')).rejects.toThrow(/401/);
  });

  test('gets an error for an unknown method', async () => {
    await connect();
    await expect(connection?.call('minecraft:nothing', [])).rejects.toMatchObject({ code: -32_601 });
  });
});

// Requests that this client never sends.
test('a browser logs in by sub-protocol from an allowed origin only', async () => {
  await management.close();
  management = await ManagementServer.open({ origins: ['https://panel.example'] });
  const outcome = (origin: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = new WebSocket(management.url, ['minecraft-v1', SECRET], { origin });
      socket.on('error', (error) => resolve(error.message));
      socket.on('open', () => {
        resolve(socket.protocol);
        socket.close();
      });
    });
  expect(await outcome('https://panel.example')).toBe('minecraft-v1');
  expect(await outcome('https://elsewhere.example')).toContain('401');
});
