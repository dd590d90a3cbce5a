import { describe, expect, it } from 'vitest';
import { FakeEdge } from '../identity/fake-edge.ts';
import { MALLORY, openIdentity, VICTIM } from '../identity/identity-fixture.ts';
import { openFixture } from '../network-fixture.ts';
import { testPlayer } from '../test-players.ts';

const ANN = testPlayer(1, 'Ann');

describe('a player of a proxy', () => {
  it('ends the session on the first proxy when the player joins by a second, and kicks them there', async () => {
    const { network, clock, proxy, events } = await openFixture();
    const first = proxy('first').connect();
    const second = proxy('second').connect();
    first.enter(ANN, 'lobby');
    second.enter(ANN, 'game');
    expect(events('player_join')).toHaveLength(2);
    expect(events('player_leave')).toHaveLength(1);
    await clock.advance(0);
    expect(first.players.size).toBe(0);
    expect(first.kicks).toMatchObject([
      { uuid: ANN.uuid, message: expect.stringContaining('another place') },
    ]);
    expect(second.players.size).toBe(1);
    expect(network.players.onlineCount).toBe(1);
  });

  it('ends the presence of a player whom the proxy, asked to kick them, does not have', async () => {
    const { network, proxy } = await openFixture();
    const home = proxy().connect();
    home.enter(ANN);
    home.players.clear();
    await expect(network.players.kick(ANN.uuid, 'go')).rejects.toMatchObject({ code: 'player_offline' });
    expect(network.players.onlineCount).toBe(0);
    await expect(network.players.kick(ANN.uuid, 'go')).rejects.toMatchObject({ code: 'player_offline' });
  });

  it('ends it also where they are kicked by their name', async () => {
    const { network, clock, edge, ban } = await openIdentity(false);
    await edge.enter('Mallory', VICTIM.uuid);
    edge.sessions.length = 0;
    await ban(MALLORY.uuid, 'Mallory');
    await clock.advance(0);
    expect(edge.kicks).toMatchObject([{ uuid: VICTIM.uuid, name: 'Mallory' }]);
    expect(network.players.onlineCount).toBe(0);
  });

  it('ends that of nobody else where another who came by the same uuid is kicked by their name', async () => {
    const { network, clock } = await openFixture();
    const other = new FakeEdge(network, clock, 'edge-3', 'offline');
    other.join(VICTIM.uuid, 'Victim');
    other.join(VICTIM.uuid, 'Stranger');
    other.sessions.pop();
    await clock.advance(1_000);
    expect(other.kicks).toMatchObject([{ uuid: VICTIM.uuid, name: 'Stranger' }]);
    expect(network.players.onlineCount).toBe(1);
  });
});
