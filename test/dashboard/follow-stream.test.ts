import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followStream } from '../../src/dashboard/live/follow-stream.ts';
import type { StreamListener } from '../../src/dashboard/live/stream-reader.ts';
import { sessionStore } from '../../src/dashboard/session/session-store.ts';

// What the browser has and Node has not.
vi.stubGlobal('window', new EventTarget());

const MAX_WAIT_MS = 2000;

interface StreamRequest {
  readonly url: string;
  readonly lastEventId: string | null;
  send(text: string): void;
  end(): void;
}

/** Answers each request of the stream with an open stream, or with `status`. */
function fakeCoordinator() {
  const requests: StreamRequest[] = [];
  const server = { requests, status: 200 };
  vi.stubGlobal('fetch', async (url: string, { headers, signal }: RequestInit) => {
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        signal?.addEventListener('abort', () => controller.error(signal.reason));
        requests.push({
          url,
          lastEventId: new Headers(headers).get('Last-Event-ID'),
          send: (text) => controller.enqueue(encoder.encode(text)),
          end: () => controller.close(),
        });
      },
    });
    return new Response(server.status === 200 ? body : null, { status: server.status });
  });
  return server;
}

/** Lets everything happen that waits for no timer. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function pass(milliseconds: number): Promise<void> {
  await settle();
  vi.advanceTimersByTime(milliseconds);
  await settle();
}

let stop: () => void = () => {};

function follow(listener: Partial<StreamListener> = {}) {
  const types: string[] = [];
  const gaps: boolean[] = [];
  stop = followStream(
    '/api/events',
    {
      onOpen: (gap) => gaps.push(gap),
      onEvents: (events) => types.push(...events.map(({ type }) => type)),
      onBreak: () => true,
      ...listener,
    },
    { maxWaitMs: MAX_WAIT_MS },
  );
  return { types, gaps };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(Math, 'random').mockReturnValue(1);
});

afterEach(async () => {
  stop();
  await settle();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('after a break it continues after the last event, and no address has a secret', async () => {
  const { requests } = fakeCoordinator();
  const { types, gaps } = follow();
  await settle();
  requests[0]?.send('id: 7\nevent: player_join\ndata: {}\n\n');
  await settle();
  requests[0]?.end();
  await pass(500);
  requests[1]?.send('id: 8\nevent: player_leave\ndata: {}\n\n');
  await settle();
  expect(requests.map(({ url, lastEventId }) => [url, lastEventId])).toEqual([
    ['/api/events', null],
    ['/api/events', '7'],
  ]);
  expect(types).toEqual(['player_join', 'player_leave']);
  expect(gaps).toEqual([true, false]);
});

test('a stream without two heartbeats is opened again, a quiet one with heartbeats is not', async () => {
  const { requests } = fakeCoordinator();
  follow();
  for (let heartbeat = 0; heartbeat < 4; heartbeat += 1) {
    await pass(15_000);
    requests[0]?.send(':\n\n');
  }
  await pass(34_999);
  expect(requests).toHaveLength(1);
  await pass(1);
  await pass(500);
  expect(requests).toHaveLength(2);
});

test('the waits between attempts grow up to the maximum, and are short again after a success', async () => {
  const coordinator = fakeCoordinator();
  coordinator.status = 502;
  const statuses: number[] = [];
  follow({ onBreak: (status) => statuses.push(status) > 0 });
  await settle();
  for (const [failures, wait] of [500, 1000, 2000, 2000].entries()) {
    await pass(wait - 1);
    expect(coordinator.requests).toHaveLength(failures + 1);
    await pass(1);
    expect(coordinator.requests).toHaveLength(failures + 2);
  }
  expect(statuses).toEqual([502, 502, 502, 502, 502]);
  coordinator.status = 200;
  await pass(2000);
  coordinator.requests.at(-1)?.end();
  const before = coordinator.requests.length;
  await pass(500);
  expect(coordinator.requests.length).toBe(before + 1);
});

test('a device that is back online does not wait', async () => {
  const coordinator = fakeCoordinator();
  coordinator.status = 502;
  follow();
  await settle();
  window.dispatchEvent(new Event('online'));
  await settle();
  expect(coordinator.requests).toHaveLength(2);
});

test('it ends when the listener wants no other attempt, when nobody is signed in, and when it is stopped', async () => {
  const coordinator = fakeCoordinator();
  coordinator.status = 404;
  follow({ onBreak: (status) => status !== 404 });
  await pass(60_000);
  expect(coordinator.requests).toHaveLength(1);

  coordinator.status = 401;
  sessionStore.send({ type: 'signedIn' });
  const onSignedOut = vi.fn<() => void>();
  follow({ onSignedOut });
  await pass(60_000);
  expect(onSignedOut).toHaveBeenCalledOnce();
  expect(sessionStore.getSnapshot().context.state).toBe('ended');
  expect(coordinator.requests).toHaveLength(2);

  coordinator.status = 200;
  const onBreak = vi.fn<() => boolean>();
  follow({ onBreak });
  await settle();
  stop();
  await pass(60_000);
  expect(coordinator.requests).toHaveLength(3);
  expect(onBreak).not.toHaveBeenCalled();
});
