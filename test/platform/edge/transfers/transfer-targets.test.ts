import { expect, it } from 'vitest';
import { TransferTargets } from '../../../../src/platform/edge/transfers/transfer-targets.ts';
import { TestClock } from '../../../fixtures/test-clock.ts';

const ANN = { name: 'Ann', ip: '203.0.113.7' };

function open() {
  const clock = new TestClock();
  return { clock, targets: new TransferTargets(clock) };
}

it('is for one login of the player, however they write their name', () => {
  const { targets } = open();
  targets.remember(ANN, 'arena');
  expect(targets.take({ ...ANN, name: 'aNN' })).toBe('arena');
  expect(targets.take(ANN)).toBeUndefined();
});

it('is the last one that was said', () => {
  const { targets } = open();
  targets.remember(ANN, 'arena');
  targets.remember(ANN, 'hub');
  expect([targets.take(ANN), targets.take(ANN)]).toEqual(['hub', undefined]);
});

it('is for nobody at another address', () => {
  const { targets } = open();
  targets.remember(ANN, 'arena');
  expect(targets.take({ ...ANN, ip: '203.0.113.8' })).toBeUndefined();
  expect(targets.take(ANN)).toBe('arena');
});

it('is for the household where the game uses another of its IPv6 addresses', () => {
  const { targets } = open();
  targets.remember({ name: 'Ann', ip: '2001:db8:1:2::1' }, 'arena');
  expect(targets.take({ name: 'Ann', ip: '2001:db8:1:3::1' })).toBeUndefined();
  expect(targets.take({ name: 'Ann', ip: '2001:db8:1:2::ffff' })).toBe('arena');
});

it('ends after 30 s', async () => {
  const { clock, targets } = open();
  targets.remember(ANN, 'arena');
  targets.remember({ ...ANN, name: 'Ben' }, 'arena');
  await clock.advance(29_999);
  expect(targets.take(ANN)).toBe('arena');
  await clock.advance(1);
  expect(targets.take({ ...ANN, name: 'Ben' })).toBeUndefined();
});
