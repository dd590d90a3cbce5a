import { expect, it, vi } from 'vitest';
import { UnreadProofs } from '../../../../src/actors/models/names/unread-proofs.ts';
import type { NameRecord } from '../../../../src/actors/ports.ts';
import { KeptLog } from '../../../channel/channel-fixture.ts';
import { TestClock } from '../../../fixtures/test-clock.ts';
import { testPlayer } from '../../test-players.ts';

const ANN = testPlayer(1, 'Ann').uuid;

function proof(key: string): NameRecord {
  return { key, uuid: ANN, provedBy: 'account', provedAt: 1, firstSeen: 1, lastSeen: 1 };
}

/** A table that answers each question when the test says so. */
function stage() {
  const clock = new TestClock();
  const asked: (readonly string[])[] = [];
  const open: { answer: () => void; fail: () => void }[] = [];
  const proofs = new UnreadProofs({
    store: {
      findMany: (keys) => {
        asked.push(keys);
        return new Promise((resolve, reject) => {
          open.push({ answer: () => resolve([]), fail: () => reject(new Error('away')) });
        });
      },
      namesOf: async () => [],
      save: async () => undefined,
    },
    clock,
    logger: new KeptLog(),
    random: () => 0.5,
    settle: async () => undefined,
  });
  const told: string[] = [];
  const add = (key: string): void => void proofs.add(proof(key)).then(() => told.push(key));
  const end = async (how: 'answer' | 'fail'): Promise<void> => {
    for (const question of open.splice(0)) question[how]();
    await clock.advance(0);
  };
  return { clock, asked, told, proofs, add, end };
}

const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `p${at}`);

/** How many keys are taken from maps while something runs. */
async function keysTaken(run: () => Promise<void>): Promise<number> {
  let taken = 0;
  const spy = vi.spyOn(Map.prototype, 'keys').mockImplementation(function* (this: Map<unknown, unknown>) {
    for (const [key] of this) {
      taken += 1;
      yield key;
    }
    return undefined;
  });
  await run().finally(() => spy.mockRestore());
  return taken;
}

it('a reading takes a time that depends on its own names, and not on how many wait', async () => {
  const { asked, add, end } = stage();
  add('first');
  for (const name of names(5_000)) add(name);
  const taken = await keysTaken(() => end('answer'));
  expect(asked.map(({ length }) => length)).toEqual([1, 500]);
  expect(taken).toBeGreaterThanOrEqual(500);
  expect(taken).toBeLessThan(600);
});

it('who was read is told, whoever waits for a later reading, and all in the end', async () => {
  const { told, add, end } = stage();
  for (const name of ['first', ...names(700)]) add(name);
  await end('answer');
  expect(told).toEqual(['first']);
  await end('answer');
  expect(told).toHaveLength(501);
  await end('answer');
  expect(told).toEqual(['first', ...names(700)]);
});

it('all who wait are told when the table cannot be read, and it is read again later', async () => {
  const { clock, asked, told, add, end } = stage();
  for (const name of ['first', ...names(700)]) add(name);
  await end('fail');
  expect(told).toHaveLength(701);
  add('late');
  await clock.advance(0);
  expect([told.at(-1), asked.length]).toEqual(['late', 1]);
  await clock.advance(1_000);
  await end('answer');
  await end('answer');
  expect(asked.flat()).toHaveLength(1 + 702);
});

it('nobody waits once it is closed', async () => {
  const { proofs, clock, told, add, end } = stage();
  for (const name of ['first', 'second']) add(name);
  const closing = proofs.close();
  await end('answer');
  await closing;
  add('third');
  await clock.advance(0);
  expect([told.toSorted(), clock.pending]).toEqual([['first', 'second', 'third'], 0]);
});
