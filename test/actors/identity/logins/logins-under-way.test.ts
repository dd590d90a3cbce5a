import { expect, it } from 'vitest';
import type { LoginTurn } from '../../../../src/actors/identity/logins/login-turn.ts';
import { LoginsUnderWay } from '../../../../src/actors/identity/logins/logins-under-way.ts';
import { TestClock } from '../../../fixtures/test-clock.ts';
import { FakeEdge } from '../fake-edge.ts';
import { openFixture } from '../../network-fixture.ts';
import { testPlayer, testPlayers } from '../../test-players.ts';
import { MALLORY, openIdentity, VICTIM } from '../identity-fixture.ts';

/** What the database lets wait. */
const QUEUE = 1_000;

function stage(owed = new Map<string, number>()) {
  const clock = new TestClock();
  const readings = { givenUpBy: (edge: string) => owed.get(edge) ?? 0 };
  const logins = new LoginsUnderWay(clock, readings);
  const counts = { begun: 0, back: 0, done: 0, overloaded: 0 };
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const answers: (() => void)[] = [];
  const start = (edge: string, ip = '192.0.2.1', waitsAside = false): void => {
    const login = async (turn: LoginTurn): Promise<void> => {
      counts.begun += 1;
      begun.push(ip);
      if (waitsAside) {
        turn.stepAside();
        await new Promise<void>((come) => void answers.push(come));
        await turn.begin();
        counts.back += 1;
      }
      await new Promise<void>((end) => void ends.push(end));
    };
    void logins.run(edge, ip, login).then(
      () => (counts.done += 1),
      ({ code }: { code: string }) => (counts.overloaded += Number(code === 'overloaded')),
    );
  };
  const goOn = async (waiting: (() => void)[], count: number): Promise<void> => {
    for (const on of waiting.splice(0, count)) on();
    await clock.advance(0);
  };
  const end = (count = Infinity): Promise<void> => goOn(ends, count);
  const answer = (): Promise<void> => goOn(answers, Infinity);
  return { clock, owed, counts, begun, start, end, answer };
}

/** Strangers of many networks, none of whom anybody knows. */
function flood(edge: FakeEdge): void {
  for (const [at, { name, uuid }] of testPlayers(3_000).entries()) {
    void edge.login(name, uuid, `10.${at % 250}.0.1`).catch(() => undefined);
  }
}

it('two thousand logins in one go, as after the restart of a proxy, all have their turn', async () => {
  const { clock, counts, start, end } = stage();
  for (let at = 0; at < 2_000; at += 1) start('edge');
  await clock.advance(0);
  expect(counts).toMatchObject({ begun: 250, done: 0, overloaded: 0 });
  for (let round = 0; round < 8; round += 1) await end();
  expect(counts).toMatchObject({ begun: 2_000, done: 2_000, overloaded: 0 });
  expect(clock.pending).toBe(0);
});

it('what waits too long or is too much is answered "overloaded", and other edges do not wait', async () => {
  const { clock, counts, start, end } = stage();
  for (let at = 0; at < 5_000; at += 1) start('edge');
  await clock.advance(0);
  expect(counts).toMatchObject({ begun: 250, done: 0, overloaded: 750 });
  start('other');
  await clock.advance(2_000);
  expect(counts).toMatchObject({ begun: 251, done: 0, overloaded: 4_750 });
  await end();
  start('edge');
  await clock.advance(0);
  expect(counts).toMatchObject({ begun: 252, done: 251, overloaded: 4_750 });
});

it('a login of another network waits for few of those before it, and each of these keeps its place', async () => {
  const { clock, begun, start, end } = stage();
  for (let at = 0; at < 3_250; at += 1) start('edge', `10.0.${at % 3}.${at % 200}`);
  start('edge', '192.0.2.7');
  await clock.advance(0);
  await end(4);
  expect(begun.slice(250)).toEqual(['10.0.1.50', '10.0.2.51', '10.0.0.52', '192.0.2.7']);
  await end(3);
  expect(begun.slice(254)).toEqual(['10.0.1.53', '10.0.2.54', '10.0.0.55']);
});

