import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import type { Uuid } from '../../src/domain/uuid.ts';
import { offlineUuid } from '../../src/runtime/offline-uuid.ts';
import { IdentityScenario } from '../actors/identity/identity-scenario.ts';
import { runs } from '../actors/runs.ts';
import { testPlayer } from '../actors/test-players.ts';

const DAY = 86_400_000;
const who = fc.nat(3);
const where = fc.nat(1);
/** Whose uuid is claimed: a person's, the one that is made of a person's name, a stranger's, or none. */
const claim = fc.constantFrom(0, 1, 2, 3, 'made of 0', 'made of 1', 'stranger', 'none');

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('enter'), who, where, claim }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('alone'), who, where, claim }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('pretend', 'unasked'), who, where, claim }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('leave', 'unban'), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rename'), who, toOld: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('ban'), who, typed: who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('look'), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('ban-row') }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('lie'), names: fc.array(who, { minLength: 1 }), claim }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('away', 'silent', 'late', 'spent', 'back', 'report', 'rejoin'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(1_000, 20 * DAY, 38 * DAY) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer D> ? D : never;

async function act(scenario: IdentityScenario, one: Step): Promise<void> {
  const { people, fixture } = scenario;
  const personAt = (at: number) => {
    const person = people[at];
    if (person === undefined) throw new Error('no such person');
    return person;
  };
  const uuidOf = (claimed: string | number): Uuid => {
    if (claimed === 'stranger') return testPlayer(99).uuid;
    if (claimed === 'made of 0') return offlineUuid(personAt(0).name);
    if (claimed === 'made of 1') return offlineUuid(personAt(1).name);
    return personAt(Number(claimed) || 0).uuid;
  };
  if ('claim' in one) {
    const uuid = uuidOf(one.claim);
    if (one.do === 'lie')
      return scenario.lie(
        one.names.map((at) => personAt(at).name),
        uuid,
      );
    const person = personAt(one.who);
    const claimed = one.claim === 'none' ? null : uuid;
    if (one.do === 'alone') return scenario.enterAlone(person, one.where, claimed);
    if (one.do === 'unasked') return scenario.joinUnasked(person, one.where, claimed);
    return one.do === 'enter'
      ? scenario.enter(person, one.where, claimed)
      : scenario.pretend(person.name, one.where, claimed);
  }
  if ('typed' in one) return scenario.ban(personAt(one.who), personAt(one.typed).name);
  if ('toOld' in one) return scenario.rename(personAt(one.who), one.toOld);
  if ('who' in one) {
    if (one.do === 'unban') return scenario.unban(personAt(one.who));
    if (one.do === 'look') return scenario.look(personAt(one.who));
    return scenario.leave(personAt(one.who));
  }
  if ('ms' in one) return fixture.clock.leap(one.ms);
  if (one.do === 'rejoin') return scenario.reportAlone();
  if (one.do === 'report') return scenario.report();
  if (one.do === 'ban-row') return scenario.banRow();
  return scenario.turn(one.do);
}

/** Two people of whom one claims to be the other, at edges that are cut off: few steps, so that they meet often. */
const two = fc.nat(1);
const first = fc.constant(0);
const cutOff = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('enter'), who: two, where, claim: first }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('alone'), who: two, where, claim: first }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ban'), who: first, typed: two }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('leave', 'unban', 'look'), who: first }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('away', 'rejoin', 'rejoin', 'ban-row') }) },
);

describe('who a player is, whatever is claimed', () => {
  it('bans a player by their own name whose row has that of somebody who claimed to be them long ago', async () => {
    const scenario = await IdentityScenario.open();
    const [claimer, player] = scenario.people;
    if (claimer === undefined || player === undefined) throw new Error('no such person');
    await scenario.joinUnasked(claimer, 0, player.uuid);
    await scenario.fixture.clock.leap(38 * DAY);
    await scenario.enter(claimer, 0, claimer.uuid);
    await scenario.ban(player, player.name);
    await scenario.enter(player, 0, claimer.uuid);
    await scenario.assertHonest();
  });

  it('bans a player by their own name who is shown by another uuid because somebody claimed theirs first', async () => {
    const scenario = await IdentityScenario.open();
    const [player, claimer] = scenario.people;
    if (claimer === undefined || player === undefined) throw new Error('no such person');
    scenario.turn('away');
    await scenario.enter(claimer, 0, player.uuid);
    await scenario.enter(player, 0, player.uuid);
    await scenario.ban(player, player.name);
    await scenario.enterAlone(player, 0, player.uuid);
    await scenario.assertHonest();
  });

  it('bans the one by whose uuid another came first and comes again alone, while nobody could be asked', async () => {
    const scenario = await IdentityScenario.open();
    const [player, claimer] = scenario.people;
    if (claimer === undefined || player === undefined) throw new Error('no such person');
    scenario.turn('away');
    for (const step of [
      () => scenario.enter(claimer, 0, player.uuid),
      () => scenario.enter(player, 0, player.uuid),
      () => scenario.enterAlone(claimer, 0, player.uuid),
      () => scenario.ban(player, player.name),
      () => scenario.enterAlone(player, 0, player.uuid),
    ]) {
      await step();
      await scenario.assertHonest();
    }
    scenario.turn('back');
    await scenario.assertHonest();
  });

  it('ends also where what a claim and what an old proof say follow from each other in turn', async () => {
    const scenario = await IdentityScenario.open();
    const [player, other] = scenario.people;
    if (player === undefined || other === undefined) throw new Error('no such person');
    await scenario.ban(player, other.name);
    await scenario.enter(player, 1, offlineUuid(other.name));
    await scenario.fixture.clock.leap(38 * DAY);
    await scenario.joinUnasked(player, 0, offlineUuid(player.name));
    await scenario.assertHonest();
  });

  it('lets nobody banned in under a proved name, or stay once it could be proved, and nobody else be refused, thrown out or shown as another', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30, size: 'max' }), async (steps) => {
        const scenario = await IdentityScenario.open();
        for (const one of steps) {
          await act(scenario, one);
          await scenario.assertHonest();
        }
      }),
      runs(100),
    ));

  it('lets edges that decide alone refuse who is banned, and nobody for what another did who claimed their uuid', () =>
    fc.assert(
      fc.asyncProperty(fc.array(cutOff, { minLength: 4, maxLength: 12 }), async (steps) => {
        const scenario = await IdentityScenario.open();
        scenario.turn('away');
        for (const one of steps) {
          await act(scenario, one);
          await scenario.assertHonest();
        }
        scenario.turn('back');
        await scenario.assertHonest();
      }),
      runs(200),
    ));
});
