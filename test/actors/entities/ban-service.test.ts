import { describe, expect, it } from 'vitest';
import type { BanTime } from '../../../src/domain/time/ban-time.ts';
import { type Bed, openBed } from '../network-fixture.ts';
import { ADMIN, person } from '../people.ts';

const STEVE = person(1);
const { uuid, name } = STEVE;
const ban = ({ network }: Bed, time: BanTime = '1h') =>
  network.bans.ban({ uuid, name, time, reason: 'griefing' }, ADMIN);

describe('a ban', () => {
  it('is committed, then kicks, then is announced, then is answered', async () => {
    const bed = await openBed();
    const home = bed.proxy().connect();
    home.enter(STEVE);
    const order: string[] = [];
    const { bans } = bed.storage;
    const save = bans.save.bind(bans);
    bans.save = async (...given) => {
      const saved = await save(...given);
      order.push('committed');
      return saved;
    };
    bed.network.events.subscribe(({ event }) => {
      if (event.type !== 'ban_update') return;
      const answer = home.login(STEVE);
      order.push(
        home.kicks.length > 0 ? 'kicked' : 'not kicked',
        answer.allow ? 'free' : answer.code,
        'announced',
      );
    });
    await ban(bed);
    order.push('answered');
    expect(order).toEqual(['committed', 'kicked', 'banned', 'announced', 'answered']);
    expect(bed.events('player_leave')).toHaveLength(1);
  });

  it('tells what was set, and is found by uuid', async () => {
    const bed = await openBed();
    bed.proxy().connect().enter(STEVE);
    const entry = await ban(bed);
    expect(entry).toEqual({
      uuid,
      name,
      reason: 'griefing',
      bannedDate: '2026-01-31 18:30:00',
      bannedTimes: 1,
      expires: bed.clock.now() + 3_600_000,
      active: true,
      permanent: false,
      bannedIp: STEVE.ip,
    });
    expect(bed.events('ban_update')).toEqual([{ ...entry, action: 'ban' }]);
    expect(await bed.network.bans.get(uuid)).toEqual(entry);
    expect((await bed.network.bans.list(LIST)).rows).toEqual([entry]);
    expect([...bed.network.bans.active()]).toMatchObject([{ uuid, reason: 'griefing' }]);
  });

  it('whose write failed changes nothing and says so', async () => {
    for (const fault of ['before', 'after'] as const) {
      const bed = await openBed();
      const home = bed.proxy().connect();
      home.enter(STEVE);
      const { version } = bed.network.bans;
      bed.storage.faults.next('bans.save', fault);
      await expect(ban(bed)).rejects.toMatchObject({ code: 'storage_unavailable' });
      await bed.clock.advance(1000);
      expect(bed.events('ban_update')).toEqual([]);
      expect(bed.network.bans.activeCount).toBe(0);
      expect(bed.network.bans.version).toBe(version);
      expect(home.kicks).toEqual([]);
      expect(home.login(STEVE)).toEqual({ allow: true });
      expect(await ban(bed)).toMatchObject({ active: true });
    }
  });

  it('that cannot read the address it needs changes nothing either', async () => {
    const bed = await openBed();
    bed.storage.faults.next('players.lastAddress', 'before');
    await expect(ban(bed)).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(bed.storage.faults.count('bans.save')).toBe(0);
  });

  it('whose lifting failed holds on', async () => {
    const bed = await openBed();
    const home = bed.proxy().connect();
    await ban(bed);
    bed.storage.faults.next('bans.lift', 'before');
    await expect(bed.network.bans.unban(uuid, ADMIN)).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(home.login(STEVE)).toMatchObject({ code: 'banned' });
    expect(bed.events('ban_update')).toHaveLength(1);
    expect(await bed.network.bans.unban(uuid, ADMIN)).toMatchObject({ active: false, bannedTimes: 1 });
    expect(home.login(STEVE)).toEqual({ allow: true });
  });

  it('counts up with every one set, and an unban does not lower it', async () => {
    const bed = await openBed();
    for (const times of [1, 2, 3]) {
      expect(await ban(bed, 'perma')).toMatchObject({ bannedTimes: times, expires: 0, permanent: true });
      expect(await bed.network.bans.unban(uuid, ADMIN)).toMatchObject({ bannedTimes: times });
    }
    expect(await bed.network.players.detail(uuid)).toMatchObject({ bannedTimes: 3, isBanned: false });
  });

  it('on a banned player, and the lifting of none, are refused', async () => {
    const bed = await openBed();
    await expect(bed.network.bans.unban(uuid, ADMIN)).rejects.toMatchObject({ code: 'player_not_banned' });
    await expect(bed.network.bans.get(uuid)).rejects.toMatchObject({ code: 'ban_not_found' });
    await ban(bed);
    await expect(ban(bed)).rejects.toMatchObject({ code: 'player_already_banned' });
    await bed.clock.advance(3_600_000);
    await expect(bed.network.bans.unban(uuid, ADMIN)).rejects.toMatchObject({ code: 'player_not_banned' });
    expect(await bed.network.bans.get(uuid)).toMatchObject({ active: false });
  });

  it('survives a restart, and ends when it would have', async () => {
    const bed = await openBed();
    await ban(bed);
    await bed.network.close();
    await bed.clock.advance(1_800_000);
    const next = await bed.reopen();
    const home = next.proxy().connect();
    expect(home.login(STEVE)).toMatchObject({ code: 'banned' });
    await next.clock.advance(1_800_000);
    expect(home.login(STEVE)).toEqual({ allow: true });
    expect(next.events('ban_update')).toMatchObject([{ uuid, action: 'expire' }]);
  });

  it('notes the address of a banned player whom a proxy reports, for this process and the next', async () => {
    const bed = await openBed();
    await ban(bed);
    const { version } = bed.network.bans;
    const home = bed.proxy();
    home.guests.set(uuid, { person: { ...STEVE, ip: '203.0.113.9' }, server: null, joinedAt: 1 });
    home.connect();
    await bed.clock.advance(0);
    expect(await bed.network.bans.get(uuid)).toMatchObject({ bannedIp: '203.0.113.9' });
    expect(bed.storage.rows.bans.get(uuid)?.ip).toBe('203.0.113.9');
    expect(bed.network.bans.version).toBeGreaterThan(version);
  });

  it('shows in the lists of online players at once', async () => {
    const bed = await openBed();
    const home = bed.proxy().connect();
    home.enter(STEVE);
    home.manners = 'silent';
    const query = { sort: 'name', order: 'asc', search: '', limit: null, offset: 0 } as const;
    const before = bed.network.players.online(query);
    await ban(bed);
    const after = bed.network.players.online(query);
    expect(after.etag).not.toBe(before.etag);
    expect(JSON.parse(new TextDecoder().decode(after.bytes))).toMatchObject([{ uuid, isBanned: true }]);
  });
});

