import { SyncTestClock } from '../../fixtures/test-clock.ts';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActiveBan } from '../../../src/actors/network.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { AddressLimits } from '../../../src/platform/edge/limits/address-limits.ts';
import { writeLoginDisconnect } from '../../../src/platform/edge/protocol/disconnect.ts';
import { readFrame } from '../../../src/platform/edge/protocol/frame.ts';
import { writeLegacyKick, writeLegacyStatus } from '../../../src/platform/edge/protocol/legacy-ping.ts';
import { EdgeReplica } from '../../../src/platform/edge/replica/edge-replica.ts';
import { RouteTable } from '../../../src/platform/edge/routes.ts';
import { loadSnapshot, saveSnapshot } from '../../../src/platform/edge/replica/snapshot-file.ts';
import { SnapshotWriter } from '../../../src/platform/edge/replica/snapshot-writer.ts';
import { PendingConnections } from '../../../src/platform/edge/limits/pending-connections.ts';
import { KeptLog } from '../../channel/channel-fixture.ts';
import { textOf } from './game-client.ts';

const NOW = 1_700_000_000_000;
const STATUS = {
  maintenance: false,
  motd: 'hello',
  maintenanceMotd: '',
  preventJoin: false,
  onlinePlayers: 3,
  maxPlayers: 100,
  maintenanceBypass: ['Notch'],
};

function uuidAt(at: number): Uuid {
  return `00000000-0000-4000-8000-${String(at).padStart(12, '0')}` as Uuid;
}

function banAt(at: number, more: Partial<ActiveBan> = {}): ActiveBan {
  return { uuid: uuidAt(at), name: `Player_${at}`, expires: 0, reason: 'x', banId: 'ABCD1234', ...more };
}

describe('routes', () => {
  const upstreams = (name: string) => [{ name, host: 'localhost', port: 1 }];
  const table = new RouteTable(
    ['play.example.net', '*.example.net', '*.eu.example.net', '*'].map((host) => ({
      host,
      upstreams: upstreams(host),
    })),
  );

  it.each([
    ['play.example.net', 'play.example.net'],
    ['hub.example.net', '*.example.net'],
    ['a.b.example.net', '*.example.net'],
    ['a.eu.example.net', '*.eu.example.net'],
    ['eu.example.net', '*.example.net'],
    ['example.net', '*'],
    ['', '*'],
    ['203.0.113.1', '*'],
  ])('lead %s by %s', (host, by) => {
    expect(table.upstreamsOf(host)).toEqual(upstreams(by));
  });

  it('have no upstreams where none covers the host', () => {
    expect(new RouteTable([]).upstreamsOf('play.example.net')).toEqual([]);
  });
});

