import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fitsServerList } from '../../../src/domain/text/motd.ts';
import { writeFrame } from '../../../src/platform/edge/protocol/frame.ts';
import { openEdgeFixture } from './edge-fixture.ts';
import { GameClient, handshake, MODERN } from './game-client.ts';

const REQUEST = writeFrame(0);
const PING = writeFrame(1, Buffer.from('0102030405060708', 'hex'));

/** What the edge reads of an icon: a PNG of 64 by 64 pixels, this many bytes long. */
function iconOf(bytes: number): Buffer {
  const png = Buffer.alloc(bytes);
  Buffer.from('89504e470d0a1a0a', 'hex').copy(png);
  png.writeUInt32BE(64, 16);
  png.writeUInt32BE(64, 20);
  return png;
}

async function statusOf(client: GameClient, protocol = MODERN): Promise<Record<string, unknown>> {
  client.send(handshake(protocol, 1), REQUEST);
  const packet = await client.packet();
  expect(packet.id).toBe(0);
  return JSON.parse(packet.text()) as Record<string, unknown>;
}

it('shows the MOTD with hex colours, the counts, and the protocol of the client', async () => {
  const fixture = await openEdgeFixture();
  await fixture.network.proxy.update({ motd: '#FF0000Red\n&lbold', maxPlayers: 77 });
  await expect
    .poll(async () => statusOf(fixture.connect()))
    .toMatchObject({
      version: { protocol: MODERN },
      players: { max: 77, online: 0 },
      description: {
        text: '',
        extra: [
          { text: 'Red\n', color: '#FF0000' },
          { text: 'bold', color: '#FF0000', bold: true },
        ],
      },
    });
  expect(await statusOf(fixture.connect(), 47)).toMatchObject({
    version: { protocol: 47 },
    description: { extra: [{ color: 'dark_red' }, { color: 'dark_red', bold: true }] },
  });
});

it('shows the maintenance MOTD during maintenance', async () => {
  const fixture = await openEdgeFixture();
  await fixture.network.proxy.update({ maintenance: true, maintenanceMotd: 'Back soon' });
  await expect
    .poll(async () => (await statusOf(fixture.connect()))['description'])
    .toEqual({ text: 'Back soon' });
});

it('answers a ping with its own number and ends', async () => {
  const fixture = await openEdgeFixture();
  const client = fixture.connect().send(handshake(MODERN, 1), REQUEST, PING);
  const all = await client.everything();
  expect(all.subarray(-10)).toEqual(PING);
});

it('answers a ping without a status request, as clients that know the status already send it', async () => {
  const fixture = await openEdgeFixture();
  expect(await fixture.connect().send(handshake(MODERN, 1), PING).everything()).toEqual(PING);
});

it.each([
  ['a second question', [REQUEST, REQUEST]],
  ['a packet that nobody asks with', [writeFrame(5)]],
  ['a ping of the wrong length', [writeFrame(1, Buffer.alloc(9))]],
])('closes on %s', async (_, packets) => {
  const fixture = await openEdgeFixture();
  const client = fixture.connect().send(handshake(MODERN, 1), ...packets);
  await client.closed;
});

it('shows server-icon.png from the data folder, and only one that clients can show', async () => {
  const fixture = await openEdgeFixture();
  const png = iconOf(100);
  await writeFile(join(fixture.folder, 'server-icon.png'), png);
  const second = await fixture.openAnother({ name: 'second' });
  const { favicon } = await statusOf(new GameClient(second.port));
  expect(favicon).toBe(`data:image/png;base64,${png.toString('base64')}`);

  png.writeUInt32BE(128, 20);
  await writeFile(join(fixture.folder, 'server-icon.png'), png);
  const third = await fixture.openAnother({ name: 'third' });
  expect(await statusOf(new GameClient(third.port))).not.toHaveProperty('favicon');
  expect(fixture.logged('edge.icon-unusable')).toMatchObject({ problem: 'it is not 64 by 64 pixels' });
});

it('leaves the icon out where the longest message of the day has no room beside it', async () => {
  const fixture = await openEdgeFixture();
  const png = iconOf(12_000);
  await writeFile(join(fixture.folder, 'server-icon.png'), png);
  const second = await fixture.openAnother({ name: 'second' });
  expect(await statusOf(new GameClient(second.port))).toHaveProperty('favicon');
  const motd = `${'&dX&mX&nX&kX&oX&lX'.repeat(65)}\n`;
  expect(fitsServerList(motd)).toBe(true);
  await fixture.network.proxy.update({ motd });
  for (const protocol of [MODERN, 47]) {
    await expect
      .poll(async () => JSON.stringify(await statusOf(new GameClient(second.port), protocol)).length)
      .toBeGreaterThan(25_000);
    const status = await statusOf(new GameClient(second.port), protocol);
    expect(JSON.stringify(status).length).toBeLessThanOrEqual(32_767);
    expect(status).not.toHaveProperty('favicon');
  }
});

it('reads no database for a status', async () => {
  const fixture = await openEdgeFixture();
  fixture.storage.away = true;
  expect(await statusOf(fixture.connect())).toHaveProperty('players');
});

it('has an answer before it was ever connected to the coordinator', async () => {
  const fixture = await openEdgeFixture({ withCoordinator: false });
  expect(await statusOf(fixture.connect())).toMatchObject({ players: { online: 0 } });
});

function legacyText(bytes: Buffer): string {
  expect(bytes[0]).toBe(0xff);
  expect(bytes.readUInt16BE(1) * 2).toBe(bytes.length - 3);
  return Buffer.from(bytes.subarray(3)).swap16().toString('utf16le');
}

const HOST_BLOCK = Buffer.concat([
  Buffer.from('fe01fa000b', 'hex'),
  Buffer.from('MC|PingHost', 'utf16le').swap16(),
  Buffer.from('00074a00000000000063dd', 'hex'),
]);

it.each([
  ['1.4 and 1.5', Buffer.from([0xfe, 0x01])],
  ['1.6', HOST_BLOCK],
])('answers clients of %s in their own format', async (_, ping) => {
  const fixture = await openEdgeFixture();
  await fixture.network.proxy.update({ motd: '#FF5555Hello\nsecond line', maxPlayers: 20 });
  await expect
    .poll(async () => legacyText(await fixture.connect().send(ping).everything()))
    .toBe('§1\u0000127\u0000Portcullis 1.0.0\u0000§cHello\u00000\u000020');
});

it('answers older clients, which send one byte and wait', async () => {
  const fixture = await openEdgeFixture();
  await fixture.network.proxy.update({ motd: '&chello', maxPlayers: 20 });
  await expect
    .poll(async () =>
      legacyText(
        await fixture
          .connect()
          .send(Buffer.from([0xfe]))
          .everything(),
      ),
    )
    .toBe('hello§0§20');
});

it('waits a moment for the second byte of a newer one', async () => {
  const fixture = await openEdgeFixture();
  const client = fixture.connect().send(Buffer.from([0xfe]));
  await new Promise((resolve) => client.socket.once('connect', resolve));
  await new Promise((resolve) => setTimeout(resolve, 20));
  client.send(Buffer.from([0x01]));
  expect(legacyText(await client.everything())).toMatch(/^§1\0/);
});

it('refuses a login of a client before 1.7, and says that it is too old', async () => {
  const fixture = await openEdgeFixture();
  expect(legacyText(await fixture.connect().send(Buffer.from('0249', 'hex')).everything())).toContain(
    '1.7 or later',
  );
});
