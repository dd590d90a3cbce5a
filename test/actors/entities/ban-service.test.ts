import { describe, expect, it } from 'vitest';
import type { BanTime } from '../../../src/domain/time/ban-time.ts';
import { type NetworkFixture, openFixture } from '../network-fixture.ts';
import { ADMIN, testPlayer } from '../test-players.ts';

const STEVE = testPlayer(1);
const { uuid, name } = STEVE;
const ban = ({ network }: NetworkFixture, time: BanTime = '1h') =>
  network.bans.ban({ uuid, name, time, reason: 'griefing' }, ADMIN);

describe('a ban', () => {
  it('kicks its player once, also when the proxy takes its time', async () => {
    const fixture = await openFixture();
    const home = fixture.proxy().connect();
    home.enter(STEVE);
    home.behaviour = 'stalls';
    await ban(fixture);
    await fixture.clock.advance(60_000);
    expect(home.kicks).toHaveLength(1);
  });

  it('is committed, then kicks, then is announced, then is answered', async () => {
    const fixture = await openFixture();
    const home = fixture.proxy().connect();
    home.enter(STEVE);
    const order: string[] = [];
    const { bans } = fixture.storage;
    const save = bans.save.bind(bans);
    bans.save = async (...given) => {
      const saved = await save(...given);
      order.push('committed');
      return saved;
    };
    fixture.network.events.subscribe(({ event }) => {
      if (event.type !== 'ban_update') return;
      const answer = home.login(STEVE);
      order.push(
        home.kicks.length > 0 ? 'kicked' : 'not kicked',
        answer.allow ? 'free' : answer.code,
        'announced',
      );
    });
    await ban(fixture);
    order.push('answered');
    expect(order).toEqual(['committed', 'kicked', 'banned', 'announced', 'answered']);
    expect(fixture.events('player_leave')).toHaveLength(1);
  });

  it('announces what was set, and is found by uuid', async () => {
    const fixture = await openFixture();
    fixture.proxy().connect().enter(STEVE);
    const entry = await ban(fixture);
    expect(entry).toEqual({
      uuid,
      name,
      reason: 'griefing',
      bannedDate: '2026-01-31 18:30:00',
      bannedTimes: 1,
      expires: fixture.clock.now() + 3_600_000,
      active: true,
      permanent: false,
      bannedIp: STEVE.ip,
    });
    expect(fixture.events('ban_update')).toEqual([{ ...entry, action: 'ban' }]);
    expect(await fixture.network.bans.get(uuid)).toEqual(entry);
    expect((await fixture.network.bans.list(LIST)).rows).toEqual([entry]);
    expect([...fixture.network.bans.active()]).toMatchObject([{ uuid, reason: 'griefing' }]);
  });

  it('whose write failed changes nothing and says so', async () => {
    for (const fault of ['before', 'after'] as const) {
      const fixture = await openFixture();
      const home = fixture.proxy().connect();
      home.enter(STEVE);
      const { version } = fixture.network.bans;
      fixture.storage.faults.next('bans.save', fault);
      await expect(ban(fixture)).rejects.toMatchObject({ code: 'storage_unavailable' });
      await fixture.clock.advance(1000);
      expect(fixture.events('ban_update')).toEqual([]);
      expect(fixture.network.bans.activeCount).toBe(0);
      expect(fixture.network.bans.version).toBe(version);
      expect(home.kicks).toEqual([]);
      expect(home.login(STEVE)).toEqual({ allow: true });
      expect(await ban(fixture)).toMatchObject({ active: true });
    }
  });

  it('that cannot read the address it needs changes nothing either', async () => {
    const fixture = await openFixture();
    fixture.storage.faults.next('players.lastAddress', 'before');
    await expect(ban(fixture)).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(fixture.storage.faults.count('bans.save')).toBe(0);
  });

  it('stays in force when its lifting failed', async () => {
    const fixture = await openFixture();
    const home = fixture.proxy().connect();
    await ban(fixture);
    fixture.storage.faults.next('bans.lift', 'before');
    await expect(fixture.network.bans.unban(uuid, ADMIN)).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
    expect(home.login(STEVE)).toMatchObject({ code: 'banned' });
    expect(fixture.events('ban_update')).toHaveLength(1);
    expect(await fixture.network.bans.unban(uuid, ADMIN)).toMatchObject({ active: false, bannedTimes: 1 });
    expect(home.login(STEVE)).toEqual({ allow: true });
  });

  it('counts up with every one set, and an unban does not lower it', async () => {
    const fixture = await openFixture();
    for (const times of [1, 2, 3]) {
      expect(await ban(fixture, 'perma')).toMatchObject({ bannedTimes: times, expires: 0, permanent: true });
      expect(await fixture.network.bans.unban(uuid, ADMIN)).toMatchObject({ bannedTimes: times });
    }
    expect(await fixture.network.players.detail(uuid)).toMatchObject({ bannedTimes: 3, isBanned: false });
  });

  it('on a banned player, and the lifting of none, are refused', async () => {
    const fixture = await openFixture();
    await expect(fixture.network.bans.unban(uuid, ADMIN)).rejects.toMatchObject({
      code: 'player_not_banned',
    });
    await expect(fixture.network.bans.get(uuid)).rejects.toMatchObject({ code: 'ban_not_found' });
    await ban(fixture);
    await expect(ban(fixture)).rejects.toMatchObject({ code: 'player_already_banned' });
    await fixture.clock.advance(3_600_000);
    await expect(fixture.network.bans.unban(uuid, ADMIN)).rejects.toMatchObject({
      code: 'player_not_banned',
    });
    expect(await fixture.network.bans.get(uuid)).toMatchObject({ active: false });
  });

  it('survives a restart, and ends when it would have', async () => {
    const fixture = await openFixture();
    await ban(fixture);
    await fixture.network.close();
    await fixture.clock.advance(1_800_000);
    const next = await fixture.reopen();
    const home = next.proxy().connect();
    expect(home.login(STEVE)).toMatchObject({ code: 'banned' });
    await next.clock.advance(1_800_000);
    expect(home.login(STEVE)).toEqual({ allow: true });
    expect(next.events('ban_update')).toMatchObject([{ uuid, action: 'expire' }]);
  });

  it('notes the address of a banned player whom a proxy reports, for this process and the next', async () => {
    const fixture = await openFixture();
    await ban(fixture);
    const { version } = fixture.network.bans;
    const home = fixture.proxy();
    home.players.set(uuid, { player: { ...STEVE, ip: '203.0.113.9' }, server: null, joinedAt: 1 });
    home.connect();
    await fixture.clock.advance(0);
    expect(await fixture.network.bans.get(uuid)).toMatchObject({ bannedIp: '203.0.113.9' });
    expect(fixture.storage.rows.bans.get(uuid)?.ip).toBe('203.0.113.9');
    expect(fixture.network.bans.version).toBeGreaterThan(version);
  });

  it('shows in the lists of online players at once', async () => {
    const fixture = await openFixture();
    const home = fixture.proxy().connect();
    home.enter(STEVE);
    home.behaviour = 'silent';
    const query = { sort: 'name', order: 'asc', search: '', limit: null, offset: 0 } as const;
    const before = fixture.network.players.online(query);
    await ban(fixture);
    const after = fixture.network.players.online(query);
    expect(after.etag).not.toBe(before.etag);
    expect(JSON.parse(new TextDecoder().decode(after.bytes))).toMatchObject([{ uuid, isBanned: true }]);
  });
});

