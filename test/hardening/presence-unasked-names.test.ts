import { describe, expect, it } from 'vitest';
import { AccountClient } from '../../src/platform/accounts/account-client.ts';
import { offlineUuid } from '../../src/runtime/offline-uuid.ts';
import { FakeAccounts } from '../actors/identity/fake-accounts.ts';
import { FakeEdge } from '../actors/identity/fake-edge.ts';
import { LinkedEdge } from '../actors/identity/linked-edge.ts';
import { openFixture } from '../actors/network-fixture.ts';
import { ADMIN, testPlayer, testPlayers } from '../actors/test-players.ts';
import { recordedLog } from '../commands/recorded-log.ts';
import { TestClock } from '../fixtures/test-clock.ts';
import { FakeRequests } from '../platform/accounts/fake-requests.ts';

const CHEAT = testPlayer(1, 'Cheat');
/** A uuid that nobody has. */
const INVENTED = testPlayer(99).uuid;

/** A network that banned an account, which has another name by now. */
async function openWithRenamed() {
  const accounts = new FakeAccounts();
  accounts.set('Cheat', CHEAT.uuid);
  const fixture = await openFixture({ accounts });
  const edge = new FakeEdge(fixture.network, fixture.clock, 'edge');
  await edge.login('Cheat', CHEAT.uuid);
  await fixture.network.bans.ban({ ...CHEAT, time: 'perma', reason: 'x' }, ADMIN);
  const rename = (): void => {
    accounts.set('Cheat', null);
    accounts.set('Renamed', CHEAT.uuid);
  };
  return { ...fixture, accounts, edge, rename };
}

describe('a banned account that was renamed is out as soon as the account service could be asked', () => {
  it('although strangers had used up the questions of logins when it came', async () => {
    const { accounts, clock, edge, rename, network } = await openWithRenamed();
    rename();
    accounts.spent = true;
    const session = await edge.enter('Renamed', INVENTED);
    await clock.advance(1_000);
    expect(session).toBeDefined();
    expect(edge.sessions).toEqual([]);
    expect(network.players.onlineCount).toBe(0);
    expect(edge.kicks.at(-1)?.message).toContain('banned');
  });

  it('although the answer came after the login had gone on without it', async () => {
    const { accounts, clock, edge, rename } = await openWithRenamed();
    rename();
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    accounts.slow = () => answered;
    const entering = edge.enter('Renamed', INVENTED);
    await clock.advance(2_000);
    expect(await entering).toBeDefined();
    expect(edge.sessions).toHaveLength(1);
    answer();
    await clock.advance(0);
    expect(edge.sessions).toEqual([]);
  });

  it('although it had asked for the name before it took it, when nobody had it', async () => {
    const { clock, edge, rename } = await openWithRenamed();
    await edge.login('Renamed', INVENTED);
    rename();
    expect(await edge.enter('Renamed', INVENTED)).toBeDefined();
    await clock.advance(1_000);
    expect(edge.sessions).toEqual([]);
  });

  it('although the service was away when it came', async () => {
    const { accounts, clock, edge, rename } = await openWithRenamed();
    rename();
    accounts.away = true;
    await edge.enter('Renamed', INVENTED);
    await clock.advance(600_000);
    expect(edge.sessions).toHaveLength(1);
    accounts.away = false;
    await clock.advance(60_000);
    expect(edge.sessions).toEqual([]);
  });

  it('although the service learns of the rename later than the server behind', async () => {
    const { clock, edge, rename } = await openWithRenamed();
    await edge.enter('Renamed', INVENTED);
    await clock.advance(60_000);
    expect(edge.sessions).toHaveLength(1);
    rename();
    await clock.advance(600_000);
    expect(edge.sessions).toEqual([]);
  });

  it('also when the coordinator was started anew while it played', async () => {
    const { accounts, clock, edge, rename, reopen } = await openWithRenamed();
    accounts.away = true;
    rename();
    await edge.enter('Renamed', INVENTED);
    clock.dropTimers();
    const { network } = await reopen();
    accounts.away = false;
    const after = new FakeEdge(network, clock, 'edge', 'online', edge.sessions);
    await clock.advance(1_000);
    expect(after.sessions).toEqual([]);
  });
});

describe('a list of an edge that is linked anew while the database is away', () => {
  /** A banned account is on it, under the name that it has by now. */
  async function openUnread() {
    const { accounts, clock, network, storage, rename } = await openWithRenamed();
    rename();
    accounts.away = true;
    storage.faults.always('names.findMany', 'before');
    const edge = new LinkedEdge('edge-3', clock, () => undefined);
    edge.link(network);
    const login = edge.login('Renamed', INVENTED);
    await clock.advance(2_000);
    edge.open('Renamed', await login, true, false, INVENTED);
    await clock.advance(2_000);
    edge.unlink();
    await clock.advance(12_000);
    edge.link(network);
    await clock.advance(10_000);
    return { accounts, clock, network, storage, edge };
  }

  it('is asked about once the database is back: the account is out', async () => {
    const { accounts, clock, storage, edge } = await openUnread();
    expect(edge.players).toHaveLength(1);
    storage.faults.heal();
    accounts.away = false;
    await clock.advance(130_000);
    expect(edge.players).toEqual([]);
  });

  it.each(['edge', 'network'])('is not read any more once the %s is gone', async (which) => {
    const { clock, network, storage, edge } = await openUnread();
    if (which === 'edge') edge.unlink();
    else await network.close();
    await clock.advance(130_000);
    const readings = storage.faults.count('names.findMany');
    await clock.advance(600_000);
    expect(storage.faults.count('names.findMany')).toBe(readings);
  });
});

