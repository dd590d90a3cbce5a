import { expect, it } from 'vitest';
import { openBed } from '../actors/network-fixture.ts';
import { person } from '../actors/people.ts';

const STEVE = person(1);

async function elsewhere() {
  const bed = await openBed();
  const first = bed.proxy('first').connect();
  const second = bed.proxy('second').connect();
  first.enter(STEVE, 'lobby');
  await bed.clock.advance(1000);
  return { ...bed, first, second };
}

it('does not give a player back to the first proxy whose line was down when they came in by the second', async () => {
  const { network, clock, first, second } = await elsewhere();
  first.drop();
  second.enter(STEVE, 'game');
  await clock.advance(1000);
  first.connect();
  await clock.advance(0);
  expect(first.guests.size).toBe(0);
  expect(second.guests.size).toBe(1);
  expect((await network.players.detail(STEVE.uuid)).server).toBe('game');
});

it('lets the later of two sessions hold after a restart, whichever proxy reports first', async () => {
  for (const order of [0, 1]) {
    const { network, clock, first, second, reopen } = await elsewhere();
    first.drop();
    second.enter(STEVE, 'game');
    await network.close();
    const next = await reopen();
    const both = [first, second].map((old) => {
      const again = next.proxy(old.name);
      for (const [uuid, guest] of old.guests) again.guests.set(uuid, guest);
      return again;
    });
    for (const one of order === 0 ? both : both.toReversed()) one.connect();
    await clock.advance(0);
    expect(both.map(({ guests }) => guests.size)).toEqual([0, 1]);
    expect(next.network.players.onlineCount).toBe(1);
  }
});

it('kicks who is refused at a second proxy while online at the first', async () => {
  const { network, clock, first, second } = await elsewhere();
  await network.proxy.update({ maintenance: true });
  second.join(STEVE);
  await clock.advance(0);
  expect(second.guests.size).toBe(0);
  expect(first.guests.size).toBe(1);
});