describe('limits of one address', () => {
  const RULES = { perMinute: 3, open: 2 };

  it('count new connections per minute', () => {
    const clock = new SyncTestClock();
    const limits = new AddressLimits({ ...RULES, open: 100 }, clock);
    expect([1, 2, 3, 4].map(() => limits.admit('203.0.113.1'))).toEqual([true, true, true, false]);
    expect(limits.admit('203.0.113.2')).toBe(true);
    clock.advance(20_000);
    expect([1, 2].map(() => limits.admit('203.0.113.1'))).toEqual([true, false]);
  });

  it('count open connections', () => {
    const limits = new AddressLimits({ ...RULES, perMinute: 100 }, new SyncTestClock());
    expect([1, 2, 3].map(() => limits.admit('203.0.113.1'))).toEqual([true, true, false]);
    limits.release('203.0.113.1');
    expect(limits.admit('203.0.113.1')).toBe(true);
  });

  it('count a /64 as one address', () => {
    const limits = new AddressLimits(RULES, new SyncTestClock());
    const admitted = ['2001:db8::1', '2001:db8::2', '2001:db8::ffff:3'].map((ip) => limits.admit(ip));
    expect(admitted).toEqual([true, true, false]);
    expect(limits.admit('2001:db8:0:1::1')).toBe(true);
  });

  it('remember a bounded number of addresses', () => {
    const limits = new AddressLimits(RULES, new SyncTestClock());
    for (let at = 0; at < 70_000; at += 1) {
      const ip = `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;
      limits.admit(ip);
      limits.release(ip);
    }
    expect(limits.remembered).toBe(65_536);
  });
});

describe('pending connections', () => {
  function addTo(queue: PendingConnections, names: string[]): string[] {
    const gone: string[] = [];
    for (const name of names) queue.add({ ip: '203.0.113.7', drop: () => gone.push(name) });
    return gone;
  }

  it('drops a connection after its time', () => {
    const clock = new SyncTestClock();
    const queue = new PendingConnections(clock, 10, 5_000);
    const early = addTo(queue, ['a', 'b']);
    clock.advance(3_000);
    const late = addTo(queue, ['c']);
    clock.advance(2_000);
    expect([early, late, queue.size]).toEqual([['a', 'b'], [], 1]);
    clock.advance(3_000);
    expect([late, queue.size]).toEqual([['c'], 0]);
  });

  it('drops the oldest connection when it is full', () => {
    const queue = new PendingConnections(new SyncTestClock(), 2, 5_000);
    expect(addTo(queue, ['a', 'b', 'c', 'd'])).toEqual(['a', 'b']);
  });

  it('drops the oldest connection of the fullest block of addresses when it is full, and none of other addresses', () => {
    const queue = new PendingConnections(new SyncTestClock(), 3, 5_000);
    const gone: string[] = [];
    const addresses = [
      '203.0.113.7',
      '2001:db8:1:2::1',
      '',
      '2001:db8:1:3::1',
      '2001:db8:1:4::1',
      '2001:db8:1:4::2',
    ];
    for (const ip of addresses) queue.add({ ip, drop: () => gone.push(ip) });
    expect(gone).toEqual(['2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:1:4::1']);
    queue.close();
    expect([gone.length, queue.size]).toEqual([6, 0]);
  });

  it('counts no connection that is gone for its address', () => {
    const clock = new SyncTestClock();
    const queue = new PendingConnections(clock, 2, 5_000);
    const gone: string[] = [];
    const of = (ip: string) => ({ ip, drop: () => gone.push(ip) });
    const left = of('203.0.113.7');
    queue.add(left);
    queue.remove(left);
    queue.add(of('203.0.113.7'));
    clock.advance(5_000);
    for (const ip of ['198.51.100.1', '203.0.113.7', '192.0.2.1']) queue.add(of(ip));
    expect(gone).toEqual(['203.0.113.7', '198.51.100.1']);
  });

  it('counts none that ran out either, after there were too many', () => {
    const clock = new SyncTestClock();
    const queue = new PendingConnections(clock, 2, 5_000);
    const gone: string[] = [];
    const add = (ip: string) => queue.add({ ip, drop: () => gone.push(ip) });
    for (const ip of ['203.0.113.7', '198.51.100.1', '203.0.113.7']) add(ip);
    expect(gone.splice(0)).toEqual(['203.0.113.7']);
    clock.advance(5_000);
    expect(gone.splice(0)).toEqual(['198.51.100.1', '203.0.113.7']);
    for (const ip of ['192.0.2.1', '198.51.100.1', '192.0.3.1']) add(ip);
    expect(gone).toEqual(['192.0.2.1']);
  });
});

describe('the replica of the network', () => {
  it('keeps the old list until a new one is complete, and applies the changes that came meanwhile', () => {
    const replica = new EdgeReplica();
    replica.apply({ type: 'bans', version: 1, bans: [banAt(1)] });
    replica.apply({ type: 'bans', version: 2, part: 1, last: false, bans: [banAt(2), banAt(3)] });
    replica.apply({ type: 'ban.add', version: 3, ban: banAt(4) });
    replica.apply({ type: 'ban.remove', version: 4, uuid: uuidAt(3) });
    expect(replica.banOf(uuidAt(1), 'Player', NOW)).toBeDefined();
    expect(replica.banOf(uuidAt(4), 'Player', NOW)).toBeDefined();
    replica.apply({ type: 'bans', version: 2, part: 2, last: true, bans: [banAt(5)] });
    expect([...replica.bans()].map((ban) => ban.uuid).sort()).toEqual([2, 4, 5].map(uuidAt));
    expect(replica.banVersion).toBe(2);
  });

  it('ignores an incomplete list', () => {
    const replica = new EdgeReplica();
    replica.apply({ type: 'bans', version: 1, bans: [banAt(1)] });
    replica.apply({ type: 'bans', version: 2, part: 1, last: false, bans: [banAt(2)] });
    replica.apply({ type: 'bans', version: 2, part: 3, last: true, bans: [banAt(3)] });
    expect([...replica.bans()]).toEqual([banAt(1)]);
  });

  it('knows when a ban expires, and finds banned players by name', () => {
    const replica = new EdgeReplica();
    replica.apply({ type: 'bans', version: 1, bans: [banAt(1, { expires: NOW + 1 })] });
    expect(replica.banOfName('PLAYER_1', NOW)?.uuid).toBe(uuidAt(1));
    expect(replica.banOf(uuidAt(1), 'Player', NOW + 1)).toBeUndefined();
    expect(replica.banOfName('player_1', NOW + 1)).toBeUndefined();
    replica.apply({ type: 'ban.add', version: 2, ban: banAt(1, { name: 'Renamed' }) });
    expect(replica.banOfName('player_1', NOW)).toBeUndefined();
    replica.apply({ type: 'ban.remove', version: 3, uuid: uuidAt(1) });
    expect(replica.banOfName('renamed', NOW)).toBeUndefined();
  });

  it('lets a ban that was set on a claim hold for its name, and not for others who claim the uuid', () => {
    const replica = new EdgeReplica();
    const banned = banAt(1, { name: 'Mallory', claimed: true });
    replica.apply({ type: 'bans', version: 1, bans: [banned] });
    expect(replica.banOf(uuidAt(1), 'Victim', NOW)).toBeUndefined();
    expect(replica.banOf(uuidAt(1), 'mallory', NOW)).toBe(banned);
    expect(replica.banOfName('MALLORY', NOW)).toBe(banned);
    replica.apply({ type: 'ban.add', version: 1, ban: banAt(1, { name: 'Mallory' }) });
    expect(replica.banOf(uuidAt(1), 'Victim', NOW)).toBeDefined();
  });

  it('keeps a ban of a name when another of the same name ends', () => {
    const replica = new EdgeReplica();
    const bans = [banAt(1, { name: 'Same' }), banAt(2, { name: 'same' })];
    replica.apply({ type: 'bans', version: 1, bans });
    replica.apply({ type: 'ban.remove', version: 2, uuid: uuidAt(2) });
    expect(replica.banOfName('SAME', NOW)?.uuid).toBe(uuidAt(1));
  });

  it('counts changes that decisions depend on, and not the number of players', () => {
    const replica = new EdgeReplica();
    expect(replica.isComplete).toBe(false);
    replica.apply({ type: 'status', status: STATUS });
    const before = replica.changes;
    replica.apply({ type: 'status', status: { ...STATUS, onlinePlayers: 4 } });
    expect([replica.changes, replica.status?.onlinePlayers]).toEqual([before, 4]);
    replica.apply({ type: 'status.count', onlinePlayers: 5 });
    expect([replica.changes, replica.status]).toEqual([before, { ...STATUS, onlinePlayers: 5 }]);
    replica.apply({ type: 'bans', version: 1, bans: [] });
    expect([replica.changes, replica.isComplete]).toEqual([before + 1, true]);
  });

  it('finds the name of an upstream by its address', () => {
    const replica = new EdgeReplica();
    const server = (name: string, address: string | null) => ({ name, type: 'HUB', address });
    replica.apply({ type: 'servers', servers: [server('hub', '10.0.0.1:25565'), server('far', '[::1]:1')] });
    replica.apply({ type: 'server.add', server: server('game', null) });
    const found = (name: string | null, host: string, port: number) => replica.serverOf({ name, host, port });
    expect(found(null, '10.0.0.1', 25_565)).toBe('hub');
    expect(found(null, '::1', 1)).toBe('far');
    expect(found('game', '10.0.0.9', 1)).toBe('game');
    expect(found('velocity', '10.0.0.1', 25_565)).toBeNull();
    replica.apply({ type: 'server.remove', name: 'hub' });
    expect(found(null, '10.0.0.1', 25_565)).toBeNull();
  });
});

describe('the snapshot file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portcullis-snapshot-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  function filled(bans: number): EdgeReplica {
    const replica = new EdgeReplica();
    replica.apply({ type: 'status', status: STATUS });
    replica.apply({ type: 'bans', version: 9, bans: Array.from({ length: bans }, (_, at) => banAt(at)) });
    return replica;
  }

  it('restores what was saved', async () => {
    const path = join(folder, 'kept');
    await saveSnapshot(path, 'secret', filled(2_000));
    const replica = new EdgeReplica();
    expect(await loadSnapshot(path, 'secret', replica)).toBe('loaded');
    expect(replica.status).toEqual(STATUS);
    expect([...replica.bans()]).toEqual([...filled(2_000).bans()]);
    expect(await readdir(folder)).toEqual(['kept']);
  });

  it('is absent before it was written', async () => {
    expect(await loadSnapshot(join(folder, 'kept'), 'secret', new EdgeReplica())).toBe('absent');
  });

  it('is not used when any byte of it or the secret is different', async () => {
    const path = join(folder, 'kept');
    await saveSnapshot(path, 'secret', filled(3));
    const whole = await readFile(path);
    expect(await loadSnapshot(path, 'another', new EdgeReplica())).toBe('unusable');
    for (let at = 0; at < whole.length; at += 1) {
      const changed = Buffer.from(whole);
      changed.writeUInt8(changed.readUInt8(at) ^ 0x01, at);
      await writeFile(path, changed);
      const replica = new EdgeReplica();
      // The last character of base64 has unused bits.
      if ((await loadSnapshot(path, 'secret', replica)) === 'loaded') expect(at).toBe(whole.length - 1);
      else expect(replica.isComplete).toBe(false);
    }
    for (const end of [0, 1, whole.length - 44, whole.length - 1]) {
      await writeFile(path, whole.subarray(0, end));
      expect(await loadSnapshot(path, 'secret', new EdgeReplica())).toBe('unusable');
    }
  });

  it('is written a moment after a change, not more often than every half minute, and once more at the end', async () => {
    const path = join(folder, 'kept');
    const clock = new SyncTestClock();
    const replica = filled(0);
    const keeper = new SnapshotWriter({ path, secret: 's' }, new EdgeReplica(), clock, new KeptLog());
    await keeper.close();
    const watched = new SnapshotWriter({ path, secret: 's' }, replica, clock, new KeptLog());
    watched.note();
    expect(clock.pending).toBe(0);
    replica.apply({ type: 'ban.add', version: 10, ban: banAt(1) });
    watched.note();
    watched.note();
    expect(clock.pending).toBe(1);
    clock.advance(1_000);
    await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toContain('Player_1');
    replica.apply({ type: 'ban.add', version: 11, ban: banAt(2) });
    watched.note();
    clock.advance(28_000);
    expect(clock.pending).toBe(1);
    await watched.close();
    expect(await readFile(path, 'utf8')).toContain('Player_2');
    expect(clock.pending).toBe(0);
  });

  it('is written in time, however the clock is set', async () => {
    const path = join(folder, 'kept');
    for (const by of [-3_600_000, 3_600_000]) {
      const clock = new SyncTestClock();
      const replica = filled(0);
      const watched = new SnapshotWriter({ path, secret: 's' }, replica, clock, new KeptLog());
      replica.apply({ type: 'ban.add', version: 10, ban: banAt(1) });
      watched.note();
      clock.advance(1_000);
      await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toContain('Player_1');
      clock.jump(by);
      // Only once the write before is done is the next one expected.
      await expect
        .poll(() => {
          replica.apply({ type: 'ban.add', version: 11, ban: banAt(2) });
          watched.note();
          return clock.pending;
        })
        .toBe(1);
      clock.advance(29_000);
      expect(clock.pending).toBe(1);
      clock.advance(1_000);
      expect(clock.pending).toBe(0);
      await watched.close();
    }
  });

  it('that cannot be written is logged', async () => {
    const log = new KeptLog();
    const replica = filled(0);
    const keeper = new SnapshotWriter(
      { path: join(folder, 'no/such'), secret: 's' },
      replica,
      new SyncTestClock(),
      log,
    );
    replica.apply({ type: 'ban.add', version: 10, ban: banAt(1) });
    await keeper.close();
    expect(log.lines).toMatchObject([{ event: 'edge.snapshot-failed' }]);
  });
});

describe('texts for clients', () => {
  function refusal(message: string, protocol = 767) {
    const frame = readFrame(writeLoginDisconnect(message, protocol), 0, 100_000);
    return JSON.parse(frame?.body.string(32_767) ?? '');
  }

  it('refuse in red, with grey labels, without configured colours', () => {
    const component = refusal('Banned.\nReason: a: b');
    expect(textOf(component)).toBe('Banned.\nReason: a: b');
    expect(component.extra).toEqual([
      { text: 'Banned.', color: '#FF5555' },
      { text: '\nReason:', color: '#AAAAAA' },
      { text: ' a: b', color: '#FFFFFF' },
    ]);
    expect(refusal('Banned.', 340)).toEqual({ text: 'Banned.', color: 'red' });
  });

  it('refuse in the configured colours', () => {
    expect(refusal('&aGo\n#123456away')).toEqual({
      text: '',
      extra: [
        { text: 'Go\n', color: '#55FF55' },
        { text: 'away', color: '#123456' },
      ],
    });
  });

  it('for old clients have the bytes of their protocol', () => {
    const status = { motd: 'hello', online: 0, max: 20 };
    const bytes = writeLegacyStatus('1.3', status, 'x');
    expect(bytes.toString('hex')).toBe('ff000a00680065006c006c006f00a7003000a700320030');
    expect(writeLegacyKick('😀')).toEqual(Buffer.from('ff0002d83dde00', 'hex'));
  });
});
