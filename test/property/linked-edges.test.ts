import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import type { Uuid } from '../../src/domain/uuid.ts';
import { offlineUuid } from '../../src/runtime/offline-uuid.ts';
import { LinkedEdgesScenario } from '../actors/identity/linked-edges-scenario.ts';
import { runs } from '../actors/runs.ts';
import { testPlayer } from '../actors/test-players.ts';

const who = fc.nat(3);
const at = fc.nat(1);
const nth = fc.nat(3);
/** Their own uuid, none, a stranger's, or that of a person or one made of a person's name. */
const claim = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('own', 'own', 'none', 'stranger') },
  { weight: 1, arbitrary: fc.record({ of: who, isMade: fc.boolean() }) },
);
const stays = fc.constantFrom(100, 2_100, 2_500);

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('enter'), who, at, claim, isLoud: fc.boolean(), ms: stays }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pretend'),
      who,
      at,
      claim,
      isLoud: fc.boolean(),
      ms: fc.constantFrom(10, 500, 9_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('both'),
      who,
      other: who,
      at,
      claim,
      gap: fc.constantFrom(0, 700),
      ms: stays,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('leave', 'rename', 'proxy'), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('again'), who, at, isBack: fc.boolean(), ms: stays }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('ban'), nth, isForGood: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('lie'), who, of: fc.option(who) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('ban-crash'),
      nth,
      linked: fc.tuple(fc.boolean(), fc.boolean()),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unban'), nth }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('back', 'back', 'away', 'silent', 'spent') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('break'),
      method: fc.constantFrom(
        'names.findMany',
        'names.save',
        'bans.save',
        'bans.lift',
        'players.findMany',
        '*',
      ),
      fault: fc.constantFrom('before' as const, { delayMs: 100 }, { delayMs: 900 }, { delayMs: 3_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('heal') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close'), isClosed: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('relink'), at, ms: fc.constantFrom(0, 1_500, 12_000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('restart'), linked: fc.tuple(fc.boolean(), fc.boolean()) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('restart-edge'), at, ms: fc.constantFrom(0, 12_000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(1_000, 60_000, 3_700_000) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer D> ? D : never;

async function act(scenario: LinkedEdgesScenario, one: Step): Promise<void> {
  const personAt = (number: number) => {
    const person = scenario.people[number];
    if (person === undefined) throw new Error('no such person');
    return person;
  };
  if ('claim' in one) {
    const person = personAt(one.who);
    const claimed = ((): Uuid | null => {
      if (one.claim === 'none') return null;
      if (one.claim === 'stranger') return testPlayer(99).uuid;
      if (typeof one.claim === 'string') return person.uuid;
      const { uuid, name } = personAt(one.claim.of);
      return one.claim.isMade ? offlineUuid(name) : uuid;
    })();
    if ('other' in one)
      return scenario.enterBoth(person, personAt(one.other), one.at, claimed, one.gap, one.ms);
    if (one.do === 'enter') return scenario.enter(person, one.at, claimed, one.isLoud, one.ms);
    return scenario.pretend(one.isLoud ? person.name.toUpperCase() : person.name, one.at, claimed, one.ms);
  }
  if ('of' in one) {
    const said = one.of === null ? testPlayer(99).uuid : personAt(one.of).uuid;
    return scenario.lie(personAt(one.who), said);
  }
  if ('isBack' in one) return scenario.enterAgain(personAt(one.who), one.at, one.isBack, one.ms);
  if ('who' in one) {
    if (one.do === 'leave') return scenario.leave(personAt(one.who));
    if (one.do === 'rename') return scenario.rename(personAt(one.who));
    return scenario.enterByProxy(personAt(one.who));
  }
  if ('isClosed' in one) return scenario.close(one.isClosed);
  if (one.do === 'ban-crash') return scenario.banRowAndCrash(one.nth, one.linked);
  if ('isForGood' in one) return scenario.banRow(one.nth, one.isForGood);
  if ('nth' in one) return scenario.unban(one.nth);
  if ('method' in one) return scenario.break(one.method, one.fault);
  if ('linked' in one) return scenario.restart(one.linked);
  if ('at' in one) {
    if (one.do === 'relink') return scenario.relink(one.at, one.ms);
    return scenario.restartEdge(one.at, one.ms);
  }
  if ('ms' in one) return scenario.wait(one.ms);
  if (one.do === 'heal') return scenario.healDatabase();
  if (one.do === 'back' || one.do === 'away' || one.do === 'silent' || one.do === 'spent') {
    return scenario.turn(one.do);
  }
}

/** All of it, and then everything is well again. */
async function play(steps: readonly Step[]): Promise<void> {
  const scenario = await LinkedEdgesScenario.open();
  for (const one of steps) {
    await act(scenario, one);
    scenario.assertNobodyThrownOut();
  }
  await scenario.assertSettled();
}

/** Two or three people at edges that are cut off again and again: few kinds of steps, so that they meet often. */
const few = fc.nat(2);
const claimOfFew = fc.oneof(fc.constant('own'), fc.record({ of: few, isMade: fc.constant(false) }));
const visit = { who: few, at, claim: claimOfFew, isLoud: fc.constant(false), ms: stays };
const cutOff = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('enter'), ...visit }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('both'), ...visit, other: few, gap: fc.constantFrom(0, 700) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('again'), who: few, at, isBack: fc.boolean(), ms: stays }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ban'), nth, isForGood: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('relink'), at, ms: fc.constantFrom(0, 12_000) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('ban-crash'),
      nth,
      linked: fc.tuple(fc.boolean(), fc.boolean()),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('back', 'away') }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('restart'), linked: fc.tuple(fc.boolean(), fc.boolean()) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('break'),
      method: fc.constantFrom('names.findMany', '*'),
      fault: fc.constant('before' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('heal') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close'), isClosed: fc.boolean() }) },
);

