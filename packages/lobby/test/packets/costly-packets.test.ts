import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { deflateSync } from 'node:zlib';
import minecraftData from 'minecraft-data';
import minecraft, { type ServerClient } from 'minecraft-protocol';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeFrame, writeString, writeVarInt } from '../../../../src/platform/edge/protocol/frame.ts';
import { loginOf } from '../../bench/light-client.ts';
import { recordOf } from '../../src/game/game-version.ts';
import { LobbyHost } from '../../src/lobby-host.ts';
import { LobbyClient } from '../lobby-client.ts';
import { lobbyOptions, SILENT } from '../lobby-options.ts';

const VERSIONS = ['1.8.8', '1.12.2', '1.16.5', '1.20.1', '1.20.6', '1.21.11'];
/** The length of a list that may be 16 million long where its elements take no bytes. */
const ENDLESS = 16_777_215;
const TWO_GIB = writeVarInt(2 ** 31 - 1);

/** The number of a packet in this version. */
function numberOf(version: string, packet: string): number {
  const types = recordOf(minecraftData(version).protocol['play'].toServer.types);
  const found = JSON.stringify(types['packet']).match(new RegExp(`"(0x[0-9a-f]+)":"${packet}"`));
  return Number(found?.[1]);
}

/** A tag whose one list says that it has `ENDLESS` elements without bytes. */
function endlessTag(isNamed: boolean): Buffer {
  const count = Buffer.alloc(4);
  count.writeInt32BE(ENDLESS);
  const name = isNamed ? Buffer.of(0, 0) : Buffer.alloc(0);
  return Buffer.concat([Buffer.of(10), name, Buffer.of(9, 0, 1, 0x61, 0), count, Buffer.of(0)]);
}

/** An item with that tag, as this version writes it. */
function endlessItem(protocol: number): Buffer {
  if (protocol >= 766) {
    // The component `custom_data`, which is a tag.
    return Buffer.concat([Buffer.of(1, 1, 1, 0, 0), endlessTag(false)]);
  }
  if (protocol >= 402) return Buffer.concat([Buffer.of(1, 1, 1), endlessTag(protocol < 764)]);
  const damage = protocol >= 393 ? Buffer.alloc(0) : Buffer.of(0, 0);
  return Buffer.concat([Buffer.of(0, 1, 1), damage, endlessTag(true)]);
}

/** What comes before the item in a click on the slot 4 of the window 1. */
function clickHead(protocol: number): Buffer {
  const slot = Buffer.of(0, 4);
  if (protocol < 755) return Buffer.concat([Buffer.of(1), slot, Buffer.of(0, 0, 1, 0)]);
  return Buffer.concat([Buffer.of(1, 0), slot, Buffer.of(0, 0, 0)]);
}

