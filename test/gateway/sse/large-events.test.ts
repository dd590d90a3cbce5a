import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createEventLog, MAX_KEPT_BYTES } from '../../../src/actors/models/event-log.ts';
import type { NetworkEvent, NetworkEventType } from '../../../src/domain/network-event.ts';
import { API_KEY } from '../../../src/gateway/auth/identity.ts';
import type { SseSocket } from '../../../src/gateway/http/answer.ts';
import { SLICE_BYTES } from '../../../src/gateway/sse/in-slices.ts';
import { FLUSH_BYTES, MAX_PENDING_BYTES } from '../../../src/gateway/sse/pending-events.ts';
import { MAX_BEHIND_BYTES, PIECE_BYTES } from '../../../src/gateway/sse/replay.ts';
import { SseHub } from '../../../src/gateway/sse/sse-hub.ts';
import { ConnectionFaults } from '../../../src/runtime/faults/connection-faults.ts';
import { CountingSocket } from '../counting-socket.ts';
import { RunningClock } from '../../fixtures/test-clock.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const KB = 1024;
/** With the frame around the payload. */
const FRAME = 300;

/** An event of about so many bytes. */
function large(bytes: number): NetworkEvent {
  const data = {
    maintenance: false,
    motd: 'x'.repeat(bytes),
    maintenanceMotd: '',
    preventJoin: false,
    onlinePlayers: 0,
    maxPlayers: 1,
    maintenanceBypass: [],
  };
  return { type: 'proxy_update', data };
}

function openHub() {
  const clock = new RunningClock();
  const events = createEventLog(clock, silent);
  const faults = new ConnectionFaults('gateway', { clock, logger: silent });
  const hub = new SseHub({ events, clock, logger: silent, faults, random: () => 0.5 });
  const open = (lastEventId = '', types: readonly NetworkEventType[] = ['proxy_update']) => {
    const socket = new CountingSocket();
    socket.cork(() => hub.open(socket as unknown as SseSocket, types, lastEventId, API_KEY));
    return socket;
  };
  const append = (count: number, bytes: number) => {
    for (let at = 0; at < count; at += 1) events.append(large(bytes));
  };
  /** The bytes that each of so many turns wrote, a timer being a turn of its own. */
  const written = async (turns: number) => {
    const each: number[] = [];
    let before = hub.figures.bytes;
    const note = () => {
      each.push(hub.figures.bytes - before);
      before = hub.figures.bytes;
    };
    for (let at = 0; at < turns; at += 1) {
      await nextTurn();
      note();
      if (at % 10 < 9) continue;
      clock.push(500);
      note();
    }
    return each;
  };
  return { events, hub, open, append, written };
}

const idsOf = (socket: CountingSocket) =>
  [...socket.writes.join('').matchAll(/^id: (\d+)\nevent: proxy_update/gm)].map(([, id]) => Number(id));
const resetAt = (id: number) => `id: ${id}\nevent: reset\ndata: {}\n\n`;
const upTo = (lastId: number, count: number) =>
  Array.from({ length: count }, (_, at) => lastId - count + 1 + at);

it('what a reader missed is written in pieces, after the handler, and a turn writes to some readers only', async () => {
  const { events, hub, open, append, written } = openHub();
  const before = String(events.lastId);
  append(60, 16 * KB);
  const readers = Array.from({ length: 8 }, () => open(before));
  expect(readers.map(({ writes }) => writes.length)).toEqual(readers.map(() => 1));
  const turns = await written(60);
  expect(Math.max(...turns)).toBeLessThanOrEqual(SLICE_BYTES + PIECE_BYTES + FRAME);
  for (const reader of readers) {
    expect(Math.max(...reader.writes.map(({ length }) => length))).toBeLessThanOrEqual(PIECE_BYTES);
    expect(idsOf(reader)).toEqual(upTo(events.lastId, 60));
  }
  expect(hub.figures.blocked).toBe(0);
});

it('readers that come back together get the same pieces, which are made once', async () => {
  const { events, open, append, written } = openHub();
  const before = String(events.lastId);
  append(60, 8 * KB);
  let looked = 0;
  const since = events.since.bind(events);
  events.since = (id) => {
    looked += 1;
    return since(id);
  };
  const readers = Array.from({ length: 100 }, () => open(before));
  await written(200);
  for (const reader of readers) expect(idsOf(reader)).toEqual(upTo(events.lastId, 60));
  // Once for each turn and piece, and not for each reader.
  expect(looked).toBeLessThan(100);
});