const OWN = { claim: 'own', isLoud: false, ms: 2_500 } as const;

/** While nobody can be asked, the stolen secret of a game server says who somebody is, and later that one comes. */
const theft = fc
  .record({ who: few, of: few, at, isBanned: fc.boolean(), isClosed: fc.boolean(), nth })
  .map((one): Step[] => [
    { do: 'away' },
    { ...OWN, do: 'enter', who: one.who, at: 1 },
    { do: 'close', isClosed: one.isClosed },
    { do: 'lie', who: one.who, of: one.of },
    // Until the service is asked less often.
    { do: 'wait', ms: 3_700_000 },
    ...(one.isBanned ? [{ do: 'ban' as const, nth: one.nth, isForGood: true }] : []),
    { do: 'back' },
    { ...OWN, do: 'enter', who: one.of, at: one.at },
  ]);

/** While nobody can be asked, somebody comes by a claim and is banned, and the coordinator is killed right then. */
const crash = fc
  .record({ ...visit, ms: fc.constantFrom(2_100, 2_500), linked: fc.tuple(fc.boolean(), fc.boolean()), nth })
  .map(({ nth: row, linked, ...one }): Step[] => [
    { do: 'away' },
    { ...one, do: 'enter' },
    { do: 'ban-crash', nth: row, linked },
  ]);

