import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offlineUuid } from '../../../src/runtime/offline-uuid.ts';
import { LobbyHost } from '../src/lobby-host.ts';
import { LobbyClient } from './lobby-client.ts';
import { lobbyOptions } from './lobby-options.ts';
import { VERSIONS } from './versions.ts';

/** Those that configure between login and game. */
const CONFIGURED = ['1.20.4', '1.21.4', '1.21.11', '26.1'];

describe('a kick', () => {
  const host = new LobbyHost(lobbyOptions());
  beforeAll(() => host.open({ command: () => {}, click: () => {}, closed: () => {}, left: () => {} }));
  afterAll(() => host.close());

  const kick = (name: string): Promise<void> => host.kick({ uuid: offlineUuid(name) }, '&cNot &#12AB34now');

  it.each(VERSIONS)('of a player of %s says why, and is over when the player is gone', async (version) => {
    const client = new LobbyClient(host.port, version, 'Mallory');
    await client.playing;
    await kick('Mallory');
    await client.gone;
    expect(client.words).toBe('Not now');
    expect([...host.players]).toEqual([]);
  });

  it.each(CONFIGURED)('says why while a client of %s is configured', async (version) => {
    const client = new LobbyClient(host.port, version, 'Mallory');
    client.client.once('feature_flags', () => void kick('Mallory'));
    await client.gone;
    expect(client.words).toBe('Not now');
  });

  it.each(CONFIGURED)('says why at every moment of a login of %s', async (version) => {
    for (let turns = 0; turns < 12; turns += 1) {
      const client = new LobbyClient(host.port, version, 'Mallory');
      await once(client.client, 'success');
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      await kick('Mallory');
      await client.gone;
      expect(client.words).toBe('Not now');
    }
  });

  it.each(CONFIGURED)('says why when %s has just logged in', async (version) => {
    const client = new LobbyClient(host.port, version, 'Mallory');
    const [acknowledge] = client.client.listeners('success');
    client.client.removeAllListeners('success');
    client.client.once('success', (packet: unknown) => {
      void kick('Mallory');
      acknowledge?.(packet);
    });
    await client.gone;
    expect(client.words).toBe('Not now');
  });

  it('by a name leaves others who have the uuid', async () => {
    const client = new LobbyClient(host.port, '1.21.4', 'Alice');
    await client.playing;
    const uuid = offlineUuid('Alice');
    await expect(host.kick({ uuid, name: 'Bob' }, 'Go')).rejects.toMatchObject({ code: 'player_not_found' });
    await host.kick({ uuid: offlineUuid('Bob'), name: 'Alice' }, 'Go');
    await client.gone;
    expect(client.words).toBe('Go');
  });

  it('of somebody who is not there is answered so', async () => {
    await expect(kick('Nobody')).rejects.toMatchObject({ code: 'player_not_found' });
  });
});
