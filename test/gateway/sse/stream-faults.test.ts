import { expect, test, vi } from 'vitest';
import { createEventLog } from '../../../src/actors/models/event-log.ts';
import type { InspectionFrame } from '../../../src/domain/inspection/inspection.ts';
import type { NetworkEvent } from '../../../src/domain/network-event.ts';
import { API_KEY, type Identity } from '../../../src/gateway/auth/identity.ts';
import type { SseSocket } from '../../../src/gateway/http/answer.ts';
import { InspectStreams } from '../../../src/gateway/sse/inspect-streams.ts';
import { SseHub } from '../../../src/gateway/sse/sse-hub.ts';
import { ConnectionFaults } from '../../../src/runtime/faults/connection-faults.ts';
import { KeptLog } from '../../channel/channel-fixture.ts';
import { RunningClock, turn } from '../../fixtures/test-clock.ts';
import { CountingSocket } from '../counting-socket.ts';
import { BUG, fail } from '../../fixtures/connection-faults.ts';

// An error that a test does not expect fails the run, as it would end the process of the coordinator.

const HISTORY: NetworkEvent = { type: 'player_history', data: { timestamp: 60_000, count: 1 } };

/** A reader on which every write fails from some moment on. */
class BrokenSocket extends CountingSocket {
  isBroken = false;

  override cork(run: () => void): unknown {
    return this.isBroken ? fail() : super.cork(run);
  }
}

const EXPIRED: Identity = { kind: 'token', id: 'one', expires: 0, until: 0, generation: '' };
const LOGGED_IN: Identity = { ...EXPIRED, expires: Number.MAX_VALUE, until: Number.MAX_VALUE };

function stage() {
  const clock = new RunningClock();
  const log = new KeptLog();
  const faults = new ConnectionFaults('gateway', { clock, logger: log });
  const events = createEventLog(clock, log);
  const failed = () => log.lines.filter(({ event }) => event === 'connection.failed');
  return { clock, log, faults, events, failed };
}

type Stage = ReturnType<typeof stage>;

const manyTurns = async () => {
  for (let time = 0; time < 20; time += 1) await turn();
};

/** What is written to a reader that drained fails. */
function missed(events: Stage['events'], broken: BrokenSocket): void {
  broken.isBroken = false;
  events.append(HISTORY);
  broken.drain();
  broken.isBroken = true;
}

test.each<[string, (given: Stage & { hub: SseHub; broken: BrokenSocket }) => unknown, Identity?]>([
  ['writes an event', ({ events }) => events.append(HISTORY)],
  ['writes to one that takes bytes again', ({ broken }) => broken.drain()],
  ['writes what was missed', ({ events, broken }) => missed(events, broken)],
  ['writes the heartbeat', ({ clock }) => clock.push(15_000)],
  ['ends one whose login has expired', ({ clock }) => clock.push(2_000), EXPIRED],
  ['ends one whose login was revoked', ({ hub }) => hub.endStreamsOf((one) => one === LOGGED_IN), LOGGED_IN],
  ['ends all', ({ hub }) => hub.close()],
])('an error of what %s costs one reader of events', async (_, happen, identity = API_KEY) => {
  const given = stage();
  const { clock, faults, events, log, failed } = given;
  const hub = new SseHub({ events, clock, logger: log, faults, random: () => 0.5 });
  const broken = new BrokenSocket();
  const well = new CountingSocket();
  broken.cork(() => hub.open(broken as unknown as SseSocket, ['player_history'], '', identity));
  well.cork(() => hub.open(well as unknown as SseSocket, ['player_history'], '', API_KEY));
  broken.isBroken = true;
  await happen({ ...given, hub, broken });
  for (let step = 0; step < 16 && !broken.closed; step += 1) {
    clock.push(1_000);
    await manyTurns();
  }
  expect([broken.closed, well.closed]).toEqual([true, false]);
  expect(failed()).toMatchObject([{ door: 'gateway', err: BUG, times: 1 }]);
  expect(hub.figures.open).toBe(well.ended ? 0 : 1);
  await hub.close();
});

test('an error of what forgets a reader who is gone costs nothing else', async () => {
  const given = stage();
  const hub = new SseHub({ ...given, logger: given.log });
  const socket = new CountingSocket();
  const types = ['player_history'] as const;
  socket.cork(() => hub.open(socket as unknown as SseSocket, types, '', API_KEY));
  vi.spyOn(Set.prototype, 'delete').mockImplementationOnce(fail);
  socket.hangUp();
  vi.restoreAllMocks();
  expect(given.failed()).toMatchObject([{ err: BUG, times: 1 }]);
  await hub.close();
});

test.each<
  [
    string,
    (given: Stage & { streams: InspectStreams; broken: BrokenSocket; wake: () => void }) => unknown,
    Identity?,
  ]
>([
  ['writes frames', ({ wake }) => wake()],
  ['writes to one that takes bytes again', ({ broken }) => broken.drain()],
  ['writes the heartbeat', ({ clock }) => clock.push(1_000)],
  ['ends one whose login has expired', ({ clock }) => clock.push(2_000), EXPIRED],
  [
    'ends one whose login was revoked',
    ({ streams }) => streams.endStreamsOf((one) => one === LOGGED_IN),
    LOGGED_IN,
  ],
  ['ends all', ({ streams }) => streams.close()],
])('an error of what %s costs one viewer of an actor', async (_, happen, identity = API_KEY) => {
  const given = stage();
  const { clock, faults, failed } = given;
  const streams = new InspectStreams(clock, faults);
  const wakes: (() => void)[] = [];
  const frames: InspectionFrame[] = [];
  const view = {
    watch: (wake: () => void) => {
      wakes.push(wake);
      return { take: () => frames.splice(0), close: () => undefined };
    },
    write: () => 'text',
  };
  const broken = new BrokenSocket();
  const well = new CountingSocket();
  broken.cork(() => streams.begin(broken as unknown as SseSocket, view, identity));
  well.cork(() => streams.begin(well as unknown as SseSocket, view, API_KEY));
  broken.isBroken = true;
  const wake = () => {
    frames.push({ kind: 'action', at: 1, name: 'x' });
    wakes[0]?.();
  };
  await happen({ ...given, streams, broken, wake });
  for (let step = 0; step < 16 && !broken.closed; step += 1) {
    clock.push(1_000);
    await manyTurns();
  }
  expect([broken.closed, well.closed]).toEqual([true, false]);
  expect(failed()).toMatchObject([{ door: 'gateway', err: BUG, times: 1 }]);
  expect(streams.open).toBe(well.ended ? 0 : 1);
  await streams.close();
});

test('an error of what attaches to an actor is not taken for its end: it costs the reader, and is logged', () => {
  const given = stage();
  const streams = new InspectStreams(given.clock, given.faults);
  const socket = new CountingSocket();
  const view = { watch: fail, write: () => 'event: gone' };
  socket.cork(() => streams.begin(socket as unknown as SseSocket, view, API_KEY));
  expect([socket.closed, socket.ended, streams.open]).toEqual([true, false, 0]);
  expect(socket.writes).not.toContain('event: gone');
  expect(given.failed()).toMatchObject([{ door: 'gateway', err: BUG, times: 1 }]);
});
