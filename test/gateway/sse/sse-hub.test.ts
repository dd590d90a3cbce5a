import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createEventLog } from '../../../src/actors/models/event-log.ts';
import { ConnectionFaults } from '../../../src/runtime/faults/connection-faults.ts';
import type { Logger } from '../../../src/runtime/logger.ts';
import type { NetworkEvent, NetworkEventType } from '../../../src/domain/network-event.ts';
import { API_KEY, ANONYMOUS } from '../../../src/gateway/auth/identity.ts';
import { SseHub } from '../../../src/gateway/sse/sse-hub.ts';
import type { SseSocket } from '../../../src/gateway/http/answer.ts';
import { CountingSocket } from '../counting-socket.ts';
import { RunningClock } from '../../fixtures/test-clock.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const HISTORY: NetworkEvent = { type: 'player_history', data: { timestamp: 60_000, count: 1 } };

function openHub() {
  const clock = new RunningClock();
  const events = createEventLog(clock, silent);
  const faults = new ConnectionFaults('gateway', { clock, logger: silent });
  const hub = new SseHub({ events, clock, logger: silent, faults, random: () => 0.5 });
  const open = (types: readonly NetworkEventType[] = ['player_history'], lastEventId = '') => {
    const socket = new CountingSocket();
    socket.cork(() => hub.open(socket as unknown as SseSocket, types, lastEventId, API_KEY));
    return socket;
  };
  /** Waits for a due flush with all its slices. */
  const flushed = async () => {
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    // More than any window: on a busy machine a flush takes long, and the window is four times that.
    clock.push(500);
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  };
  const close = async () => hub.close();
  return { clock, events, hub, open, flushed, close };
}

const count = (text: string, word: string) => text.split(word).length - 1;

test('trap 1: an event is written from the event loop, not where it happens nor in the microtasks after', async () => {
  const { events, open, flushed } = openHub();
  const socket = open();
  events.append(HISTORY);
  await Promise.resolve();
  await new Promise<void>((resolve) => process.nextTick(resolve));
  expect(socket.writes).toHaveLength(1);
  await flushed();
  expect(socket.writes).toHaveLength(2);
  expect(socket.uncorked).toBe(0);
});

test('the events between two flushes are one write for each reader', async () => {
  const { events, open, flushed, hub } = openHub();
  const sockets = Array.from({ length: 1000 }, () => open());
  for (let event = 0; event < 50; event += 1) events.append(HISTORY);
  await flushed();
  for (const { writes, uncorked } of sockets) {
    expect([writes.length, count(writes[1] ?? '', 'data: '), uncorked]).toEqual([2, 50, 0]);
  }
  expect(hub.figures.flushes).toBe(1);
});

test('the first event after a quiet time is written at once, the next ones wait for the window', async () => {
  const { clock, events, open } = openHub();
  const socket = open();
  events.append(HISTORY);
  await nextTurn();
  await nextTurn();
  expect(socket.writes).toHaveLength(2);
  events.append(HISTORY);
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  events.append(HISTORY);
  expect(socket.writes).toHaveLength(2);
  clock.push(1000);
  await nextTurn();
  expect(socket.writes.slice(2).map((text) => count(text, 'data: '))).toEqual([2]);
});

test('each turn of the event loop serves two hundred readers', async () => {
  const { events, open } = openHub();
  const sockets = Array.from({ length: 450 }, () => open());
  events.append(HISTORY);
  const served: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    await nextTurn();
    served.push(sockets.filter(({ writes }) => writes.length === 2).length);
  }
  expect(served.filter((many, turn) => many !== served[turn - 1])).toEqual([200, 400, 450]);
});

test('readers of the same types share the same bytes', async () => {
  const { events, open, flushed } = openHub();
  const same = [open(['player_history', 'ban_update']), open(['ban_update', 'player_history'])];
  const other = open(['proxy_update']);
  events.append(HISTORY);
  await flushed();
  expect(same[0]?.writes[1]).toBe(same[1]?.writes[1]);
  expect(other.writes).toHaveLength(1);
});

test('trap 2: a reader that stalled and drained continues and gets what it missed, without gap or repeat', async () => {
  const { events, open, flushed } = openHub();
  const socket = open();
  const first = events.lastId + 1;
  socket.takes = false;
  events.append(HISTORY);
  await flushed();
  for (let event = 0; event < 3; event += 1) {
    events.append(HISTORY);
    await flushed();
  }
  expect(socket.writes).toHaveLength(2);
  // One more event is noted and not yet flushed when the socket drains.
  events.append(HISTORY);
  expect(socket.drain()).toBe(true);
  await flushed();
  events.append(HISTORY);
  await flushed();
  const ids = [
    ...socket.writes
      .slice(1)
      .join('')
      .matchAll(/^id: (\d+)$/gm),
  ].map(([, id]) => Number(id));
  expect(ids).toEqual([0, 1, 2, 3, 4, 5].map((step) => first + step));
});

test('trap 3: draining always writes something, a comment when nothing was missed', async () => {
  const { events, open, flushed } = openHub();
  const socket = open();
  socket.takes = false;
  events.append(HISTORY);
  await flushed();
  socket.drain();
  expect(socket.writes.at(-1)).toBe(':\n\n');
});

test('a reader that drains when the log no longer has its events is reset', async () => {
  const { events, open, flushed } = openHub();
  const socket = open(['proxy_update', 'player_history']);
  socket.takes = false;
  events.append(HISTORY);
  await flushed();
  for (let event = 0; event < 5000; event += 1) {
    events.append(HISTORY);
    if (event % 1000 === 0) await flushed();
  }
  socket.drain();
  await flushed();
  expect(socket.writes.at(-1)).toBe(`id: ${events.lastId}\nevent: reset\ndata: {}\n\n`);
});

