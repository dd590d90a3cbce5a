import { describe, expect, it } from 'vitest';
import type { Admission } from '../../../src/domain/admission.ts';
import { openFixture, TEXTS } from '../network-fixture.ts';
import { ADMIN, testPlayers, testPlayer } from '../test-players.ts';

const [ANN, BEN, CAT, DAN] = [
  testPlayer(1, 'Ann'),
  testPlayer(2, 'Ben'),
  testPlayer(3, 'Cat'),
  testPlayer(4, 'Dan'),
];

function codeOf(answer: Admission): string {
  return answer.allow ? 'allowed' : answer.code;
}

async function open(settings = {}) {
  const fixture = await openFixture();
  await fixture.network.proxy.update(settings);
  return { ...fixture, home: fixture.proxy().connect() };
}

describe('admission', () => {
  it('answers with the first refusal that applies: banned, maintenance, prevented, full', async () => {
    const { network, home } = await open({ maintenance: true, preventJoin: true, maxPlayers: 1 });
    home.players.set(BEN.uuid, { player: BEN, server: null, joinedAt: 1 });
    home.sync();
    await network.bans.ban({ uuid: ANN.uuid, name: ANN.name, time: '1h', reason: 'tnt' }, ADMIN);
    expect(codeOf(home.login(ANN))).toBe('banned');
    await network.bans.unban(ANN.uuid, ADMIN);
    expect(codeOf(home.login(ANN))).toBe('maintenance');
    await network.proxy.update({ maintenance: false });
    expect(codeOf(home.login(ANN))).toBe('join_prevented');
    await network.proxy.update({ preventJoin: false });
    expect(codeOf(home.login(ANN))).toBe('network_full');
    await network.proxy.update({ maxPlayers: 2 });
    expect(codeOf(home.login(ANN))).toBe('allowed');
    expect(network.vitals().admissions).toEqual({
      allowed: 1,
      banned: 1,
      maintenance: 1,
      join_prevented: 1,
      network_full: 1,
    });
  });

  it('gives each refusal its own text, a ban its reason, the time left and its short id', async () => {
    const { network, clock, home } = await open({ maintenance: true });
    expect(home.login(ANN)).toMatchObject({ message: TEXTS.maintenance });
    const { uuid, name } = ANN;
    await network.bans.ban({ uuid, name, time: '1h', reason: '{id} tnt' }, ADMIN);
    await clock.advance(60_000);
    const banId = network.bans.activeOf(uuid)?.banId ?? '';
    expect(banId).toMatch(/^[0-9A-Z]{8}$/);
    const message = `banned for {id} tnt, 59 minutes left, id ${banId}`;
    expect(home.login(ANN)).toEqual({ allow: false, code: 'banned', message, banId });
  });

  it('does not let two logins share the last slot, for 30 s', async () => {
    const { network, clock, home } = await open({ maxPlayers: 2 });
    home.enter(DAN);
    expect(codeOf(home.login(ANN))).toBe('allowed');
    expect(codeOf(home.login(BEN))).toBe('network_full');
    await clock.advance(29_999);
    expect(network.vitals().slotsReserved).toBe(1);
    expect(codeOf(home.login(BEN))).toBe('network_full');
    await clock.advance(1);
    expect(codeOf(home.login(BEN))).toBe('allowed');
    home.join(BEN);
    home.join(ANN);
    await clock.advance(0);
    expect([...home.players.keys()]).toEqual([DAN.uuid, BEN.uuid]);
  });

  it('lets a player who logs in again keep their slot, and needs none for one who is online', async () => {
    const { network, home } = await open({ maxPlayers: 1 });
    expect(codeOf(home.login(ANN))).toBe('allowed');
    expect(codeOf(home.login(ANN))).toBe('allowed');
    home.join(ANN);
    expect(network.vitals().slotsReserved).toBe(0);
    expect(codeOf(home.login(ANN))).toBe('allowed');
    expect(network.vitals().slotsReserved).toBe(0);
  });

  it('lets the bypass list in over maintenance, prevention and capacity, whatever the case, but never over a ban', async () => {
    const { network, home } = await open({
      maintenance: true,
      preventJoin: true,
      maxPlayers: 1,
      maintenanceBypass: ['ANN', 'ben', 'Cat'],
    });
    for (const one of [ANN, BEN]) expect(home.enter(one)).toBe(true);
    expect(network.players.onlineCount).toBe(2);
    await network.bans.ban({ uuid: CAT.uuid, name: CAT.name, time: '1h', reason: '' }, ADMIN);
    expect(codeOf(home.login(CAT))).toBe('banned');
    expect(codeOf(home.login(DAN))).toBe('maintenance');
  });

  it('decides again at the join: a player who may no longer join is kicked and was never online', async () => {
    for (const change of [{ maintenance: true }, { preventJoin: true }]) {
      const { network, clock, home, events } = await open();
      home.login(ANN);
      await network.proxy.update(change);
      home.join(ANN);
      await clock.advance(0);
      expect(home.players.size).toBe(0);
      expect(events('player_join')).toEqual([]);
      expect(network.vitals().slotsReserved).toBe(0);
    }
  });

  it('repeats a kick that is not answered, until the player may be there', async () => {
    const { network, clock, home } = await open({ maintenance: true });
    home.behaviour = 'silent';
    home.join(ANN);
    await clock.advance(1000);
    const tries = home.kicks.length;
    expect(tries).toBeGreaterThan(1);
    await network.proxy.update({ maintenance: false });
    home.join(ANN);
    await clock.advance(60_000);
    expect(home.kicks.length).toBe(tries);
    expect(network.players.onlineCount).toBe(1);
  });

  it('kicks no player when maintenance begins, unless it is told to', async () => {
    const { network, clock, home } = await open({ maintenanceBypass: ['CAT'] });
    for (const one of [ANN, BEN, CAT]) home.enter(one);
    await network.proxy.update({ maintenance: true });
    await clock.advance(1000);
    expect(network.players.onlineCount).toBe(3);
    await network.proxy.update({ maintenance: true }, true);
    await clock.advance(0);
    expect([...home.players.keys()]).toEqual([CAT.uuid]);
    expect(home.kicks.map(({ message }) => message)).toEqual([TEXTS.maintenance, TEXTS.maintenance]);
  });

  it('kicks no player for a change that does not begin maintenance', async () => {
    const { network, clock, home } = await open();
    home.enter(ANN);
    await network.proxy.update({ motd: 'hello' }, true);
    await clock.advance(0);
    expect(home.players.size).toBe(1);
  });

  it('admits exactly as many as there is room for, however many ask at once', async () => {
    const { network, clock, home } = await open({ maxPlayers: 100 });
    const crowd = testPlayers(300);
    const admitted = crowd.filter((one) => home.login(one).allow);
    expect(admitted).toHaveLength(100);
    for (const one of crowd) home.join(one);
    await clock.advance(0);
    expect(network.players.onlineCount).toBe(100);
    expect([...home.players.keys()]).toEqual(admitted.map(({ uuid }) => uuid));
  });
});
