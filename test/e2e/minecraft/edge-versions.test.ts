import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { GameClient, offlineUuid, ping, refusalOf } from './game-client.ts';
import { GameServer } from './game-server.ts';
import { wordsOf } from './game-text.ts';
import { TestNetwork } from './network.ts';
import { VERSIONS } from './versions.ts';

let server: GameServer;
let network: TestNetwork;
let port: number;
beforeAll(async () => {
  server = await GameServer.open();
  network = await TestNetwork.open(server);
  port = await network.edgePort();
  await network.call('PUT', '/proxy/status', { motd: '#FF8800Welcome' });
  // The change reaches the edge over the channel.
  await vi.waitUntil(async () => wordsOf((await ping(port, '1.8.8')).description) === 'Welcome', 20_000);
});
afterAll(async () => {
  await network?.close();
  await server?.close();
});

const becomes = (look: () => unknown) => expect.poll(look, { timeout: 20_000, interval: 50 });

describe.each(VERSIONS)('a client of %s', (version, protocol) => {
  const name = `P_${version.replaceAll('.', '_')}`;

  test('sees the network in its server list, as one of its own version', async () => {
    // The end of the maintenance of the test before reaches the edge over the channel.
    await becomes(async () => wordsOf((await ping(port, version)).description)).toBe('Welcome');
    const entry = await ping(port, version);
    expect(entry.version.protocol).toBe(protocol);
    expect(entry.players).toMatchObject({ online: 0, max: expect.any(Number) });
    const hex = protocol >= 735;
    expect(JSON.stringify(entry.description)).toContain(hex ? '#FF8800' : '"gold"');
  });

  test('plays on the upstream, is online, is kicked with a message, and is gone', async () => {
    const client = new GameClient(port, version, name);
    await client.playing;
    await becomes(() => server.online).toEqual([name]);
    await becomes(async () => (await network.findOnline(name))?.server).toBe('lobby');
    const player = await network.findOnline(name);
    expect(player?.uuid).toBe(client.client.uuid);
    await network.call('POST', `/players/${player?.uuid}/kick`, { reason: 'Tidying up & closing' });
    expect(await client.left).toBe('Tidying up & closing');
    await becomes(() => network.online()).toEqual([]);
    expect(server.online).toEqual([]);
  });

  test('is refused with the reason, and never reaches the server', async () => {
    const before = server.joined.length;
    const uuid = offlineUuid(name);
    await network.call('POST', '/bans', { uuid, name, time: '1h', reason: 'griefing "é" {id}' });
    const banned = await refusalOf(port, version, name);
    expect(banned).toMatch(/^You are banned for .+\.\nReason: griefing "é" \{id\}\nBan id: \S+$/);
    await network.call('DELETE', `/bans/${uuid}`);

    await network.call('PUT', '/proxy/status', { maintenance: true });
    expect(await refusalOf(port, version, name)).toBe(
      'The network is under maintenance. Please come back later.',
    );
    await network.call('PUT', '/proxy/status', { maintenance: false, preventJoin: true });
    expect(await refusalOf(port, version, name)).toBe(
      'Nobody can join at the moment. Please come back later.',
    );
    await network.call('PUT', '/proxy/status', { preventJoin: false });
    expect(server.joined).toHaveLength(before);
  });
});
