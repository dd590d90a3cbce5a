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
import { GreetingQueue } from '../../../src/platform/edge/limits/greeting-queue.ts';
import { KeptLog } from '../../channel/channel-fixture.ts';
import { SyncTestClock } from '../../fixtures/test-clock.ts';
import { wordsOf } from './game-client.ts';

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

  it('lead nowhere where none covers the host', () => {
    expect(new RouteTable([]).upstreamsOf('play.example.net')).toEqual([]);
  });
});

describe('limits of one address', () => {
  const RULES = { perMinute: 3, open: 2 };

  it('count new connections by the minute', () => {
    const clock = new SyncTestClock();
    const limits = new AddressLimits({ ...RULES, open: 100 }, clock);
    expect([1, 2, 3, 4].map(() => limits.admit('203.0.113.1'))).toEqual([true, true, true, false]);
    expect(limits.admit('203.0.113.2')).toBe(true);
    clock.advance(20_000);
    expect([1, 2].map(() => limits.admit('203.0.113.1'))).toEqual([true, false]);
  });

  it('count those that are open', () => {
    const limits = new AddressLimits({ ...RULES, perMinute: 100 }, new SyncTestClock());
    expect([1, 2, 3].map(() => limits.admit('203.0.113.1'))).toEqual([true, true, false]);
    limits.release('203.0.113.1');
    expect(limits.admit('203.0.113.1')).toBe(true);
  });

  it('take a /64 for one address', () => {
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

describe('the room of those who have not spoken', () => {
  function guests(room: GreetingQueue, names: string[]): string[] {
    const gone: string[] = [];
    for (const name of names) room.enter({ dismiss: () => gone.push(name) });
    return gone;
  }

  it('sends away whose time is up', () => {
    const clock = new SyncTestClock();
    const room = new GreetingQueue(clock, 10, 5_000);
    const early = guests(room, ['a', 'b']);
    clock.advance(3_000);
    const late = guests(room, ['c']);
    clock.advance(2_000);
    expect([early, late, room.size]).toEqual([['a', 'b'], [], 1]);
    clock.advance(3_000);
    expect([late, room.size]).toEqual([['c'], 0]);
  });

  it('makes room by sending away who has waited longest', () => {
    const room = new GreetingQueue(new SyncTestClock(), 2, 5_000);
    expect(guests(room, ['a', 'b', 'c', 'd'])).toEqual(['a', 'b']);
  });
});

describe('the memory of the network', () => {
  it('keeps the list before until a new one is whole, and loses nothing that changed meanwhile', () => {
    const memory = new EdgeReplica();
    memory.apply({ type: 'bans', version: 1, bans: [banAt(1)] });
    memory.apply({ type: 'bans', version: 2, part: 1, last: false, bans: [banAt(2), banAt(3)] });
    memory.apply({ type: 'ban.add', version: 3, ban: banAt(4) });
    memory.apply({ type: 'ban.remove', version: 4, uuid: uuidAt(3) });
    expect(memory.banOf(uuidAt(1), NOW)).toBeDefined();
    expect(memory.banOf(uuidAt(4), NOW)).toBeDefined();
    memory.apply({ type: 'bans', version: 2, part: 2, last: true, bans: [banAt(5)] });
    expect([...memory.bans()].map((ban) => ban.uuid).sort()).toEqual([2, 4, 5].map(uuidAt));
    expect(memory.banVersion).toBe(2);
  });

  it('takes no list that came broken', () => {
    const memory = new EdgeReplica();
    memory.apply({ type: 'bans', version: 1, bans: [banAt(1)] });
    memory.apply({ type: 'bans', version: 2, part: 1, last: false, bans: [banAt(2)] });
    memory.apply({ type: 'bans', version: 2, part: 3, last: true, bans: [banAt(3)] });
    expect([...memory.bans()]).toEqual([banAt(1)]);
  });

  it('knows when a ban is over, and the banned by name', () => {
    const memory = new EdgeReplica();
    memory.apply({ type: 'bans', version: 1, bans: [banAt(1, { expires: NOW + 1 })] });
    expect(memory.bannedOfName('PLAYER_1', NOW)).toBe(uuidAt(1));
    expect(memory.banOf(uuidAt(1), NOW + 1)).toBeUndefined();
    expect(memory.bannedOfName('player_1', NOW + 1)).toBeUndefined();
    memory.apply({ type: 'ban.add', version: 2, ban: banAt(1, { name: 'Renamed' }) });
    expect(memory.bannedOfName('player_1', NOW)).toBeUndefined();
    memory.apply({ type: 'ban.remove', version: 3, uuid: uuidAt(1) });
    expect(memory.bannedOfName('renamed', NOW)).toBeUndefined();
  });

  it('notes what decisions depend on, and no counts', () => {
    const memory = new EdgeReplica();
    expect(memory.isComplete).toBe(false);
    memory.apply({ type: 'status', status: STATUS });
    const before = memory.changes;
    memory.apply({ type: 'status', status: { ...STATUS, onlinePlayers: 4 } });
    expect([memory.changes, memory.status?.onlinePlayers]).toEqual([before, 4]);
    memory.apply({ type: 'bans', version: 1, bans: [] });
    expect([memory.changes, memory.isComplete]).toEqual([before + 1, true]);
  });

  it('finds the name of a server by the address that players are passed on to', () => {
    const memory = new EdgeReplica();
    const server = (name: string, address: string | null) => ({ name, type: 'HUB', address });
    memory.apply({ type: 'servers', servers: [server('hub', '10.0.0.1:25565'), server('far', '[::1]:1')] });
    memory.apply({ type: 'server.add', server: server('game', null) });
    const found = (name: string | null, host: string, port: number) => memory.serverOf({ name, host, port });
    expect(found(null, '10.0.0.1', 25_565)).toBe('hub');
    expect(found(null, '::1', 1)).toBe('far');
    expect(found('game', '10.0.0.9', 1)).toBe('game');
    expect(found('velocity', '10.0.0.1', 25_565)).toBeNull();
    memory.apply({ type: 'server.remove', name: 'hub' });
    expect(found(null, '10.0.0.1', 25_565)).toBeNull();
  });
});

describe('the file of the last bans and status', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portcullis-snapshot-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  function filled(bans: number): EdgeReplica {
    const memory = new EdgeReplica();
    memory.apply({ type: 'status', status: STATUS });
    memory.apply({ type: 'bans', version: 9, bans: Array.from({ length: bans }, (_, at) => banAt(at)) });
    return memory;
  }

  it('brings back what was kept', async () => {
    const path = join(folder, 'kept');
    await saveSnapshot(path, 'secret', filled(2_000));
    const memory = new EdgeReplica();
    expect(await loadSnapshot(path, 'secret', memory)).toBe('loaded');
    expect(memory.status).toEqual(STATUS);
    expect([...memory.bans()]).toEqual([...filled(2_000).bans()]);
    expect(await readdir(folder)).toEqual(['kept']);
  });

  it('is absent before it was written', async () => {
    expect(await loadSnapshot(join(folder, 'kept'), 'secret', new EdgeReplica())).toBe('absent');
  });

  it('is not taken when a byte of it is different, or the secret is', async () => {
    const path = join(folder, 'kept');
    await saveSnapshot(path, 'secret', filled(3));
    const whole = await readFile(path);
    expect(await loadSnapshot(path, 'another', new EdgeReplica())).toBe('unusable');
    for (let at = 0; at < whole.length; at += 1) {
      const changed = Buffer.from(whole);
      changed.writeUInt8(changed.readUInt8(at) ^ 0x01, at);
      await writeFile(path, changed);
      const memory = new EdgeReplica();
      // The very last character of base64 has bits that carry nothing.
      if ((await loadSnapshot(path, 'secret', memory)) === 'loaded') expect(at).toBe(whole.length - 1);
      else expect(memory.isComplete).toBe(false);
    }
    for (const end of [0, 1, whole.length - 44, whole.length - 1]) {
      await writeFile(path, whole.subarray(0, end));
      expect(await loadSnapshot(path, 'secret', new EdgeReplica())).toBe('unusable');
    }
  });

  it('is written a moment after a change, not more often than every half minute, and once more at the end', async () => {
    const path = join(folder, 'kept');
    const clock = new SyncTestClock();
    const memory = filled(0);
    const keeper = new SnapshotWriter({ path, secret: 's' }, new EdgeReplica(), clock, new KeptLog());
    await keeper.close();
    const watched = new SnapshotWriter({ path, secret: 's' }, memory, clock, new KeptLog());
    watched.note();
    expect(clock.pending).toBe(0);
    memory.apply({ type: 'ban.add', version: 10, ban: banAt(1) });
    watched.note();
    watched.note();
    expect(clock.pending).toBe(1);
    clock.advance(1_000);
    await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toContain('Player_1');
    memory.apply({ type: 'ban.add', version: 11, ban: banAt(2) });
    watched.note();
    clock.advance(28_000);
    expect(clock.pending).toBe(1);
    await watched.close();
    expect(await readFile(path, 'utf8')).toContain('Player_2');
    expect(clock.pending).toBe(0);
  });

  it('that cannot be written is a line in the log', async () => {
    const log = new KeptLog();
    const memory = filled(0);
    const keeper = new SnapshotWriter(
      { path: join(folder, 'no/such'), secret: 's' },
      memory,
      new SyncTestClock(),
      log,
    );
    memory.apply({ type: 'ban.add', version: 10, ban: banAt(1) });
    await keeper.close();
    expect(log.lines).toMatchObject([{ event: 'edge.snapshot-failed' }]);
  });
});

describe('words for clients', () => {
  function refusal(message: string, protocol = 767) {
    const frame = readFrame(writeLoginDisconnect(message, protocol), 0, 100_000);
    return JSON.parse(frame?.body.string(32_767) ?? '');
  }

  it('refuse in red, with grey labels, where the admin gave no colours', () => {
    const component = refusal('Banned.\nReason: a: b');
    expect(wordsOf(component)).toBe('Banned.\nReason: a: b');
    expect(component.extra).toEqual([
      { text: 'Banned.', color: '#FF5555' },
      { text: '\nReason:', color: '#AAAAAA' },
      { text: ' a: b', color: '#FFFFFF' },
    ]);
    expect(refusal('Banned.', 340)).toEqual({ text: 'Banned.', color: 'red' });
  });

  it('refuse in the colours the admin gave', () => {
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
