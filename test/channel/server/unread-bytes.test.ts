import { expect, it } from 'vitest';
import type { LaneKind } from '../../../src/channel/server/frame-turns.ts';
import { slowestReaders } from '../../../src/channel/server/unread-bytes.ts';

const LIMITS = { stranger: 100, server: 100, proxy: 100 };

function agent(kind: LaneKind, unread: number) {
  return { kind, unread };
}

it('of a kind with too much unread those go for whom most waits, until the rest fits', () => {
  const [most, more, some] = [agent('stranger', 90), agent('stranger', 60), agent('stranger', 30)];
  expect(slowestReaders([some, more, most], LIMITS)).toEqual([most]);
  expect(slowestReaders([some, more], LIMITS)).toEqual([]);
  expect(slowestReaders([most, some, more, agent('stranger', 80)], LIMITS)).toEqual([
    most,
    agent('stranger', 80),
  ]);
});

it('nobody goes for what agents of another kind leave unread', () => {
  const flood = Array.from({ length: 5 }, () => agent('stranger', 50));
  expect(slowestReaders([agent('proxy', 99), agent('server', 99), ...flood], LIMITS)).toEqual(
    flood.slice(0, 3),
  );
});

it('an agent that has read all costs nothing and never goes', () => {
  expect(slowestReaders([agent('proxy', 0), agent('proxy', 101)], LIMITS)).toEqual([agent('proxy', 101)]);
});
