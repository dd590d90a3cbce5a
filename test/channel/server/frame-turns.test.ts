import { expect, test } from 'vitest';
import {
  FrameLane,
  FrameTurns,
  type LaneKind,
  SHARE_MS,
  TURN_MS,
} from '../../../src/channel/server/frame-turns.ts';
import { SyncTestClock, turn } from '../../fixtures/test-clock.ts';

/** Lanes whose frames are noted as they are handled, and take `cost` ms each. */
function stage(cost: number, maxWaiting?: Readonly<Record<LaneKind, number>>) {
  const clock = new SyncTestClock();
  const turns = new FrameTurns(clock, maxWaiting);
  const handled: string[] = [];
  let corked = 0;
  const lane = (done: (frame: string) => void = () => undefined, kind: LaneKind = 'stranger') =>
    new FrameLane({
      turns,
      kind,
      handle: (frame) => {
        clock.advance(cost);
        handled.push(frame);
        done(frame);
      },
      cork: (run) => {
        corked += 1;
        run();
      },
    });
  return { turns, handled, lane, corked: () => corked };
}

const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `${from + at}`);

test('a turn handles frames while it has time, and the others follow in their order', async () => {
  const { handled, lane } = stage(1);
  const frames = lane();
  for (const frame of numbered(12)) frames.take(frame);
  expect(handled).toEqual(numbered(TURN_MS));
  expect(frames.frames).toBe(12 - TURN_MS);
  await turn();
  expect(handled).toEqual(numbered(2 * TURN_MS));
  // What waited has used this turn up, and is not overtaken.
  frames.take('12');
  expect(handled).toEqual(numbered(2 * TURN_MS));
  await turn();
  expect(handled).toEqual(numbered(13));
  expect(frames.frames).toBe(0);
  expect(frames.characters).toBe(0);
});

test('frames that take no time are all handled in the turn in which they come', () => {
  const { handled, lane, corked } = stage(0);
  const frames = lane();
  for (const frame of numbered(10_000)) frames.take(frame);
  expect(handled).toHaveLength(10_000);
  expect(corked()).toBe(0);
});

test('a turn is over its time by one frame at most, however long it takes', async () => {
  const { handled, lane } = stage(10 * TURN_MS);
  const frames = lane();
  for (const frame of numbered(3)) frames.take(frame);
  for (let count = 1; count <= 3; count += 1) {
    expect(handled).toHaveLength(count);
    await turn();
  }
});

test('the time of all agents together is bounded, and a new turn begins anew', async () => {
  const { handled, lane } = stage(1);
  const lanes = Array.from({ length: 20 }, () => lane());
  for (const one of lanes) one.take('x');
  expect(handled).toHaveLength(TURN_MS);
  for (let turns = 0; turns < 4; turns += 1) await turn();
  expect(handled).toHaveLength(20);
  lane().take('at once');
  expect(handled.at(-1)).toBe('at once');
});

test('agents that wait share the turns: one with many frames holds up nobody', async () => {
  const { handled, lane, corked } = stage(SHARE_MS);
  const flood = lane();
  for (const frame of numbered(1_000)) flood.take(frame);
  const other = lane();
  other.take('mine');
  other.take('too');
  expect(handled).not.toContain('mine');
  await turn();
  expect(handled.slice(TURN_MS)).toEqual(['5', 'mine', '6', 'too', '7']);
  expect(corked()).toBe(5);
});

test('of a connection that closed nothing more is handled', async () => {
  const { handled, lane } = stage(1);
  const frames = lane((frame) => {
    if (frame === '6') frames.clear();
  });
  for (const frame of numbered(12)) frames.take(frame);
  await turn();
  await turn();
  expect(handled).toEqual(numbered(7));
  expect(frames.frames).toBe(0);
  expect(frames.characters).toBe(0);
});

test('where more waits than there is memory for, those have too much that have more than their share', async () => {
  const { turns, lane } = stage(TURN_MS, { stranger: 100, server: 0, proxy: 0 });
  const [first, greedy, modest] = [lane(), lane(), lane()];
  first.take('x');
  greedy.take('x'.repeat(99));
  expect(turns.excessOf(greedy)).toBeUndefined();
  modest.take('x');
  expect(turns.excessOf(modest)).toBeUndefined();
  expect(turns.excessOf(greedy)).toMatch(/more waits of all agents/);
  // What is handled, and what is gone with its connection, waits no longer.
  await turn();
  expect(modest.frames + greedy.frames).toBe(1);
  greedy.clear();
  modest.take('x'.repeat(100));
  expect(turns.excessOf(modest)).toMatch(/more waits of all agents/);
  modest.clear();
  expect(turns.excessOf({ kind: 'stranger', characters: 1_000 })).toBeUndefined();
});

test('a list of one that has its own secret is judged among its kind, however little each of many strangers has', () => {
  const { turns, lane } = stage(TURN_MS, { stranger: 100, server: 50, proxy: 100 });
  lane().take('x');
  const strangers = numbered(50).map(() => lane());
  for (const one of strangers) one.take('xx');
  const servers = [lane(undefined, 'server'), lane(undefined, 'server')] as const;
  for (const one of servers) one.take('x'.repeat(25));
  const proxy = lane(undefined, 'proxy');
  proxy.take('x'.repeat(99));
  expect(turns.excessOf(proxy)).toBeUndefined();
  for (const one of [...strangers, ...servers]) expect(turns.excessOf(one)).toMatch(/of its kind/);
  proxy.take('x');
  expect(turns.excessOf(proxy)).toMatch(/of its kind/);
});

test('the lanes of a connection that closed are no longer those among whom the memory is shared', () => {
  const { turns, lane } = stage(TURN_MS, { stranger: 100, server: 0, proxy: 0 });
  lane().take('x');
  const [long, other, gone] = [lane(), lane(), lane()];
  long.take('x'.repeat(40));
  gone.take('x');
  gone.clear();
  other.take('x'.repeat(60));
  // The mean of two is 50; that of three would be 33.
  expect(turns.excessOf(long)).toBeUndefined();
  expect(turns.excessOf(other)).toBeDefined();
});

test('kinds share the turns: however many strangers wait, one with a secret of its own has every second share', async () => {
  const { handled, lane } = stage(SHARE_MS);
  for (const at of numbered(100)) {
    const stranger = lane();
    stranger.take(at);
    stranger.take(at);
  }
  const proxy = lane(undefined, 'proxy');
  for (const frame of ['a', 'b']) proxy.take(frame);
  await turn();
  // The first five were handled at once.
  expect(handled.slice(TURN_MS)).toEqual(['2', 'a', '3', 'b', '4']);
});
