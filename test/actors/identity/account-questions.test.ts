import { expect, it } from 'vitest';
import type { AccountService } from '../../../src/actors/ports.ts';
import { AppError } from '../../../src/domain/errors.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { openFixture } from '../network-fixture.ts';
import { ADMIN, testPlayer } from '../test-players.ts';
import { FakeAccounts } from './fake-accounts.ts';
import { FakeEdge } from './fake-edge.ts';

const CHEAT = testPlayer(1, 'Cheat');
const VICTIM = testPlayer(2, 'Victim');
const MALLORY = testPlayer(3, 'Mallory');
const DAY = 86_400_000;
/** A uuid that nobody has. */
const INVENTED = testPlayer(99).uuid;

it('an answer that comes after the login went on counts for who is online under the name by then', async () => {
  let answer: ((uuid: Uuid) => void) | undefined;
  const late = new Promise<Uuid>((resolve) => {
    answer = resolve;
  });
  const away = new AppError('platform_unavailable');
  const accounts: AccountService = {
    uuidOf: () => late,
    uuidOfBanned: () => late,
    uuidOfOnline: () => Promise.reject(away),
  };
  const { clock, network } = await openFixture({ accounts });
  const edge = new FakeEdge(network, clock, 'edge');
  await network.bans.ban({ ...CHEAT, time: 'perma', reason: 'x' }, ADMIN);
  const entering = edge.enter('Renamed', INVENTED);
  await clock.advance(1_500);
  expect(await entering).toBeDefined();
  await clock.advance(10_000);
  answer?.(CHEAT.uuid);
  await clock.advance(0);
  expect(edge.sessions).toEqual([]);
  expect(edge.kicks.at(-1)).toMatchObject({ uuid: CHEAT.uuid });
});

it('who came as the player who had the name before is out once it is known whose it is by now', async () => {
  const accounts = new FakeAccounts();
  accounts.set('Given_up', VICTIM.uuid);
  const { clock, network } = await openFixture({ accounts });
  const edge = new FakeEdge(network, clock, 'edge');
  await edge.login('Given_up', null);
  await network.bans.ban({ ...CHEAT, time: 'perma', reason: 'x' }, ADMIN);
  await clock.leap(38 * DAY);
  accounts.set('Given_up', CHEAT.uuid);
  accounts.away = true;
  expect(await edge.enter('Given_up', null)).toMatchObject({ uuid: VICTIM.uuid });
  accounts.away = false;
  await clock.advance(60_000);
  expect(edge.sessions).toEqual([]);
});

it('nobody is thrown out for a ban of somebody who had claimed their uuid, although they came unproved', async () => {
  const accounts = new FakeAccounts();
  accounts.set('Mallory', MALLORY.uuid);
  accounts.set('Victim', VICTIM.uuid);
  const { clock, network } = await openFixture({ accounts });
  const edge = new FakeEdge(network, clock, 'edge');
  accounts.away = true;
  await edge.enter('Mallory', VICTIM.uuid);
  await network.bans.ban({ uuid: VICTIM.uuid, name: 'Mallory', time: 'perma', reason: 'x' }, ADMIN);
  await clock.advance(120_000);
  accounts.away = false;
  accounts.spent = true;
  const victim = await edge.enter('Victim', INVENTED);
  await clock.advance(1_000);
  expect(victim).toBeDefined();
  expect(edge.sessions).toMatchObject([{ uuid: VICTIM.uuid, name: 'Victim' }]);
  expect(edge.kicks.filter(({ name }) => name === 'Victim')).toEqual([]);
  expect(await network.bans.get(MALLORY.uuid)).toMatchObject({ active: true, name: 'Mallory' });
});
