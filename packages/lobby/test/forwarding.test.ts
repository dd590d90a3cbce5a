import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { once } from 'node:events';
import type { Client } from 'minecraft-protocol';
import { afterEach, describe, expect, it } from 'vitest';
import type { MenuListener } from '../../../src/backend/menus/menu-host.ts';
import { recordOf } from '../src/game/game-version.ts';
import type { Forwarding } from '../src/game/lobby-server.ts';
import { LobbyHost, type LobbyHostOptions } from '../src/lobby-host.ts';
import { LobbyClient } from './lobby-client.ts';
import { lobbyOptions } from './lobby-options.ts';

const SECRET = 's3cr3t-Forwarding';
const NOTCH = '069a79f4-44e9-4726-a5be-fca90e38aaf5';
/** The rest of the vector in docs/game-protocols.md "Player forwarding". */
const VECTOR = Buffer.from(
  '040b3230332e302e3131332e39069a79f444e94726a5befca90e38aaf5054e6f746368010874657874757265730441413d3d010442423d3d',
  'hex',
);
const VECTOR_HMAC = 'deef058854eebb04ceaf6ec175613fef519815049e5dbc25240211664f9c97b1';
const REFUSAL = 'This server can only be joined through its proxy.';
const NOBODY: MenuListener = { command: () => {}, click: () => {}, closed: () => {}, left: () => {} };

let host: LobbyHost;
afterEach(() => host.close());

async function open(forwarding: Forwarding, more: Partial<LobbyHostOptions> = {}): Promise<void> {
  host = new LobbyHost(lobbyOptions({ forwarding, ...more }));
  await host.open(NOBODY);
}

/** Answers the lobby's request as Velocity does. */
function velocity(answer: (asked: Buffer) => Buffer | undefined): (client: Client) => void {
  return (client) => {
    client.removeAllListeners('login_plugin_request');
    client.on('login_plugin_request', (packet: unknown) => {
      const { messageId, channel, data } = recordOf(packet);
      const asked = channel === 'velocity:player_info' && Buffer.isBuffer(data) ? data : Buffer.alloc(0);
      client.write('login_plugin_response', { messageId, data: answer(asked) });
    });
  };
}

function signed(rest: Buffer, secret = SECRET): Buffer {
  return Buffer.concat([createHmac('sha256', secret).update(rest).digest(), rest]);
}

async function outcome(client: LobbyClient): Promise<string> {
  const words = await client.playing.then(
    () => 'let in',
    (error: Error) => error.message,
  );
  if (!client.isGone) await client.leave();
  return words;
}

const present = (): string[] => Array.from(host.players, ({ uuid, name }) => `${name} ${uuid}`);

describe('behind Velocity', () => {
  it.each(['1.16.5', '1.19.4', '1.21.11'])('%s: a player is who the signed answer says', async (version) => {
    await open({ mode: 'velocity', secret: SECRET });
    expect(signed(VECTOR).toString('hex', 0, 32)).toBe(VECTOR_HMAC);
    const onConnect = velocity((asked) => {
      expect(asked).toEqual(Buffer.from([4]));
      return signed(VECTOR);
    });
    const client = new LobbyClient(host.port, version, 'Whatever', { onConnect });
    await client.playing;
    expect(present()).toEqual([`Notch ${NOTCH}`]);
    await client.leave();
  });

  it.each([
    ['another secret', () => signed(VECTOR, 'another')],
    ['one byte changed', () => Buffer.concat([signed(VECTOR).subarray(0, -1), Buffer.from([0x3e])])],
    ['nothing but a signature', () => signed(Buffer.alloc(0))],
    ['an unknown form', () => signed(Buffer.concat([Buffer.from([9]), VECTOR.subarray(1)]))],
    ['more than it says', () => signed(Buffer.concat([VECTOR, Buffer.from([0])]))],
    ['too few bytes', () => Buffer.alloc(7)],
    ['no answer', () => undefined],
  ])('%s lets nobody in', async (_, answer) => {
    await open({ mode: 'velocity', secret: SECRET });
    const client = new LobbyClient(host.port, '1.20.4', 'Mallory', { onConnect: velocity(answer) });
    expect(await outcome(client)).toBe(REFUSAL);
    expect(present()).toEqual([]);
  });

  it('gets a plugin message to move a player, on the channel of their version', async () => {
    await open({ mode: 'velocity', secret: SECRET });
    const client = new LobbyClient(host.port, '1.21.4', 'Notch', {
      onConnect: velocity(() => signed(VECTOR)),
    });
    await client.playing;
    const [player] = host.players;
    if (player === undefined) throw new Error('not there');
    expect(await host.move(player, 'hub-2')).toBe(true);
    await client.until(() => client.pluginMessages.length > 0);
    expect(client.pluginMessages).toEqual([
      { channel: 'bungeecord:main', data: Buffer.from('0007436f6e6e65637400056875622d32', 'hex') },
    ]);
    await client.leave();
  });
});