describe('edges whose links come and go', () => {
  it('have who is banned on a claim out, also where one that was cut off reports them by their own uuid', () =>
    play([
      { do: 'away' },
      { do: 'relink', at: 1, ms: 0 },
      { ...OWN, do: 'enter', who: 3, at: 0, claim: 'stranger' },
      { do: 'ban', nth: 0, isForGood: true },
      { ...OWN, do: 'enter', who: 3, at: 1 },
    ]));

  it('throw out only the banned one of two who came by one uuid while they were cut off', () =>
    play([
      { ...OWN, do: 'enter', who: 2, at: 0 },
      { ...OWN, do: 'enter', who: 3, at: 0 },
      { do: 'relink', at: 1, ms: 0 },
      { do: 'ban', nth: 0, isForGood: true },
      { ...OWN, do: 'both', who: 3, other: 2, at: 1, gap: 0 },
    ]));

  it('have everybody asked about, also where the database was away when their list came', () =>
    play([
      { do: 'away' },
      { do: 'break', method: '*', fault: 'before' },
      { ...OWN, do: 'enter', who: 2, at: 0, claim: 'none' },
      { do: 'relink', at: 0, ms: 12_000 },
      { do: 'relink', at: 0, ms: 0 },
    ]));

  it('let a session go on that is corrected twice at once while the network is closed', () =>
    play([
      { do: 'relink', at: 1, ms: 0 },
      { do: 'away' },
      { ...OWN, do: 'enter', who: 0, at: 1 },
      { do: 'close', isClosed: true },
      { do: 'lie', who: 0, of: 1 },
      { do: 'wait', ms: 3_700_000 },
      { do: 'back' },
      { ...OWN, do: 'enter', who: 1, at: 1 },
      { do: 'relink', at: 1, ms: 0 },
    ]));

  it('go on where the network closes while the database answers late', () =>
    play([
      { ...OWN, do: 'enter', who: 0, at: 0 },
      { do: 'break', method: '*', fault: { delayMs: 3_000 } },
      { do: 'close', isClosed: true },
      { ...OWN, do: 'enter', who: 1, at: 1 },
      { do: 'relink', at: 0, ms: 0 },
    ]));

  it('owe no place to who was not checked yet when the network closed', () =>
    play([
      { do: 'relink', at: 1, ms: 0 },
      { ...OWN, do: 'enter', who: 0, at: 1, ms: 100 },
      { do: 'break', method: 'names.findMany', fault: 'before' },
      { do: 'relink', at: 1, ms: 12_000 },
      { do: 'close', isClosed: true },
      { do: 'heal' },
    ]));

  it('have a ban refused that would hold for nobody: of a row by whose uuid somebody else was only shown', () =>
    play([
      { do: 'away' },
      { ...OWN, do: 'enter', who: 0, at: 1 },
      { do: 'close', isClosed: true },
      { do: 'lie', who: 0, of: 2 },
      { do: 'wait', ms: 3_700_000 },
      { do: 'back' },
      { ...OWN, do: 'enter', who: 2, at: 1 },
      { do: 'relink', at: 1, ms: 0 },
      { ...OWN, do: 'both', who: 1, other: 0, at: 0, gap: 700 },
      { do: 'ban', nth: 0, isForGood: false },
    ]));

  it('keep who was checked before a restart of the coordinator in a closed network', () =>
    play([
      { do: 'relink', at: 1, ms: 0 },
      { ...OWN, do: 'both', who: 0, at: 0, ms: 100, other: 1, gap: 0 },
      { do: 'both', who: 0, at: 1, claim: { of: 1, isMade: false }, ms: 100, other: 1, gap: 0 },
      { do: 'close', isClosed: true },
      { do: 'restart', linked: [false, true] },
      { do: 'relink', at: 0, ms: 0 },
      { do: 'relink', at: 0, ms: 0 },
      { do: 'back' },
      { ...OWN, do: 'both', who: 0, at: 0, ms: 100, other: 0, gap: 0 },
      { do: 'close', isClosed: false },
      { ...OWN, do: 'both', who: 0, at: 0, ms: 100, other: 0, gap: 0 },
    ]));

  it('keep whom an edge let in alone while the uuid that is proved theirs was banned on another’s claim', () =>
    play([
      { do: 'restart', linked: [false, true] },
      { do: 'away' },
      { ...OWN, do: 'enter', who: 0, at: 1 },
      { do: 'close', isClosed: true },
      { do: 'lie', who: 0, of: 1 },
      { do: 'wait', ms: 3_700_000 },
      { do: 'back' },
      { ...OWN, do: 'enter', who: 1, at: 1 },
      { do: 'away' },
      { do: 'close', isClosed: false },
      { do: 'wait', ms: 3_700_000 },
      { do: 'ban', nth: 0, isForGood: true },
      { do: 'back' },
      { ...OWN, do: 'enter', who: 1, at: 0 },
    ]));

  it('keep a ban that is moved anew while its first move waits for the database', () =>
    play([
      { do: 'away' },
      { ...OWN, do: 'both', who: 1, at: 1, ms: 100, other: 0, gap: 0 },
      { do: 'relink', at: 1, ms: 12_000 },
      { do: 'relink', at: 1, ms: 0 },
      { do: 'ban', nth: 0, isForGood: false },
      { do: 'break', method: '*', fault: 'before' },
      { do: 'back' },
      { ...OWN, do: 'both', who: 0, at: 0, claim: { of: 0, isMade: false }, ms: 100, other: 0, gap: 0 },
      { do: 'close', isClosed: false },
      { do: 'close', isClosed: false },
      { do: 'back' },
    ]));

  it('throw nobody innocent out, and once all are linked nobody banned is in and everybody is who they are', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30, size: 'max' }), play),
      runs(30),
    ));

  it('do so whoever meets at edges that are cut off again and again', () =>
    fc.assert(
      fc.asyncProperty(fc.array(cutOff, { minLength: 6, maxLength: 16, size: 'max' }), play),
      runs(50),
    ));

  it('do so whatever a stolen game server says of who is on it, and whenever the coordinator is killed', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            theft,
            crash,
            cutOff.map((one): Step[] => [one]),
          ),
          { minLength: 2, maxLength: 6, size: 'max' },
        ),
        (steps) => play(steps.flat()),
      ),
      runs(50),
    ));
});