it('a reader that missed more than 1 MiB gets a reset, as for an id that is too old', async () => {
  const { events, open, append, written } = openHub();
  const before = String(events.lastId);
  append(Math.ceil(MAX_BEHIND_BYTES / (64 * KB)), 64 * KB);
  const [behind, other] = [open(before), open(before, ['player_history'])];
  await written(60);
  expect(behind.writes.slice(1)).toEqual([resetAt(events.lastId)]);
  // What it does not follow does not count.
  expect(other.writes).toHaveLength(1);
  append(1, 1);
  await written(20);
  expect(idsOf(behind)).toEqual([events.lastId]);
});

it('what happens during a replay comes after it, once', async () => {
  const { events, open, append, written } = openHub();
  const before = String(events.lastId);
  append(50, 16 * KB);
  const reader = open(before);
  await nextTurn();
  append(3, KB);
  await written(5);
  append(2, KB);
  await written(60);
  expect(idsOf(reader)).toEqual(upTo(events.lastId, 55));
});

it('readers that stalled and drain at once get what they missed in turns, not in the callback', async () => {
  const { events, open, append, written } = openHub();
  const readers = Array.from({ length: 30 }, () => open());
  for (const reader of readers) reader.takes = false;
  append(1, KB);
  await written(20);
  append(50, 16 * KB);
  await written(60);
  for (const reader of readers) reader.drain();
  expect(readers.map(({ writes }) => writes.at(-1))).toEqual(readers.map(() => ':\n\n'));
  expect(Math.max(...(await written(120)))).toBeLessThanOrEqual(SLICE_BYTES + PIECE_BYTES + FRAME);
  for (const reader of readers) expect(idsOf(reader)).toEqual(upTo(events.lastId, 51));
});

it('a burst is flushed in chunks, and a turn writes 1 MiB to as many readers as that is', async () => {
  const { events, open, append, written } = openHub();
  const readers = Array.from({ length: 50 }, () => open());
  append(30, 100 * KB);
  const turns = await written(600);
  expect(Math.max(...turns)).toBeLessThanOrEqual(SLICE_BYTES + FLUSH_BYTES);
  for (const reader of readers) {
    expect(Math.max(...reader.writes.map(({ length }) => length))).toBeLessThanOrEqual(FLUSH_BYTES);
    expect(idsOf(reader)).toEqual(upTo(events.lastId, 30));
  }
});

it('a burst of more than 4 MiB is one reset for every reader', async () => {
  const { events, open, append, written } = openHub();
  const readers = Array.from({ length: 5 }, () => open());
  append(Math.ceil(MAX_PENDING_BYTES / (64 * KB)), 64 * KB);
  await written(30);
  for (const { writes } of readers) expect(writes.slice(1)).toEqual([resetAt(events.lastId)]);
  append(2, KB);
  await written(30);
  for (const reader of readers) expect(idsOf(reader)).toEqual(upTo(events.lastId, 2));
});

it('a single event that is larger than a piece is written whole, and the next one after it', async () => {
  const { events, open, append, written } = openHub();
  const before = String(events.lastId);
  append(2, 700 * KB);
  const fresh = open(String(events.lastId - 1));
  const live = open();
  append(1, 700 * KB);
  append(1, 1);
  await written(60);
  expect(idsOf(live)).toEqual(upTo(events.lastId, 2));
  expect(fresh.writes.slice(1)).toEqual([resetAt(events.lastId)]);
  expect(events.since(Number(before))).toHaveLength(4);
});

it('the log keeps as many events as 16 MiB are', async () => {
  const { events, append } = openHub();
  const bytesKept = () => {
    for (let missed = 4096; ; missed -= 1) {
      const kept = events.since(events.lastId - missed);
      if (kept !== null) return kept.reduce((sum, { bytes }) => sum + bytes, 0);
    }
  };
  append(200, 256 * KB);
  expect(bytesKept()).toBeLessThanOrEqual(MAX_KEPT_BYTES);
  expect(bytesKept()).toBeGreaterThan(MAX_KEPT_BYTES - 300 * KB);
  append(4096, 10);
  expect(events.since(events.lastId - 4096)).toHaveLength(4096);
});
