import { describe, expect, it } from 'vitest';
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
});
