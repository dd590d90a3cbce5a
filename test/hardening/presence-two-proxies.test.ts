import { expect, it } from 'vitest';
import { openFixture } from '../actors/network-fixture.ts';
import { testPlayer } from '../actors/test-players.ts';

const STEVE = testPlayer(1);

async function elsewhere() {
  const fixture = await openFixture();
  const first = fixture.proxy('first').connect();
  const second = fixture.proxy('second').connect();
  first.enter(STEVE, 'lobby');
  await fixture.clock.advance(1000);
  return { ...fixture, first, second };
}

it('does not give a player back to the first proxy, which was disconnected when they joined by the second', async () => {
  const { network, clock, first, second } = await elsewhere();
  first.drop();
  second.enter(STEVE, 'game');
  await clock.advance(1000);
  first.connect();
  await clock.advance(0);
  expect(first.players.size).toBe(0);
  expect(second.players.size).toBe(1);
  expect((await network.players.detail(STEVE.uuid)).server).toBe('game');
});

it('keeps the later of two sessions after a restart, whichever proxy reports first', async () => {
  for (const order of [0, 1]) {
    const { network, clock, first, second, reopen } = await elsewhere();
    first.drop();
    second.enter(STEVE, 'game');
    await network.close();
    const next = await reopen();
    const both = [first, second].map((old) => {
      const again = next.proxy(old.name);
      for (const [uuid, entry] of old.players) again.players.set(uuid, entry);
      return again;
    });
    for (const one of order === 0 ? both : both.toReversed()) one.connect();
    await clock.advance(0);
    expect(both.map(({ players }) => players.size)).toEqual([0, 1]);
    expect(next.network.players.onlineCount).toBe(1);
  }
});

it('kicks a player who is refused at a second proxy while online at the first', async () => {
  const { network, clock, first, second } = await elsewhere();
  await network.proxy.update({ maintenance: true });
  second.join(STEVE);
  await clock.advance(0);
  expect(second.players.size).toBe(0);
  expect(first.players.size).toBe(1);
});
