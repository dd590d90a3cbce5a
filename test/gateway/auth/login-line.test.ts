import { expect, test } from 'vitest';
import { LoginLine, type Waiting } from '../../../src/gateway/auth/login-line.ts';

function lineFor(places: number, random = () => 0) {
  const refused: string[] = [];
  const line = new LoginLine(places, random);
  const add = (...blocks: string[]): Waiting[] =>
    blocks.map((block) => {
      const waiting = { block, admit: () => undefined, refuse: () => refused.push(block) };
      line.add(waiting);
      return waiting;
    });
  const order = (): string[] => {
    const blocks: string[] = [];
    for (let next = line.next(); next !== undefined; next = line.next()) blocks.push(next.block);
    return blocks;
  };
  return { line, add, order, refused };
}

test('addresses of different networks come in their order', () => {
  const { add, order } = lineFor(10);
  add('10.0.0.1', '10.0.1.1', '10.0.2.1');
  expect(order()).toEqual(['10.0.0.1', '10.0.1.1', '10.0.2.1']);
});

test('networks take turns, however many addresses each has', () => {
  const { add, order } = lineFor(10);
  add('10.0.0.1', '10.0.0.2', '10.0.0.3', '2001:db8:7:1::/64', '2001:db8:7:2::/64', '10.0.1.1');
  expect(order()).toEqual([
    '10.0.0.1',
    '2001:db8:7:1::/64',
    '10.0.1.1',
    '10.0.0.2',
    '2001:db8:7:2::/64',
    '10.0.0.3',
  ]);
});

test('a newcomer in a full line takes the place of one of the fullest network', () => {
  const { add, order, refused } = lineFor(4, () => 0.99);
  add('10.0.0.1', '10.0.1.1', '10.0.1.2', '10.0.1.3', '10.0.2.1');
  expect(refused).toEqual(['10.0.1.3']);
  expect(order()).toEqual(['10.0.0.1', '10.0.1.1', '10.0.2.1', '10.0.1.2']);
});

test('among networks that are equally full everybody may lose their place', () => {
  const lost = new Set<string>();
  for (const at of [0, 0.3, 0.6, 0.9]) {
    const { add, refused } = lineFor(3, () => at);
    add('10.0.0.1', '10.0.1.1', '10.0.2.1', '10.0.3.1');
    for (const block of refused) lost.add(block);
  }
  expect([...lost].sort()).toEqual(['10.0.0.1', '10.0.1.1', '10.0.2.1']);
});

test('who goes away leaves a place, once', () => {
  const { line, add, order, refused } = lineFor(2);
  const [first] = add('10.0.0.1', '10.0.0.1');
  if (first === undefined) throw new Error('nobody waits');
  expect([line.delete(first), line.delete(first), line.size]).toEqual([true, false, 1]);
  add('10.0.1.1');
  expect([refused, order(), line.size]).toEqual([[], ['10.0.0.1', '10.0.1.1'], 0]);
});
