import type { WebSocket } from 'uWebSockets.js';
import { expect, it } from 'vitest';
import { ConnectionSocket } from '../../../src/channel/server/connection-socket.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { ConnectionFaults } from '../../../src/runtime/faults/connection-faults.ts';
import { KeptLog } from '../channel-fixture.ts';
import { turn } from '../../fixtures/test-clock.ts';

const FRAME = 'x'.repeat(64 * 1024);
const MAX_AHEAD_BYTES = 1024 * 1024;

/** A socket whose agent reads only when the test says so. */
class UnreadSocket {
  sent = 0;
  unread = 0;

  send(frame: string): void {
    this.sent += 1;
    this.unread += frame.length;
  }

  cork(write: () => void): void {
    write();
  }

  getBufferedAmount(): number {
    return this.unread;
  }
}

function* frames(count: number): Generator<string> {
  for (let at = 0; at < count; at += 1) yield FRAME;
}

function connectionOver(socket: UnreadSocket): ConnectionSocket<object> {
  const faults = new ConnectionFaults('channel', { clock: systemClock, logger: new KeptLog() });
  return new ConnectionSocket(socket as unknown as WebSocket<object>, faults);
}

/** Longer than any stream below takes when nothing holds it back. */
async function manyTurns(): Promise<void> {
  for (let time = 0; time < 300; time += 1) await turn();
}

it('a stream gets no further ahead of the agent than 1 MiB and one frame, and goes on once that is read', async () => {
  const socket = new UnreadSocket();
  const connection = connectionOver(socket);
  connection.stream(frames(100), () => {});
  await manyTurns();
  expect(socket.unread).toBeGreaterThan(MAX_AHEAD_BYTES);
  expect(socket.unread).toBeLessThanOrEqual(MAX_AHEAD_BYTES + FRAME.length);
  const before = socket.sent;
  connection.drained();
  await manyTurns();
  expect(socket.sent).toBe(before);
  while (socket.sent < 100) {
    socket.unread = 0;
    connection.drained();
    await manyTurns();
    expect(socket.unread).toBeLessThanOrEqual(MAX_AHEAD_BYTES + FRAME.length);
  }
});

it('a stream ends with the connection', async () => {
  const socket = new UnreadSocket();
  const connection = connectionOver(socket);
  connection.stream(frames(100), () => {});
  await turn();
  connection.forget();
  const before = socket.sent;
  await manyTurns();
  expect(socket.sent).toBe(before);
});
