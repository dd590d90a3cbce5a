import { describe, expect, it } from 'vitest';
import { DEFAULT_PROXY_SETTINGS } from '../../../src/domain/proxy-status.ts';
import { openFixture } from '../network-fixture.ts';
import { testPlayer } from '../test-players.ts';

describe('the status of the proxy', () => {
  it('begins with the defaults, and is what was stored after a restart', async () => {
    const { network, reopen } = await openFixture();
    expect(network.proxy.settings()).toEqual(DEFAULT_PROXY_SETTINGS);
    await network.proxy.update({ maintenance: true, motd: '#FF0000 hi', maxPlayers: 5 });
    await network.proxy.addBypass('Ann');
    const stored = network.proxy.settings();
    await network.close();
    expect((await reopen()).network.proxy.settings()).toEqual(stored);
  });

  it('is in force, stored and announced when the change is answered, and only what it names has changed', async () => {
    const { network, storage, events } = await openFixture();
    const changed = await network.proxy.update({ motd: 'hello' });
    expect(changed).toEqual({ ...DEFAULT_PROXY_SETTINGS, motd: 'hello', onlinePlayers: 0 });
    expect(storage.rows.settings).toEqual({ ...DEFAULT_PROXY_SETTINGS, motd: 'hello' });
    expect(events('proxy_update')).toEqual([changed]);
    expect(network.proxy.current()).toEqual(changed);
  });

  it('is announced only when something changed: not for what it is already, nor for a bypass that is listed', async () => {
    const { network, storage, events } = await openFixture();
    await network.proxy.update({ motd: 'hello', maintenanceBypass: ['Ann', 'Ben'] });
    const etag = network.proxy.status().etag;
    // Nothing to store either.
    storage.faults.always('settings.save', 'before');
    const { maintenance, maxPlayers } = DEFAULT_PROXY_SETTINGS;
    const same = { motd: 'hello', maintenance, maxPlayers, maintenanceBypass: ['Ann', 'ann', 'Ben'] };
    expect(await network.proxy.update(same)).toMatchObject({ motd: 'hello' });
    expect(await network.proxy.update({})).toMatchObject({ motd: 'hello' });
    expect(await network.proxy.addBypass('ANN')).toEqual(['Ann', 'Ben']);
    expect(events('proxy_update')).toHaveLength(1);
    expect(network.proxy.status().etag).toBe(etag);
    storage.faults.heal();
    await network.proxy.update({ maintenanceBypass: ['Ben', 'Ann'] });
    await network.proxy.update({ maintenanceBypass: ['Ben', 'ANN'] });
    expect(events('proxy_update')).toHaveLength(3);
  });

  it('stays what it was when it cannot be stored', async () => {
    const { network, storage, events } = await openFixture();
    const before = network.proxy.status();
    storage.faults.next('settings.save', 'before');
    await expect(network.proxy.update({ maintenance: true })).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
    expect(network.proxy.current().maintenance).toBe(false);
    expect(events('proxy_update')).toEqual([]);
    expect(network.proxy.status().etag).toBe(before.etag);
    expect(await network.proxy.update({ maintenance: true })).toMatchObject({ maintenance: true });
  });

  it('answers a change in time although the database never does, and goes on', async () => {
    const { network, clock, storage } = await openFixture();
    storage.faults.next('settings.save', 'hang');
    const stuck = network.proxy.update({ motd: 'one' }).catch((error: { code: string }) => error.code);
    await clock.advance(15_000);
    expect(await stuck).toBe('storage_unavailable');
    await expect(network.proxy.update({ motd: 'two' })).rejects.toMatchObject({ status: 503 });
    storage.faults.release();
    await clock.advance(0);
    expect(await network.proxy.update({ motd: 'three' })).toMatchObject({ motd: 'three' });
  });

  it('loses none of many changes that come at once', async () => {
    const { network } = await openFixture();
    const names = Array.from({ length: 20 }, (_, number) => `Name${number}`);
    await Promise.all(names.map((name) => network.proxy.addBypass(name)));
    expect(network.proxy.settings().maintenanceBypass).toEqual(names);
  });

  it('keeps a bypass as it was written, once whatever the case, and knows when there is none to remove', async () => {
    const { network } = await openFixture();
    expect(await network.proxy.addBypass('Ann')).toEqual(['Ann']);
    expect(await network.proxy.addBypass('ANN')).toEqual(['Ann']);
    await expect(network.proxy.removeBypass('Ben')).rejects.toMatchObject({ code: 'bypass_not_found' });
    expect(await network.proxy.removeBypass('aNN')).toEqual([]);
  });

  it('takes no bypass beyond what a frame of the channel holds, and still shortens a list that was longer', async () => {
    const wide = (at: number) => `${at.toString(36)}${'漢'.repeat(48)}`.slice(0, 48);
    const { network, storage, reopen } = await openFixture();
    const most = Array.from({ length: 1_700 }, (_, at) => wide(at));
    await network.proxy.update({ maintenanceBypass: most });
    const refused = { code: 'invalid_body', status: 422 };
    const beyond = Array.from({ length: 200 }, (_, at) => wide(at + 2_000));
    await expect(network.proxy.update({ maintenanceBypass: [...most, ...beyond] })).rejects.toMatchObject(
      refused,
    );
    const adding = async () => {
      for (const name of beyond) await network.proxy.addBypass(name);
    };
    await expect(adding()).rejects.toMatchObject(refused);
    expect(network.proxy.settings().maintenanceBypass.length).toBeGreaterThan(most.length);
    await network.close();
    const old = [...most, ...beyond, ...beyond.map((name) => `${name.slice(1)}b`)];
    storage.rows.settings = { ...DEFAULT_PROXY_SETTINGS, maintenanceBypass: old };
    const again = (await reopen()).network.proxy;
    expect(await again.update({ maintenance: true })).toMatchObject({ maintenanceBypass: old });
    await expect(again.addBypass('Ann')).rejects.toMatchObject(refused);
    expect(await again.addBypass(wide(0))).toHaveLength(old.length);
    expect(await again.removeBypass(wide(0))).toHaveLength(old.length - 1);
  });

  it('takes no message of the day that has no room in a frame beside the bypass list', async () => {
    const { network } = await openFixture();
    const names = Array.from({ length: 5_000 }, (_, at) => `${at}${'x'.repeat(48)}`.slice(0, 48));
    await network.proxy.update({ maintenanceBypass: names, motd: 'a'.repeat(4_096) });
    const second = network.proxy.update({ maintenanceMotd: 'a'.repeat(4_096) });
    await expect(second).rejects.toMatchObject({ code: 'invalid_body', status: 422 });
    expect(network.proxy.settings().maintenanceMotd).not.toContain('aaaa');
  });

  it('is a body that is encoded once per change and count', async () => {
    const { network, proxy } = await openFixture();
    const home = proxy().connect();
    const empty = network.proxy.status();
    expect(network.proxy.status().bytes).toBe(empty.bytes);
    home.enter(testPlayer(1));
    const busy = network.proxy.status();
    expect(JSON.parse(new TextDecoder().decode(busy.bytes))).toMatchObject({ onlinePlayers: 1 });
    expect(busy.etag).not.toBe(empty.etag);
    home.leave(testPlayer(1).uuid);
    expect(network.proxy.status().etag).toBe(empty.etag);
  });
});
