import { beforeEach, expect, test } from 'vitest';
import { LinkedBlocks } from '../../../src/gateway/auth/linked-blocks.ts';
import { TestClock } from '../../fixtures/test-clock.ts';

const DAY = 24 * 3600_000;

let clock: TestClock;
let added: Set<string>;
let linked: LinkedBlocks;
beforeEach(() => {
  clock = new TestClock();
  added = new Set();
  linked = new LinkedBlocks({ has: (block) => added.has(block), add: (block) => added.add(block) }, clock);
});

test('an agent makes few blocks known, so that a stolen secret pushes none of others out', async () => {
  for (let at = 0; at < 100; at += 1) linked.add(`192.0.2.${at}`, 'stolen');
  expect(added.size).toBe(4);
  await clock.leap(DAY - 60_000);
  linked.add('198.51.100.1', 'stolen');
  expect(added.size).toBe(4);
  await clock.leap(60_000);
  linked.add('198.51.100.1', 'stolen');
  expect(added.size).toBe(5);
});

test('a host of many agents is one block, and each agent has blocks of its own', () => {
  for (let at = 0; at < 100; at += 1) linked.add('192.0.2.1', 'moves');
  for (let at = 0; at < 100; at += 1) linked.add(`203.0.113.${at}`, `agent-${at}`);
  linked.add('198.51.100.1', 'moves');
  expect([added.size, added.has('198.51.100.1')]).toEqual([102, true]);
});
