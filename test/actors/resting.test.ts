import { expect, it } from 'vitest';
import { openBed } from './network-bed.ts';
import { ADMIN, person } from './people.ts';

const STEVE = person(1);

it('puts the actor of an absent player to rest once the command about them is answered', async () => {
  const { network } = await openBed();
  const { uuid, name } = STEVE;
  await network.bans.ban({ uuid, name, time: '1h', reason: 'griefing' }, ADMIN);
  await network.bans.unban(uuid, ADMIN);
  await new Promise(setImmediate);
  expect(network.vitals().actors.player).toBe(0);
});
