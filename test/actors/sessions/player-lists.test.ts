import { describe, expect, it } from 'vitest';
import { openFixture } from '../network-fixture.ts';
import { ADMIN, testPlayer, testPlayers } from '../test-players.ts';

const [ANN, BEN, CAT] = [testPlayer(1, 'Ann'), testPlayer(2, 'Ben'), testPlayer(3, 'Cat')];

describe('the list of all players of a proxy', () => {
  it('makes only the differences joins and leaves when the same process is back in time', async () => {
    const { clock, proxy, events, log } = await openFixture();
    const home = proxy().connect();
    home.enter(ANN, 'lobby');
    home.enter(BEN, 'lobby');
    home.drop();
    home.leave(BEN.uuid);
    home.join(CAT, 'game');
    home.switch(ANN.uuid, 'game');
    await clock.advance(5000);
    const before = log.length;
    home.connect();
    expect(log.slice(before).map(({ event }) => event)).toMatchObject([
      { type: 'player_leave', data: { uuid: BEN.uuid } },
      { type: 'player_join', data: { uuid: CAT.uuid, server: 'game' } },
    ]);
    await clock.advance(60_000);
    expect(events('player_leave')).toHaveLength(1);
  });

  it('keeps all players when the coordinator restarts under maintenance, prevented joins and a full network', async () => {
    const { network, proxy, clock, reopen } = await openFixture();
    const home = proxy().connect();
    for (const one of testPlayers(20)) home.enter(one);
    await network.proxy.update({ maintenance: true, preventJoin: true, maxPlayers: 1 });
    await network.close();
    const next = await reopen();
    const again = next.proxy();
    for (const [uuid, entry] of home.players) again.players.set(uuid, entry);
    again.connect();
    await clock.advance(60_000);
    expect(next.network.players.onlineCount).toBe(20);
    expect(again.kicks).toEqual([]);
    expect(again.login(testPlayer(99))).toMatchObject({ allow: false, code: 'maintenance' });
  });

  it('refuses a banned player when the coordinator restarts, and kicks them', async () => {
    const { network, proxy, clock, reopen } = await openFixture();
    const home = proxy().connect();
    home.enter(ANN);
    home.behaviour = 'silent';
    await network.bans.ban({ uuid: ANN.uuid, name: ANN.name, time: 'perma', reason: 'x' }, ADMIN);
    await network.close();
    const next = await reopen();
    const again = next.proxy();
    for (const [uuid, entry] of home.players) again.players.set(uuid, entry);
    again.connect();
    await clock.advance(0);
    expect(next.events('player_join')).toEqual([]);
    expect(again.players.size).toBe(0);
  });

  it('never begins a session in the future, though the clock of the proxy is ahead', async () => {
    const { network, clock, proxy } = await openFixture();
    const home = proxy();
    home.players.set(ANN.uuid, { player: ANN, server: null, joinedAt: clock.now() + 3_600_000 });
    home.connect();
    await clock.advance(5000);
    expect(await network.players.detail(ANN.uuid)).toMatchObject({ onlineTime: 5, totalTime: 5 });
  });
});
