import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { offlineUuid } from '../../../src/runtime/offline-uuid.ts';
import { LobbyClient } from './lobby-client.ts';
import { TestNetwork } from './test-network.ts';
import { VERSIONS } from './versions.ts';

const PATIENCE = { timeout: 10_000 };

/** Commands and clicks of a player within 100 ms are dropped; no event reports when this time is over. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 150));

/** Opens a menu until it lists what it should: the lobby gets changes of the network a moment later. */
async function openMenu(client: LobbyClient, command: string, title: string, item: string): Promise<void> {
  for (;;) {
    client.type(command);
    await aMoment();
    await client.until(() => client.window?.title === title || client.isGone);
    if (client.isGone || client.window?.items.some(({ name }) => name === item) === true) return;
  }
}

/** Clicks an item, in any window, once it is shown. */
async function clickItem(client: LobbyClient, name: string): Promise<void> {
  await aMoment();
  const find = () => client.window?.items.find((item) => item.name === name);
  await client.until(() => find() !== undefined || client.isGone);
  client.click(find()?.slot ?? -1);
}

describe('players of the lobby', () => {
  let network: TestNetwork;
  beforeEach(async () => {
    network = await TestNetwork.open({ 'ban.allowed': ['Admin'], 'reboot.allowed': ['Admin'] });
  });
  afterEach(() => network.close());

  const enter = async (name: string, version = '1.21.11'): Promise<LobbyClient> => {
    await network.join(offlineUuid(name), name);
    const client = new LobbyClient(network.port, version, name);
    await client.playing;
    return client;
  };
  it.each(VERSIONS)('of %s type /hubs, see the hubs, click one and are sent there', async (version) => {
    await network.addServer('hub-2', 'HUB');
    const client = await enter('Alice', version);
    await openMenu(client, 'hubs', 'Hubs', 'hub-2');
    await clickItem(client, 'hub-2');
    await expect
      .poll(() => network.sent, PATIENCE)
      .toContainEqual({ uuid: offlineUuid('Alice'), server: 'hub-2' });
    await client.leave();
  });

  it('see games in /games, and the open menu changes with the network', async () => {
    await network.addServer('chess-1', 'GAME');
    const client = await enter('Alice');
    await openMenu(client, 'games', 'Games', 'chess-1');
    await network.addServer('chess-2', 'GAME');
    await client.until(() => client.window?.items.some(({ name }) => name === 'chess-2') === true);
    await client.leave();
  });

  it('ban a player by the steps of /ban', async () => {
    const admin = await enter('Admin');
    const other = await enter('Mallory');
    await openMenu(admin, 'ban', 'Ban whom? 1/1', 'Mallory');
    await clickItem(admin, 'Mallory');
    await clickItem(admin, '7D');
    await clickItem(admin, 'Cheating');
    await clickItem(admin, 'Ban Mallory');
    await expect
      .poll(() => network.call('GET', `/bans`), PATIENCE)
      .toMatchObject([{ name: 'Mallory', reason: 'Cheating' }]);
    await expect.poll(() => network.kicked, PATIENCE).toContain(offlineUuid('Mallory'));
    await admin.leave();
    await other.leave();
  });

  it('cannot open /ban when they are not listed', async () => {
    const client = await enter('Mallory');
    client.type('ban');
    await client.until(() => client.lines.length > 0);
    expect(client.lines).toEqual(['You may not do that.']);
    expect(client.window).toBeNull();
    await client.leave();
  });

  it('are reported to the coordinator, and read about maintenance and hubs', async () => {
    const client = await enter('Alice', '1.8.8');
    const listed = async () => JSON.stringify(await network.call('GET', '/servers/lobby'));
    await expect.poll(listed, PATIENCE).toContain('"players":1');
    await client.until(() => client.actionBar.some((line) => line.startsWith('The hubs are restarting')));
    await network.addServer('hub-2', 'HUB');
    await client.until(() => client.actionBar.some((line) => line.includes('1 players online')));
    await network.call('PUT', '/proxy/status', { maintenance: true });
    await client.until(() => client.actionBar.some((line) => line.includes('under maintenance')));
    await client.leave();
  });

  it('are moved to a hub before the lobby is restarted', async () => {
    await network.addServer('hub-2', 'HUB');
    const names = ['Alice', 'Bob'];
    const clients = await Promise.all(names.map((name) => enter(name)));
    network.beforeSwitch = async (uuid) => clients.find((client) => client.uuid === uuid)?.leave();
    const listed = async () => JSON.stringify(await network.call('GET', '/servers/lobby'));
    await expect.poll(listed, PATIENCE).toContain('"players":2');
    await network.call('POST', '/servers/lobby/restart');
    for (const name of names) {
      await expect
        .poll(() => network.sent, PATIENCE)
        .toContainEqual({ uuid: offlineUuid(name), server: 'hub-2' });
    }
    await expect.poll(() => network.restarts, { timeout: 30_000 }).toBe(1);
    expect(network.kicked).toEqual([]);
    expect(clients.map(({ words }) => words)).toEqual(['', '']);
  });

  it('are moved automatically once a hub is open', async () => {
    await network.lobby?.close();
    await network.openLobby({ 'waiting.moveTo': ['hub-2'] });
    const client = await enter('Alice');
    await network.addServer('hub-2', 'HUB');
    await expect
      .poll(() => network.sent, PATIENCE)
      .toContainEqual({ uuid: offlineUuid('Alice'), server: 'hub-2' });
    await client.leave();
  });
});