describe('commands on one player', () => {
  it('are done one after the other, in the order they came', async () => {
    const bed = await openBed();
    const outcomes: string[] = [];
    const note = (word: string, work: Promise<unknown>) =>
      work.then(
        () => outcomes.push(word),
        (error: { code: string }) => outcomes.push(error.code),
      );
    await Promise.all([
      note('banned', ban(bed)),
      note('banned', ban(bed)),
      note('lifted', bed.network.bans.unban(uuid, ADMIN)),
      note('lifted', bed.network.bans.unban(uuid, ADMIN)),
      note('banned', ban(bed, 'perma')),
    ]);
    expect(outcomes).toEqual(['banned', 'player_already_banned', 'lifted', 'player_not_banned', 'banned']);
  });

  it('do not wait for those on another', async () => {
    const bed = await openBed();
    bed.storage.faults.next('bans.save', 'hang');
    const stuck = ban(bed).catch(() => 'late');
    await bed.clock.advance(0);
    const other = person(2);
    await bed.network.bans.ban({ uuid: other.uuid, name: other.name, time: '1h', reason: '' }, ADMIN);
    bed.storage.faults.release();
    expect(await stuck).toMatchObject({ uuid });
  });

  it('that pile up are refused beyond 32, each with an answer', async () => {
    const bed = await openBed();
    bed.storage.faults.next('bans.save', { delayMs: 100 });
    const answers = Array.from({ length: 50 }, () => ban(bed).catch((error: { code: string }) => error.code));
    await bed.clock.advance(200);
    const codes = await Promise.all(answers);
    expect(codes[0]).toMatchObject({ active: true });
    expect(codes.filter((code) => code === 'player_already_banned')).toHaveLength(31);
    expect(codes.filter((code) => code === 'overloaded')).toHaveLength(18);
  });
});

const LIST = { sort: 'date', order: 'desc', search: '', limit: null, offset: 0 } as const;