const id = NOTCH.replaceAll('-', '');
const token = (value: string) => ({ name: 'bungeeguard-token', value, signature: '' });
const address = (...properties: object[]) =>
  ['lobby', '203.0.113.9', id, ...(properties.length === 0 ? [] : [JSON.stringify(properties)])].join('\0');

describe('behind BungeeCord', () => {
  it.each(['1.8.8', '1.12.2', '1.20.4'])('%s: a player is who the address says', async (version) => {
    await open({ mode: 'bungeecord' });
    const client = new LobbyClient(host.port, version, 'Notch', { host: address() });
    await client.playing;
    expect(present()).toEqual([`Notch ${NOTCH}`]);
    const [player] = host.players;
    if (player === undefined) throw new Error('not there');
    await host.move(player, 'hub-2');
    await client.until(() => client.pluginMessages.length > 0);
    expect(client.pluginMessages[0]?.channel).toBe(version === '1.20.4' ? 'bungeecord:main' : 'BungeeCord');
    await client.leave();
  });

  it('reads a handshake whose length begins like a ping of an old client', async () => {
    await open({ mode: 'bungeecord' });
    // The address takes all but 8 of the 1 278 bytes, a length that is written as FE 09.
    const rest = 1_270 - address({ name: 'textures', value: '' }).length;
    const given = address({ name: 'textures', value: 'A'.repeat(rest) });
    expect(await outcome(new LobbyClient(host.port, '1.20.4', 'Notch', { host: given }))).toBe('let in');
  });

  it('refuses a player who did not come through the proxy', async () => {
    await open({ mode: 'bungeecord' });
    expect(await outcome(new LobbyClient(host.port, '1.20.4', 'Mallory'))).toBe(REFUSAL);
  });
});

describe('with BungeeGuard', () => {
  const allowed = ['the-first-token', 'the-second-token'];

  it('accepts a player with an allowed token', async () => {
    await open({ mode: 'bungeeguard', tokens: allowed });
    const given = address({ name: 'textures', value: 'AA==' }, token('the-second-token'));
    expect(await outcome(new LobbyClient(host.port, '1.20.4', 'Notch', { host: given }))).toBe('let in');
  });

  it.each([
    ['no properties', address()],
    ['no token', address({ name: 'textures', value: 'AA==' })],
    ['another token', address(token('the-third-token'))],
    ['two tokens', address(token('the-first-token'), token('the-second-token'))],
    ['no list', ['lobby', '203.0.113.9', id, '{}'].join('\0')],
    ['no JSON', ['lobby', '203.0.113.9', id, '[{'].join('\0')],
  ])('%s lets nobody in', async (_, given) => {
    await open({ mode: 'bungeeguard', tokens: allowed });
    expect(await outcome(new LobbyClient(host.port, '1.20.4', 'Mallory', { host: given }))).toBe(REFUSAL);
  });
});

describe('with PROXY headers', () => {
  it('closes a connection that begins without one', async () => {
    await open({ mode: 'none', accounts: false }, { proxyProtocol: true });
    const socket = connect(host.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(Buffer.from('0bffffffff0f01610001010100', 'hex'));
    await once(socket, 'close');
    expect(present()).toEqual([]);
  });

  it('reads the game after a header that comes byte by byte', async () => {
    await open({ mode: 'none', accounts: false }, { proxyProtocol: true });
    const socket = connect(host.port, '127.0.0.1');
    socket.setNoDelay(true);
    const header = Buffer.from('0d0a0d0a000d0a515549540a2111000ccb007109c0000201c73863dd', 'hex');
    // The header, a handshake of 1.8 for the status, and its request.
    const bytes = Buffer.concat([header, Buffer.from('07002f01610001010100', 'hex')]);
    for (const byte of bytes) socket.write(Buffer.from([byte]));
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('"description"');
    socket.destroy();
  });
});

describe('too many players', () => {
  it.each(['a name', 'x'.repeat(17), '§cRed'])('a name like %j is refused', async (name) => {
    await open({ mode: 'none', accounts: false });
    const client = new LobbyClient(host.port, '1.12.2', name);
    expect(await outcome(client)).not.toBe('let in');
    expect(present()).toEqual([]);
  });

  it('are refused when the lobby is full', async () => {
    await open({ mode: 'none', accounts: false }, { maxPlayers: 1 });
    const first = new LobbyClient(host.port, '1.20.4', 'Alice');
    await first.playing;
    expect(await outcome(new LobbyClient(host.port, '1.20.4', 'Bob'))).toBe('The lobby is full.');
    await first.leave();
  });

  it('are one when the same player joins twice', async () => {
    await open({ mode: 'none', accounts: false });
    const first = new LobbyClient(host.port, '1.20.4', 'Alice');
    await first.playing;
    const second = new LobbyClient(host.port, '1.20.4', 'Alice');
    await second.playing;
    await first.gone;
    expect(first.words).toBe('You joined from another location.');
    expect(present()).toHaveLength(1);
    await second.leave();
  });
});
