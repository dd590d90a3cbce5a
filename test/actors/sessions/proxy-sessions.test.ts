import { describe, expect, it } from 'vitest';
import { openFixture } from '../network-fixture.ts';
import { testPlayer } from '../test-players.ts';

const [ANN, BEN] = [testPlayer(1, 'Ann'), testPlayer(2, 'Ben')];

describe('presence is a lease', () => {
  it('keeps the players of a lost connection for 10 s, and lets them leave then', async () => {
    const { network, clock, proxy, events } = await openFixture();
    const home = proxy().connect();
    home.enter(ANN);
    home.enter(BEN);
    home.drop();
    await clock.advance(9999);
    expect(network.players.onlineCount).toBe(2);
    expect(network.vitals().connections.proxy).toBe(0);
    await clock.advance(1);
    expect(events('player_leave')).toMatchObject([{ onlinePlayers: 1 }, { onlinePlayers: 0 }]);
  });

  it('lists who is connected, with the version of its agent, and who is in the grace', async () => {
    const { network, clock, proxy } = await openFixture();
    const home = proxy().connect();
    home.enter(ANN);
    const [shown] = network.proxies.list();
    expect(shown).toMatchObject({ platform: 'modern', connected: true, players: 1 });
    expect(shown?.version).not.toBe('');
    home.drop();
    expect(network.proxies.list()).toEqual([{ ...shown, connected: false }]);
    await clock.advance(10_000);
    expect(network.proxies.list()).toEqual([]);
  });

  it('replaces the players of an older process by those of a newer one, and closes its connection', async () => {
    const { network, clock, proxy, events } = await openFixture();
    const home = proxy().connect();
    home.enter(ANN);
    await clock.advance(1000);
    home.restart();
    expect(home.closes).toHaveLength(1);
    expect(network.players.onlineCount).toBe(0);
    expect(events('player_leave')).toHaveLength(1);
    home.enter(BEN);
    await clock.advance(60_000);
    expect(network.players.onlineCount).toBe(1);
    expect(network.vitals()).toMatchObject({ connections: { proxy: 1 }, actors: { link: 1 } });
  });

  it('refuses an older process, and closes its connection', async () => {
    const { network, clock, proxy } = await openFixture();
    const home = proxy().connect();
    home.enter(ANN);
    const closes: string[] = [];
    const client = { ...home.client(), close: (reason: string) => void closes.push(reason) };
    const older = network.agents.attachProxy({ ...home.identity, epoch: home.identity.epoch - 1 }, client);
    older.sync([]);
    older.leave(ANN.uuid);
    older.lost();
    await clock.advance(60_000);
    expect(closes).toHaveLength(1);
    expect(home.closes).toEqual([]);
    expect(network.players.onlineCount).toBe(1);
  });

  it('disconnects a process that never reports all its players', async () => {
    const { network, clock, proxy, notes } = await openFixture();
    const home = proxy().connect();
    home.enter(ANN);
    home.drop();
    home.greet();
    await clock.advance(10_000);
    expect(home.closes.at(-1)).toBe('the list of players did not come');
    expect(notes()).toContain('link.overdue');
    await clock.advance(10_000);
    expect(network.players.onlineCount).toBe(0);
    expect(network.vitals().actors.link).toBe(0);
  });

  it('cannot kick or move by a proxy that is disconnected, or that does not answer', async () => {
    const { network, proxy } = await openFixture();
    const home = proxy().connect();
    home.enter(ANN);
    home.behaviour = 'silent';
    await expect(network.players.kick(ANN.uuid, 'go')).rejects.toMatchObject({
      code: 'platform_unavailable',
    });
    home.drop();
    await expect(network.players.kick(ANN.uuid, 'go')).rejects.toMatchObject({
      code: 'platform_unavailable',
    });
    expect(network.players.onlineCount).toBe(1);
  });
});