describe('where nobody has logged in since the coordinator is back, and the edge has only players without an own uuid', () => {
  async function openQuiet(toldAtHello: 'online' | null) {
    const { accounts, clock, edge, rename, reopen } = await openWithRenamed();
    accounts.away = true;
    rename();
    const session = await edge.enter('Renamed', null);
    clock.dropTimers();
    const { network } = await reopen();
    accounts.away = false;
    const after = new FakeEdge(network, clock, 'edge', 'online', edge.sessions, toldAtHello);
    await clock.advance(1_000);
    expect(session?.uuid).toBe(offlineUuid('Renamed'));
    return { after, clock };
  }

  it('a banned account is out all the same: the edge says at once that its servers check accounts', async () => {
    const { after } = await openQuiet('online');
    expect(after.sessions).toEqual([]);
  });

  it('an edge of an older version says it with its next login', async () => {
    const { after, clock } = await openQuiet(null);
    expect(after.sessions).toHaveLength(1);
    await after.login('Stranger', null);
    await clock.advance(1_000);
    expect(after.sessions).toEqual([]);
  });
});

describe('of a player who came unproved and is not banned', () => {
  it('the session goes on as who they are', async () => {
    const { accounts, clock, edge, network } = await openWithRenamed();
    const [, other] = testPlayers(3);
    if (other === undefined) throw new Error('no such player');
    accounts.set('Honest', other.uuid);
    accounts.spent = true;
    await edge.enter('Honest', INVENTED);
    await clock.advance(1_000);
    expect(edge.sessions).toMatchObject([{ uuid: other.uuid, name: 'Honest' }]);
    expect((await network.players.detail(other.uuid)).isOnline).toBe(true);
  });

  it('nobody is asked in a network whose servers check no accounts', async () => {
    const accounts = new FakeAccounts();
    const { clock, network } = await openFixture({ accounts });
    const edge = new FakeEdge(network, clock, 'edge', 'offline');
    await edge.enter('Someone', null);
    await clock.advance(600_000);
    expect(accounts.asked).toEqual([]);
  });
});

describe('with the limits of the account service', () => {
  async function openLimited() {
    const clock = new TestClock();
    const requests = new FakeRequests(clock);
    const { logger } = recordedLog();
    const accounts = new AccountClient(requests, { clock, logger, random: () => 0.5 });
    const fixture = await openFixture({ clock, accounts });
    const edge = new FakeEdge(fixture.network, clock, 'edge');
    return { ...fixture, requests, edge };
  }

  it('logins under a hundred random names, from as many places, keep no renamed account in', async () => {
    const { clock, requests, edge, network } = await openLimited();
    await network.bans.ban({ ...CHEAT, time: 'perma', reason: 'x' }, ADMIN);
    requests.owners.set('renamed', CHEAT.uuid);
    for (let at = 0; at < 100; at += 1) {
      void edge.login(`Random_${at}`, null, `10.${at}.0.1`);
      await clock.advance(60);
    }
    const entering = edge.enter('Renamed', INVENTED);
    await clock.advance(2_000);
    expect(await entering).toBeDefined();
    await clock.advance(6_000);
    expect(edge.sessions).toEqual([]);
  });

  it('a renamed account that never stays until it joins is out half a minute after nobody had its name', async () => {
    const { clock, requests, edge, network } = await openLimited();
    await network.bans.ban({ ...CHEAT, time: 'perma', reason: 'x' }, ADMIN);
    const enter = async () => {
      const login = edge.login('Renamed', INVENTED);
      await clock.advance(100);
      return (await login).admission;
    };
    expect(await enter()).toEqual({ allow: true });
    requests.owners.set('renamed', CHEAT.uuid);
    for (let at = 0; at < 15; at += 1) {
      await enter();
      await clock.advance(1_900);
    }
    expect(await enter()).toMatchObject({ code: 'banned' });
  });

  it('strangers keep no innocent heir of a banned name out', async () => {
    const { clock, requests, edge, network } = await openLimited();
    await network.bans.ban({ ...CHEAT, time: 'perma', reason: 'x' }, ADMIN);
    const heir = testPlayer(2, CHEAT.name);
    requests.owners.set('cheat', heir.uuid);
    await clock.advance(60_000);
    for (let at = 0; at < 100; at += 1) {
      void edge.login(`Random_${at}`, null, `10.${at}.0.1`);
      await clock.advance(60);
    }
    const login = edge.login(heir.name, heir.uuid, '10.200.0.1');
    await clock.advance(1_500);
    expect(await login).toMatchObject({ uuid: heir.uuid, proved: true, admission: { allow: true } });
  });

  it('logins from one block of addresses leave questions for those of others', async () => {
    const { clock, requests, edge } = await openLimited();
    requests.owners.set('honest', CHEAT.uuid);
    for (let at = 0; at < 100; at += 1) {
      void edge.login(`Random_${at}`, null, `10.0.0.${at}`);
      await clock.advance(60);
    }
    const login = edge.login('Honest', INVENTED, '10.0.1.1');
    await clock.advance(100);
    expect(await login).toMatchObject({ uuid: CHEAT.uuid, proved: true });
  });
});
