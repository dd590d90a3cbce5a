import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ActorViewing } from '../../../src/actors/network.ts';
import { AppError } from '../../../src/domain/errors.ts';
import type { InspectionFrame } from '../../../src/domain/inspection/inspection.ts';
import { API_KEY, type Identity } from '../../../src/gateway/auth/identity.ts';
import { inspectText } from '../../../src/gateway/sse/inspect-frame.ts';
import { InspectStreams } from '../../../src/gateway/sse/inspect-streams.ts';
import type { SseSocket } from '../../../src/gateway/http/answer.ts';
import { ConnectionFaults } from '../../../src/runtime/faults/connection-faults.ts';
import { KeptLog } from '../../channel/channel-fixture.ts';
import { CountingSocket } from '../counting-socket.ts';
import { RunningClock } from '../../fixtures/test-clock.ts';

const FRAME: InspectionFrame = { kind: 'action', at: 1, name: 'emit link.closed' };
const GONE: InspectionFrame = { kind: 'gone', at: 2 };

/** An actor that a test controls. */
class StagedActor {
  readonly viewings: { waiting: InspectionFrame[]; closed: boolean; wake: () => void }[] = [];

  readonly watch = (wake: () => void): ActorViewing => {
    const viewing = { waiting: [] as InspectionFrame[], closed: false, wake };
    this.viewings.push(viewing);
    return {
      take: () => viewing.waiting.splice(0),
      close: () => {
        viewing.closed = true;
      },
    };
  };

  happens(...frames: InspectionFrame[]): void {
    for (const viewing of this.viewings) {
      viewing.waiting.push(...frames);
      viewing.wake();
    }
  }
}

function stage() {
  const clock = new RunningClock();
  const streams = new InspectStreams(
    clock,
    new ConnectionFaults('gateway', { clock, logger: new KeptLog() }),
  );
  const actor = new StagedActor();
  const open = (identity: Identity = API_KEY) => {
    const socket = new CountingSocket();
    const look = { watch: actor.watch, write: inspectText };
    socket.cork(() => streams.begin(socket as unknown as SseSocket, look, identity));
    return socket;
  };
  return { clock, streams, actor, open };
}

test('nothing is written inside a transition; the frames of one window are one corked write', async () => {
  const { clock, actor, open, streams } = stage();
  const socket = open();
  actor.happens(FRAME);
  actor.happens(FRAME);
  await nextTurn();
  expect(socket.writes).toHaveLength(1);
  clock.push(60);
  expect(socket.writes.slice(1)).toEqual([inspectText([FRAME, FRAME])]);
  expect(socket.uncorked).toBe(0);
  await streams.close();
});

test('nothing is written to a blocked socket until it drains; then it gets the waiting frames', async () => {
  const { clock, actor, open, streams } = stage();
  const socket = open();
  socket.takes = false;
  actor.happens(FRAME);
  clock.push(60);
  expect(socket.writes).toHaveLength(2);
  for (let more = 0; more < 10; more += 1) {
    actor.happens(FRAME);
    clock.push(100);
  }
  expect(socket.writes).toHaveLength(2);
  expect(socket.drain()).toBe(true);
  clock.push(60);
  // A comment first, because uWS drains only on a write.
  expect(socket.writes.slice(2)).toEqual([':\n\n', inspectText(Array.from({ length: 10 }, () => FRAME))]);
  await streams.close();
});

test('a socket that drains and refuses again stays blocked', async () => {
  const { clock, actor, open, streams } = stage();
  const socket = open();
  socket.takes = false;
  actor.happens(FRAME);
  clock.push(60);
  expect(socket.drainInto(false)).toBe(false);
  actor.happens(FRAME);
  clock.push(100);
  expect(socket.writes).toHaveLength(3);
  await streams.close();
});

test('a socket blocked for 12 seconds is closed and its actor released', () => {
  const { clock, actor, open, streams } = stage();
  const socket = open();
  socket.takes = false;
  actor.happens(FRAME);
  clock.push(60);
  clock.push(11_000);
  expect(socket.closed).toBe(false);
  clock.push(2000);
  expect([socket.closed, actor.viewings[0]?.closed, streams.open]).toEqual([true, true, 0]);
});

test.each([-3_600_000, 3_600_000])(
  'setting the clock by %d ms closes no blocked socket, and keeps none',
  (by) => {
    const { clock, actor, open } = stage();
    const socket = open();
    socket.takes = false;
    actor.happens(FRAME);
    clock.push(60);
    clock.jump(by);
    clock.push(9_000);
    expect(socket.closed).toBe(false);
    clock.push(5_000);
    expect(socket.closed).toBe(true);
  },
);

test('a reader that disconnects releases the actor at once', () => {
  const { actor, open, streams } = stage();
  open().hangUp();
  expect([actor.viewings[0]?.closed, streams.open]).toEqual([true, 0]);
});

test('the stream ends with the actor', () => {
  const { clock, actor, open, streams } = stage();
  const socket = open();
  actor.happens(FRAME, GONE);
  clock.push(60);
  expect([socket.ended, socket.writes.at(-1), streams.open]).toEqual([true, inspectText([FRAME, GONE]), 0]);
});

test('the stream of an actor that no longer exists is one gone frame', () => {
  const clock = new RunningClock();
  const streams = new InspectStreams(
    clock,
    new ConnectionFaults('gateway', { clock, logger: new KeptLog() }),
  );
  const socket = new CountingSocket();
  const watch = (): never => {
    throw new AppError('actor_not_found');
  };
  socket.cork(() => streams.begin(socket as unknown as SseSocket, { watch, write: inspectText }, API_KEY));
  expect([socket.ended, socket.writes.at(-1)]).toEqual([true, expect.stringContaining('event: gone')]);
  expect(streams.open).toBe(0);
});

test('a quiet stream gets heartbeats, the stream of an expired login ends', () => {
  const { clock, open } = stage();
  const [lasting, expiring] = [
    open(),
    open({ kind: 'token', id: 't', expires: clock.now() + 20_000, until: Infinity, generation: '' }),
  ];
  clock.push(16_000);
  expect([lasting.writes.at(-1), expiring.writes.at(-1)]).toEqual([':\n\n', ':\n\n']);
  clock.push(5000);
  expect([lasting.ended, expiring.ended]).toEqual([false, true]);
});

test('logging out ends the streams of that login and no others', async () => {
  const { clock, open, streams } = stage();
  const expires = clock.now() + 60_000;
  const [mine, other] = [
    open({ kind: 'token', id: 'a', expires, until: Infinity, generation: '' }),
    open({ kind: 'token', id: 'b', expires, until: Infinity, generation: '' }),
  ];
  await streams.endStreamsOf((one) => one.kind === 'token' && one.id === 'a');
  expect([mine.ended, other.ended]).toEqual([true, false]);
  await streams.close();
});

test('there are at most thirty-two streams; a further one is overloaded', async () => {
  const { open, streams } = stage();
  for (let viewer = 0; viewer < 32; viewer += 1) {
    streams.assertRoom();
    open();
  }
  expect(() => streams.assertRoom()).toThrow(expect.objectContaining({ code: 'overloaded' }));
  await streams.close();
  expect(streams.open).toBe(0);
});