describe('commands on one player', () => {
  it('are done one after the other, in the order they came', async () => {
    const fixture = await openFixture();
    const outcomes: string[] = [];
    const note = (word: string, work: Promise<unknown>) =>
      work.then(
        () => outcomes.push(word),
        (error: { code: string }) => outcomes.push(error.code),
      );
    await Promise.all([
      note('banned', ban(fixture)),
      note('banned', ban(fixture)),
      note('lifted', fixture.network.bans.unban(uuid, ADMIN)),
      note('lifted', fixture.network.bans.unban(uuid, ADMIN)),
      note('banned', ban(fixture, 'perma')),
    ]);
    expect(outcomes).toEqual(['banned', 'player_already_banned', 'lifted', 'player_not_banned', 'banned']);
  });

  it('do not wait for those on another', async () => {
    const fixture = await openFixture();
    fixture.storage.faults.next('bans.save', 'hang');
    const stuck = ban(fixture).catch(() => 'late');
    await fixture.clock.advance(0);
    const other = testPlayer(2);
    await fixture.network.bans.ban({ uuid: other.uuid, name: other.name, time: '1h', reason: '' }, ADMIN);
    fixture.storage.faults.release();
    expect(await stuck).toMatchObject({ uuid });
  });

  it('that pile up are refused beyond 32, each with an answer', async () => {
    const fixture = await openFixture();
    fixture.storage.faults.next('bans.save', { delayMs: 100 });
    const answers = Array.from({ length: 50 }, () =>
      ban(fixture).catch((error: { code: string }) => error.code),
    );
    await fixture.clock.advance(200);
    const codes = await Promise.all(answers);
    expect(codes[0]).toMatchObject({ active: true });
    expect(codes.filter((code) => code === 'player_already_banned')).toHaveLength(31);
    expect(codes.filter((code) => code === 'overloaded')).toHaveLength(18);
  });
});

const LIST = { sort: 'date', order: 'desc', search: '', limit: null, offset: 0 } as const;
