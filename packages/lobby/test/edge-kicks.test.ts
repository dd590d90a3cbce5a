import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { offlineUuid } from '../../../src/runtime/offline-uuid.ts';
import { recordOf } from '../src/game/game-version.ts';
import { LobbyClient } from './lobby-client.ts';
import { TestNetwork } from './test-network.ts';

const PATIENCE = { timeout: 20_000 };

describe('players of the lobby who come by an edge', () => {
  let network: TestNetwork;
  beforeAll(async () => {
    network = await TestNetwork.behindEdge();
    // The coordinator has heard of the lobby, so it knows that the lobby kicks.
    await vi.waitFor(async () => {
      expect(await network.call('GET', '/servers/lobby')).toMatchObject({ state: 'IDLE' });
    }, PATIENCE);
  });
  afterAll(() => network.close());

  const enter = async (name: string, version: string): Promise<LobbyClient> => {
    const client = new LobbyClient(await network.edgePort(), version, name);
    await client.playing;
    return client;
  };
  const isOnline = async (name: string): Promise<boolean> =>
    recordOf(await network.call('GET', `/players/${offlineUuid(name)}`))['isOnline'] === true;

  it.each(['1.8.8', '1.20.1', '1.21.11'])('read why they are kicked (%s)', async (version) => {
    const client = await enter('Alice', version);
    await expect.poll(() => isOnline('Alice'), PATIENCE).toBe(true);
    const answer = await network.call('POST', `/players/${offlineUuid('Alice')}/kick`, { reason: 'Be nice' });
    expect(answer).not.toHaveProperty('words', false);
    await client.gone;
    expect(client.words).toBe('Be nice');
  });

  it.each(['1.8.8', '1.21.11'])('are kicked with words before they count as online (%s)', async (version) => {
    const client = await enter('Bob', version);
    const path = `/players/${offlineUuid('Bob')}`;
    const answer = await network.call('POST', `${path}/kick`, { reason: 'Not so fast' });
    expect(answer).not.toHaveProperty('code');
    await client.gone;
    expect(client.words).toBe('Not so fast');
  });

  it('read why they are banned, online or not yet', async () => {
    for (const [name, isThere] of [
      ['Mallory', true],
      ['Trudy', false],
    ] as const) {
      const client = await enter(name, '1.21.11');
      if (isThere) await expect.poll(() => isOnline(name), PATIENCE).toBe(true);
      const uuid = offlineUuid(name);
      await network.call('POST', '/bans', { uuid, name, time: '7D', reason: 'Cheating' });
      await client.gone;
      expect(client.words).toContain('Cheating');
    }
  });

  it('read that maintenance begins', async () => {
    const client = await enter('Peggy', '1.21.11');
    await expect.poll(() => isOnline('Peggy'), PATIENCE).toBe(true);
    await network.call('PUT', '/proxy/status', { maintenance: true, kickPlayers: true });
    await client.gone;
    expect(client.words).toContain('maintenance');
  });
});