test('a reader more than 1 MiB behind is disconnected and delays no other', async () => {
  const { events, open, flushed, hub } = openHub();
  const [slow, quick] = [open(), open()];
  slow.takes = false;
  for (let round = 0; round < 40 && !slow.closed; round += 1) {
    for (let event = 0; event < 1000; event += 1) events.append(HISTORY);
    await flushed();
  }
  expect(slow.closed).toBe(true);
  expect(slow.writes).toHaveLength(2);
  expect(hub.figures).toMatchObject({ open: 1, dropped: { behind: 1 } });
  events.append(HISTORY);
  await flushed();
  expect(count(quick.writes.join(''), 'data: ')).toBe(events.counts().player_history);
});

test('a reader blocked for 12 seconds is disconnected', async () => {
  const { clock, events, open, flushed, hub } = openHub();
  const socket = open();
  socket.takes = false;
  events.append(HISTORY);
  await flushed();
  clock.push(11_000);
  expect(socket.closed).toBe(false);
  clock.push(2000);
  expect(socket.closed).toBe(true);
  expect(hub.figures.dropped.blocked).toBe(1);
});

test.each([-3_600_000, 3_600_000])(
  'setting the clock by %d ms disconnects no blocked reader, and keeps none',
  async (by) => {
    const { clock, events, open, flushed } = openHub();
    const socket = open();
    socket.takes = false;
    events.append(HISTORY);
    await flushed();
    clock.jump(by);
    clock.push(9_000);
    expect(socket.closed).toBe(false);
    clock.push(5_000);
    expect(socket.closed).toBe(true);
  },
);

test('setting the clock forward opens no window', async () => {
  const { clock, events, open, flushed } = openHub();
  const socket = open();
  events.append(HISTORY);
  await nextTurn();
  await nextTurn();
  clock.jump(3_600_000);
  events.append(HISTORY);
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  expect(socket.writes).toHaveLength(2);
  await flushed();
  expect(socket.writes).toHaveLength(3);
});

test('a blocked reader that goes away is forgotten', async () => {
  const { events, open, flushed, hub } = openHub();
  const socket = open();
  socket.takes = false;
  events.append(HISTORY);
  await flushed();
  expect(hub.figures).toMatchObject({ open: 1, blocked: 1 });
  socket.hangUp();
  expect(hub.figures).toMatchObject({ open: 0, blocked: 0 });
});

test('a blocked reader gets no heartbeat', async () => {
  const { clock, events, open, flushed } = openHub();
  const [blocked, quiet] = [open(), open()];
  blocked.takes = false;
  clock.push(10_000);
  events.append(HISTORY);
  await flushed();
  clock.push(5000);
  await flushed();
  expect([blocked.writes.at(-1), quiet.writes.at(-1)]).toEqual([expect.stringContaining('data: '), ':\n\n']);
});

test('readers may connect and disconnect during a flush: none is written to after its end, none twice', async () => {
  const { events, open, flushed } = openHub();
  const sockets = Array.from({ length: 500 }, () => open());
  events.append(HISTORY);
  const begin = events.lastId;
  await nextTurn();
  for (const socket of sockets.slice(250, 400)) socket.hangUp();
  const late = [open(), open(['player_history'], String(begin - 1))];
  events.append(HISTORY);
  await flushed();
  const idsOf = ({ writes }: CountingSocket) =>
    [...writes.join('').matchAll(/^id: (\d+)\nevent/gm)].map(([, id]) => Number(id));
  for (const socket of [...sockets.slice(0, 250), ...sockets.slice(400)])
    expect(idsOf(socket)).toEqual([begin, begin + 1]);
  for (const socket of sockets.slice(250, 400)) expect(socket.writes.length).toBeLessThanOrEqual(1);
  expect(late.map(idsOf)).toEqual([[begin + 1], [begin, begin + 1]]);
});

test('a reader opened between an event and its flush gets the event at most once', async () => {
  const { events, open, flushed } = openHub();
  open();
  const before = events.lastId;
  events.append(HISTORY);
  const [fresh, replayed] = [open(), open(['player_history'], String(before))];
  events.append(HISTORY);
  await flushed();
  const ids = [fresh, replayed].map(({ writes }) =>
    [...writes.join('').matchAll(/^id: (\d+)\nevent/gm)].map(([, id]) => Number(id)),
  );
  expect(ids).toEqual([[before + 2], [before + 1, before + 2]]);
});

test('too many pending events become one reset for every reader', async () => {
  const { events, open, flushed } = openHub();
  const socket = open();
  for (let event = 0; event < 20_000; event += 1) events.append(HISTORY);
  await flushed();
  expect(socket.writes.slice(1)).toEqual([`id: ${events.lastId}\nevent: reset\ndata: {}\n\n`]);
  events.append(HISTORY);
  await flushed();
  expect(count(socket.writes.at(-1) ?? '', 'data: ')).toBe(1);
});

test('on close every reader gets a retry and nothing more', async () => {
  const { events, open, close, hub } = openHub();
  const sockets = Array.from({ length: 300 }, () => open());
  events.append(HISTORY);
  await close();
  for (const { writes, ended } of sockets) expect([writes.at(-1), ended]).toEqual(['retry: 3000\n\n', true]);
  expect(() => hub.assertRoom()).toThrow('Too many event streams');
});

test('there may be 20 000 readers', async () => {
  const { hub } = openHub();
  const socket = new CountingSocket();
  for (let reader = 0; reader < 20_000; reader += 1) {
    hub.assertRoom();
    socket.cork(() => hub.open(socket as unknown as SseSocket, ['proxy_update'], '', ANONYMOUS));
  }
  expect(() => hub.assertRoom()).toThrow(expect.objectContaining({ code: 'overloaded' }));
});
