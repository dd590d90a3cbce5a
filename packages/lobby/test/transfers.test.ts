import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { offlineUuid } from '../../../src/runtime/offline-uuid.ts';
import { recordOf } from '../src/game/game-version.ts';
import { LobbyClient } from './lobby-client.ts';
import { sentAway, TRANSFERRED } from './moved-client.ts';
import { TestNetwork } from './test-network.ts';

const PATIENCE = { timeout: 20_000 };

/** Chooses the arena in the menu; where the lobby then sends the client. */
async function choose(client: LobbyClient): Promise<{ readonly host: string; readonly port: number }> {
  client.type('games');
  const { items } = await client.sees('Games');
  const names = items.map(({ name }) => name).join();
  const arena = items.find(({ name }) => name.includes('arena'));
  expect(names).not.toContain('nowhere');
  const sent = sentAway(client);
  client.click(arena?.slot ?? -1);
  return sent;
}

describe('players of a lobby behind an edge', () => {
  let network: TestNetwork;
  beforeAll(async () => {
    network = await TestNetwork.behindEdge({ 'messages.tooOld': 'Too old to go anywhere' });
    await network.openAnother('arena', { 'server.type': 'GAME' });
    // No edge knows where it is.
    await network.addServer('nowhere', 'GAME');
    await vi.waitFor(async () => {
      for (const server of ['lobby', 'arena', 'nowhere']) {
        expect(await network.call('GET', `/servers/${server}`)).toMatchObject({ state: 'IDLE' });
      }
    }, PATIENCE);
  });
  afterAll(() => network.close());

  const playerOf = async (name: string): Promise<Readonly<Record<string, unknown>>> =>
    recordOf(await network.call('GET', `/players/${offlineUuid(name)}`));
  const enter = async (name: string, version: string): Promise<LobbyClient> => {
    const client = new LobbyClient(await network.edgePort(), version, name);
    await client.playing;
    await expect.poll(async () => (await playerOf(name))['server'], PATIENCE).toBe('lobby');
    return client;
  };

  it.each(['1.20.6', '1.21.11'])('come to the server that they choose (%s)', async (version) => {
    const name = `Alice${version.replaceAll('.', '_')}`;
    const before = await enter(name, version);
    const { host, port } = await choose(before);
    expect({ host, port }).toEqual({ host: '127.0.0.1', port: await network.edgePort() });
    await before.gone;
    const after = new LobbyClient(port, version, name, TRANSFERRED);
    await after.playing;
    await expect.poll(async () => (await playerOf(name))['server'], PATIENCE).toBe('arena');
    await after.leave();
  });

  it('of a version before 1.20.5 read why they cannot', async () => {
    const client = await enter('Bob', '1.20.4');
    client.type('games');
    await client.until(() => client.lines.includes('Too old to go anywhere'));
    expect(client.window).toBeNull();
    await client.leave();
  });

  it('are refused where they were banned on the way', async () => {
    const name = 'Mallory';
    const before = await enter(name, '1.21.11');
    const { port } = await choose(before);
    await before.gone;
    await network.call('POST', '/bans', {
      uuid: offlineUuid(name),
      name,
      time: '7D',
      reason: 'Cheating',
    });
    const after = new LobbyClient(port, '1.21.11', name, TRANSFERRED);
    await expect(after.playing).rejects.toThrow('Cheating');
  });

  it('who come anew on their own are in the lobby', async () => {
    const name = 'Carol';
    const before = await enter(name, '1.21.11');
    await choose(before);
    await before.gone;
    const after = await enter(name, '1.21.11');
    await after.leave();
  });
});
