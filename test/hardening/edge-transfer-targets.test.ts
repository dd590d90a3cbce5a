import { expect, it } from 'vitest';
import { TransferTargets } from '../../src/platform/edge/transfers/transfer-targets.ts';
import { TestClock } from '../fixtures/test-clock.ts';

function numbered(count: number) {
  return Array.from({ length: count }, (_, at) => ({ name: `P${at}`, ip: '203.0.113.7' }));
}

it('an edge remembers 10 000 players who do not come back, and the newest of them', () => {
  const targets = new TransferTargets(new TestClock());
  const players = numbered(10_500);
  for (const one of players) targets.remember(one, 'arena');
  expect(targets.size).toBe(10_000);
  expect(players.filter((one) => targets.take(one) !== undefined)).toEqual(players.slice(500));
});

it('and forgets them when others are moved after 30 s', async () => {
  const clock = new TestClock();
  const targets = new TransferTargets(clock);
  for (const one of numbered(1_000)) targets.remember(one, 'arena');
  await clock.advance(30_000);
  targets.remember({ name: 'Ann', ip: '203.0.113.8' }, 'arena');
  expect(targets.size).toBe(1);
});

it('a stranger who takes the name of who is moved gets nothing, and takes nothing from them', () => {
  const targets = new TransferTargets(new TestClock());
  targets.remember({ name: 'Ann', ip: '203.0.113.7' }, 'arena');
  expect(targets.take({ name: 'Ann', ip: '198.51.100.1' })).toBeUndefined();
  expect(targets.take({ name: 'Ann', ip: '203.0.113.7' })).toBe('arena');
});
