import { expect, test } from 'vitest';
import { DEFAULT_PROXY_SETTINGS, type ProxySettings } from '../../src/domain/proxy-status.ts';
import type { ServerProfile } from '../../src/domain/server.ts';
import type { Opened } from './storage-database.ts';

const LOBBY: ServerProfile = {
  name: 'lobby-1',
  type: 'HUB',
  maxPlayers: 100,
  serverId: 'lobby-1',
  gameName: '',
  gameData: '{"map":"Größe 😀","x":"%_\\\\\'"}',
  canRejoin: false,
  address: null,
};
const SETTINGS: ProxySettings = {
  maintenance: true,
  motd: '#FF0000Willkommen 😀 "bei" uns\\',
  maintenanceMotd: '',
  preventJoin: true,
  maxPlayers: 12_345,
  maintenanceBypass: ['Steve', '.Bed Rock'],
};
const MINUTE = 60_000;
const DAY = 86_400_000;

/** Servers, settings, history, revoked tokens and the clock. */
export function keptRowsContract(opened: () => Opened): void {
  test('servers are kept, replaced by name and removed', async () => {
    const { servers } = opened().storage;
    const arena: ServerProfile = {
      ...LOBBY,
      name: 'Arena',
      type: 'GAME',
      canRejoin: true,
      gameData: 'x'.repeat(4_096),
      address: '[2001:db8::1]:25565',
    };
    await servers.save(LOBBY);
    await servers.save({ ...arena, maxPlayers: 1 });
    await servers.save(arena);
    expect(await servers.all()).toEqual([arena, LOBBY]);
    await servers.remove('Arena');
    await servers.remove('never-there');
    expect(await servers.all()).toEqual([LOBBY]);
  });

  test('server names that differ by case are different servers', async () => {
    const { servers } = opened().storage;
    await servers.save(LOBBY);
    await servers.save({ ...LOBBY, name: 'LOBBY-1' });
    expect(await servers.all()).toHaveLength(2);
  });

  test('settings are undefined at first, then as last saved', async () => {
    const { settings } = opened().storage;
    expect(await settings.load()).toBeUndefined();
    await settings.save({ ...SETTINGS, maxPlayers: 1 });
    await settings.save(SETTINGS);
    expect(await settings.load()).toEqual(SETTINGS);
  });

  test('since when the network is closed is unknown at first, then as last saved, and apart from the settings', async () => {
    const { settings } = opened().storage;
    expect(await settings.loadClosures()).toEqual({ maintenanceSince: null, joinPreventedSince: null });
    await settings.save(SETTINGS);
    await settings.saveClosures({ maintenanceSince: 1_790_000_000_000, joinPreventedSince: 5 });
    await settings.saveClosures({ maintenanceSince: 1_790_000_000_001, joinPreventedSince: null });
    expect(await settings.loadClosures()).toEqual({
      maintenanceSince: 1_790_000_000_001,
      joinPreventedSince: null,
    });
    expect(await settings.load()).toEqual(SETTINGS);
  });

  test('which proxies had players is unknown at first, then as last saved, and apart from the settings', async () => {
    const { settings } = opened().storage;
    expect(await settings.loadCountedProxies()).toEqual([]);
    await settings.save(SETTINGS);
    await settings.saveCountedProxies(['west']);
    await settings.saveCountedProxies(['east', 'west']);
    expect(await settings.loadCountedProxies()).toEqual(['east', 'west']);
    expect(await settings.load()).toEqual(SETTINGS);
  });

  test('settings of an older version get defaults for missing keys', async () => {
    const { storage, database } = opened();
    await database.run(`insert into NetworkSettings (name, value) values ('proxy', '{"maxPlayers":7}')`);
    expect(await storage.settings.load()).toEqual({ ...DEFAULT_PROXY_SETTINGS, maxPlayers: 7 });
  });

  test.each(['not json', '[]', '{"maxPlayers":"many"}'])(
    'settings with the unreadable value %s are logged and count as absent',
    async (value) => {
      const { storage, database, log } = opened();
      await database.run(`insert into NetworkSettings (name, value) values ('proxy', '${value}')`);
      log.length = 0;
      expect(await storage.settings.load()).toBeUndefined();
      expect(log).toEqual([expect.objectContaining({ event: 'storage.settings_unreadable' })]);
    },
  );

  test('history keeps one point for each minute in order and deletes points older than a day', async () => {
    const { history } = opened().storage;
    const start = 1_760_000_040_000;
    await history.append({ timestamp: start + MINUTE, count: 5 });
    await history.append({ timestamp: start, count: 3 });
    await history.append({ timestamp: start, count: 4 });
    expect(await history.load(0)).toEqual([
      { timestamp: start, count: 4 },
      { timestamp: start + MINUTE, count: 5 },
    ]);
    expect(await history.load(start + 1)).toEqual([{ timestamp: start + MINUTE, count: 5 }]);
    await history.append({ timestamp: start + MINUTE + DAY, count: 6 });
    expect((await history.load(0)).map(({ count }) => count)).toEqual([5, 6]);
  });

  test('a revoked token is kept until it would have expired', async () => {
    const { tokens } = opened().storage;
    await tokens.revoke('one', 1_000, 500);
    await tokens.revoke('One', 2_000, 500);
    await tokens.revoke('one', 1_000, 500);
    expect(new Map((await tokens.revoked(500)).map(({ id, expires }) => [id, expires]))).toEqual(
      new Map([
        ['one', 1_000],
        ['One', 2_000],
      ]),
    );
    expect(await tokens.revoked(1_000)).toEqual([{ id: 'One', expires: 2_000 }]);
    await tokens.revoke('two', 9_000, 3_000);
    expect(await opened().database.run('select id from NetworkRevokedTokens')).toHaveLength(1);
  });

  test('the generation of the tokens is empty until the first, then the newest, beside the settings', async () => {
    const { settings, tokens } = opened().storage;
    expect(await tokens.generation()).toBe('');
    await tokens.beginGeneration('one');
    await tokens.beginGeneration('2f8e');
    expect(await tokens.generation()).toBe('2f8e');
    expect(await opened().database.run('select name from NetworkSettings')).toHaveLength(1);
    expect(await settings.load()).toBeUndefined();
  });

  test('the clock of the database is in epoch milliseconds', async () => {
    const [before, now, after] = [Date.now(), await opened().storage.now(), Date.now()];
    // Both clocks are of the same machine; MySQL and SQLite round to milliseconds.
    expect(now).toBeGreaterThanOrEqual(before - 1);
    expect(now).toBeLessThanOrEqual(after + 1);
  });
}