it('who comes when the line is full takes the place of the oldest login of the fullest network', async () => {
  const { clock, counts, begun, start, end } = stage();
  for (let at = 0; at < 4_250; at += 1) start('edge', `10.0.0.${at % 200}`);
  start('edge', '192.0.2.7');
  await clock.advance(0);
  expect(counts).toMatchObject({ begun: 250, overloaded: 1 });
  await end(2);
  expect(begun.slice(250)).toContain('192.0.2.7');
  start('edge', '10.0.0.1');
  start('edge', '10.0.0.2');
  start('edge', '10.0.0.3');
  await clock.advance(0);
  expect(counts).toMatchObject({ begun: 252, overloaded: 2 });
});

it('who waits for the account service holds nobody up, and has a place again before it reads on', async () => {
  const { clock, counts, start, end, answer } = stage();
  for (let at = 0; at < 4_000; at += 1) start('edge', `10.${at % 250}.0.1`, true);
  for (let at = 0; at < 250; at += 1) start('edge');
  await clock.advance(1_500);
  expect(counts).toMatchObject({ begun: 4_250, back: 0, overloaded: 0 });
  await answer();
  expect(counts.back).toBe(0);
  await end();
  expect(counts).toMatchObject({ back: 250, done: 250 });
  await clock.advance(2_000);
  expect(counts).toMatchObject({ back: 250, done: 250, overloaded: 3_750 });
  await end(249);
  expect([counts.done, clock.pending]).toEqual([499, 0]);
  for (let at = 0; at < 4_000; at += 1) start('edge', '10.0.0.1', true);
  await clock.advance(0);
  expect(counts.begun).toBe(8_250);
});

it('when too many wait for the account service, the others keep their places', async () => {
  const { clock, counts, start } = stage();
  for (let at = 0; at < 4_250; at += 1) start('edge', '10.0.0.1', true);
  await clock.advance(0);
  start('edge', '10.0.0.1', true);
  await clock.advance(0);
  expect(counts).toMatchObject({ begun: 4_250, overloaded: 0 });
  await clock.advance(2_000);
  expect(counts).toMatchObject({ begun: 4_250, overloaded: 1 });
});

it('logins that the database does not answer hold up no player whose proof is in memory', async () => {
  const { clock, edge, storage } = await openIdentity();
  await clock.advance(0);
  await edge.login(VICTIM.name, VICTIM.uuid);
  storage.faults.always('*', 'hang');
  flood(edge);
  await clock.advance(0);
  const answered: string[] = [];
  void edge.login(VICTIM.name, null).then(({ uuid }) => answered.push(uuid));
  await clock.advance(0);
  expect(answered).toEqual([VICTIM.uuid]);
});

it('strangers at an edge hold up a new player for no longer than the account service may take', async () => {
  const { clock, accounts, edge } = await openIdentity();
  await clock.advance(0);
  accounts.silent = true;
  flood(edge);
  await clock.advance(0);
  const answered: boolean[] = [];
  const { name, uuid } = testPlayer(7_000, 'Friend');
  void edge.login(name, uuid, '198.51.100.1').then(({ admission }) => answered.push(admission.allow));
  // And the moments in which the readings of many logins are joined.
  await clock.advance(1_510);
  expect(answered).toEqual([true]);
});

it('two hundred strangers who log in at a time share the questions about names and players', async () => {
  const { clock, edge, storage } = await openIdentity(false);
  await clock.advance(0);
  const answered: unknown[] = [];
  for (const { name, uuid } of testPlayers(200)) {
    void edge.login(name, uuid).then(({ admission }) => answered.push(admission.allow));
  }
  await clock.advance(100);
  expect(answered).toEqual(testPlayers(200).map(() => true));
  const asked = ['names.findMany', 'players.findMany'].map((method) => storage.faults.count(method));
  expect(asked.every((count) => count >= 1 && count <= 3)).toBe(true);
});