describe('a packet of a player', () => {
  const heard: string[] = [];
  /** Packets of the game that the library has read to their end. */
  const parsed: string[] = [];
  const failures: unknown[] = [];
  const logger = { ...SILENT, error: (entry: object) => failures.push(entry) };
  const host = new LobbyHost(lobbyOptions({ logger }));
  const spy = vi.spyOn(minecraft, 'createServer');
  beforeAll(async () => {
    await host.open({
      command: (_player, _command, argument) => {
        if (argument === 'break') throw new Error('a fault of the lobby');
        heard.push(argument);
      },
      click: (player, _showing, slot) => heard.push(`${player.name} ${slot}`),
      closed: () => {},
      left: () => {},
    });
    const [result] = spy.mock.results;
    if (result?.type !== 'return') throw new Error('no server');
    result.value.on('connection', (client: ServerClient) => {
      client.on('packet', (_packet: unknown, { name, state }) => {
        if (state === minecraft.states.PLAY) parsed.push(name);
      });
    });
  });
  afterAll(async () => {
    spy.mockRestore();
    await host.close();
  });

  const join = async (version: string, name: string): Promise<LobbyClient> => {
    const client = new LobbyClient(host.port, version, name);
    await client.playing;
    return client;
  };

  /** What is heard of the player's next command; nothing once the connection is gone. */
  const nextWords = async (client: LobbyClient, argument: string): Promise<string | undefined> => {
    if (!client.isGone) client.type(`ban ${argument}`);
    await vi.waitUntil(() => client.isGone || heard.includes(argument), { timeout: 20_000 });
    return heard.find((one) => one === argument);
  };

  /** That everybody else is served. */
  const isServing = async (): Promise<void> => {
    const client = await join('1.20.1', 'Alice');
    expect(await nextWords(client, `still${heard.length}`)).toBeDefined();
    await client.leave();
  };

  it.each(VERSIONS)('is not read where the lobby needs none of it (%s)', async (version) => {
    const client = await join(version, 'Mallory');
    parsed.length = 0;
    const id = numberOf(version, 'set_creative_slot');
    const item = endlessItem(client.protocol);
    client.client.writeRaw(Buffer.concat([writeVarInt(id), Buffer.of(0, 36), item]));
    expect(await nextWords(client, `creative${version}`)).toBeDefined();
    expect(parsed).toEqual([]);
    await client.leave();
  });

  it.each(VERSIONS)('is read up to what the lobby needs of it (%s)', async (version) => {
    const client = await join(version, 'Mallory');
    const [player] = host.players;
    if (player === undefined) throw new Error('not in the lobby');
    const item = { slot: 4, material: 'minecraft:stone', amount: 1, glow: false, clickable: true };
    await host.show(player, 1, { title: [], rows: 1, items: [{ ...item, name: [], lore: [] }] });
    await client.until(() => client.window !== null);
    parsed.length = 0;
    heard.length = 0;
    const changed = client.protocol < 755 ? [] : [Buffer.of(1, 0, 4)];
    const tail = [...changed, endlessItem(client.protocol)];
    const id = writeVarInt(numberOf(version, 'window_click'));
    client.client.writeRaw(Buffer.concat([id, clickHead(client.protocol), ...tail]));
    await vi.waitUntil(() => client.isGone || heard.length > 0, { timeout: 20_000 });
    expect(heard).toEqual(['Mallory 4']);
    expect(parsed).toEqual([]);
    await client.leave();
  });

  it.each(VERSIONS)('ends the connection where it inflates to more than is allowed (%s)', async (version) => {
    const bomb = deflateSync(Buffer.alloc(8 * 1_024 * 1_024));
    for (const announced of [1_000, 8 * 1_024 * 1_024]) {
      const client = await join(version, 'Mallory');
      const frame = Buffer.concat([writeVarInt(announced), bomb]);
      client.client.socket.write(Buffer.concat([writeVarInt(frame.length), frame]));
      expect(await nextWords(client, `bomb${version}${announced}`)).toBeUndefined();
      await client.gone;
    }
    await isServing();
  });

  it.each(VERSIONS)('ends the connection where its length is 2 GiB (%s)', async (version) => {
    const client = await join(version, 'Mallory');
    client.client.socket.write(TWO_GIB);
    await client.gone;
    await isServing();
  });

  it.each([
    ['cannot be read', () => writeVarInt(numberOf('1.20.1', 'close_window'))],
    [
      'has a text that is not UTF-8',
      () => Buffer.concat([writeVarInt(numberOf('1.20.1', 'chat_command')), Buffer.of(2, 0xff, 0xfe)]),
    ],
  ])('ends no other connection where it %s', async (_what, make) => {
    const [bob, client] = await Promise.all([join('1.20.1', 'Bob'), join('1.20.1', 'Mallory')]);
    client.client.writeRaw(make());
    await client.gone;
    expect(await nextWords(bob, `bob${heard.length}`)).toBeDefined();
    await bob.leave();
  });

  it('ends no other connection where the lobby fails at it', async () => {
    const [bob, client] = await Promise.all([join('1.20.1', 'Bob'), join('1.20.1', 'Mallory')]);
    client.type('ban break');
    await client.gone;
    expect(failures).toMatchObject([{ event: 'connection.failed', door: 'lobby' }]);
    expect(await nextWords(bob, `bob${heard.length}`)).toBeDefined();
    await bob.leave();
  });

  it.each([
    ['1.8.8', 'keep_alive', 8, 20_000],
    ['1.21.11', 'keep_alive', 8, 20_000],
    ['1.8.8', 'custom_payload', 30_000, 200],
    ['1.21.11', 'custom_payload', 30_000, 200],
  ])(
    'is one too many where they do not end, and the player reads so (%s, %s)',
    async (version, name, bytes, count) => {
      const client = await join(version, 'Mallory');
      const packet = Buffer.concat([Buffer.of(0), writeVarInt(numberOf(version, name)), Buffer.alloc(bytes)]);
      const frame = Buffer.concat([writeVarInt(packet.length), packet]);
      client.client.socket.write(Buffer.concat(Array.from({ length: count }, () => frame)));
      await client.gone;
      expect(client.words).toBe('Your game sends more than this server takes.');
      await isServing();
    },
  );

  it('of the most that a game sends is none too many', async () => {
    const client = await join('1.20.1', 'Alice');
    for (let tick = 0; tick < 1_000; tick += 1) {
      client.client.write('position', { x: 8, y: 64, z: 8, onGround: true });
    }
    expect(await nextWords(client, 'moved')).toBe('moved');
    await client.leave();
  });
});

describe('a stranger', () => {
  const host = new LobbyHost(lobbyOptions({ forwarding: { mode: 'none', accounts: true } }));
  beforeAll(() => host.open({ command: () => {}, click: () => {}, closed: () => {}, left: () => {} }));
  afterAll(() => host.close());

  const open = (...bytes: readonly Uint8Array[]): { socket: Socket; closed: Promise<void> } => {
    const socket = connect(host.port, '127.0.0.1');
    socket.on('error', () => {});
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.write(Buffer.concat(bytes));
    return { socket, closed };
  };

  it.each([
    ['first', []],
    ['after a handshake', [loginOf(763, 'Mallory')]],
  ])('is cut off at a length of 2 GiB, %s', async (_when, before) => {
    const { socket, closed } = open(...before, TWO_GIB);
    socket.resume();
    await closed;
  });

  it.each(['fe', 'fe01'])('with a client before 1.7 reads how many play (%s)', async (ping) => {
    const { socket } = open(Buffer.from(ping, 'hex'));
    const [answer]: Buffer[] = await once(socket, 'data');
    expect(answer?.[0]).toBe(0xff);
    expect(answer?.subarray(3).swap16().toString('utf16le')).toContain('Lobby');
    socket.destroy();
  });

  it('who signs with a key that nobody knows ends only their own connection', async () => {
    const start = writeFrame(0, writeString('Mallory'), Buffer.of(0));
    const { socket, closed } = open(loginOf(759, 'Mallory').subarray(0, -start.length + 1), start);
    await once(socket, 'data');
    const signed = writeFrame(1, Buffer.of(0), Buffer.of(0), Buffer.alloc(8), Buffer.of(0));
    socket.write(signed);
    await closed;
    const again = open(loginOf(763, 'Alice'));
    await once(again.socket, 'data');
    again.socket.destroy();
  });
});