it('strangers who waited for the account service together leave room in the queue of the database', async () => {
  const { clock, accounts, edge, storage } = await openIdentity();
  await clock.advance(0);
  accounts.silent = true;
  flood(edge);
  await clock.advance(0);
  storage.faults.always('*', 'hang');
  const before = storage.faults.calls.length;
  await clock.advance(5_000);
  expect(storage.faults.calls.length - before).toBeLessThan(QUEUE);
});

it('a proved player whose uuid was banned under a name that is only claimed has that settled first', async () => {
  const { clock, accounts, edge, named, ban } = await openIdentity();
  await clock.advance(0);
  await edge.login(VICTIM.name, VICTIM.uuid);
  named({ ...VICTIM, name: 'Ghost' }, null);
  await ban(VICTIM.uuid, 'Ghost');
  // The ban itself asks as well.
  await clock.advance(0);
  accounts.asked.length = 0;
  await edge.login(VICTIM.name, VICTIM.uuid);
  expect(accounts.asked).toContain('Ghost');
});

it('no login begins while the database owes its edge the answers to readings that nobody waits for', async () => {
  const { clock, owed, counts, start, end } = stage(new Map([['edge', 150]]));
  start('edge');
  await clock.advance(0);
  expect(counts).toMatchObject({ begun: 0, overloaded: 1 });
  owed.set('edge', 149);
  start('edge');
  await clock.advance(0);
  expect(counts).toMatchObject({ begun: 1, overloaded: 1 });
  await end();
  expect(clock.pending).toBe(0);
});

it('edges that have logins under way share what the database may owe', async () => {
  const { clock, owed, counts, start } = stage(
    new Map([
      ['edge', 75],
      ['other', 74],
    ]),
  );
  start('edge');
  await clock.advance(0);
  expect(counts).toMatchObject({ begun: 1, overloaded: 0 });
  start('edge');
  start('other');
  await clock.advance(0);
  expect(counts).toMatchObject({ begun: 2, overloaded: 1 });
  owed.set('edge', 74);
  start('edge');
  await clock.advance(0);
  expect(counts).toMatchObject({ begun: 3, overloaded: 1 });
});

it('logins at one edge which the database does not answer make no login at another edge "overloaded"', async () => {
  const { clock, edge, second, storage } = await openIdentity();
  await clock.advance(0);
  await edge.login(VICTIM.name, VICTIM.uuid);
  storage.faults.always('*', 'hang');
  flood(edge);
  await clock.advance(3_000);
  const answered: unknown[] = [];
  const answer = (login: Promise<unknown>, name: string): void =>
    void login.then(
      () => answered.push(name),
      ({ code }: { code: unknown }) => answered.push(code),
    );
  answer(edge.login(VICTIM.name, null), 'proved');
  answer(second.login(VICTIM.name, null), 'proved elsewhere');
  answer(edge.login('Stranger', null), 'new');
  await clock.advance(0);
  expect(answered).toEqual(['proved', 'proved elsewhere', 'overloaded']);
  answer(second.login(MALLORY.name, MALLORY.uuid), 'new elsewhere');
  await clock.advance(3_000);
  expect(answered.at(-1)).toBe('new elsewhere');
});

it('a flood of logins leaves room in the queue of the database, however slow it is', async () => {
  const { clock, network, storage } = await openFixture();
  const edge = new FakeEdge(network, clock, 'edge');
  await clock.advance(0);
  storage.faults.always('*', 'hang');
  const before = storage.faults.calls.length;
  const codes: unknown[] = [];
  for (let second = 0; second < 10; second += 1) {
    for (const { name, uuid } of testPlayers(3_000)) {
      void edge.login(name, uuid).catch(({ code }: { code: unknown }) => codes.push(code));
    }
    await clock.advance(1_000);
  }
  expect(storage.faults.calls.length - before).toBeLessThan(QUEUE);
  expect(new Set(codes)).toEqual(new Set(['overloaded']));
});
