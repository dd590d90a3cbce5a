import { beforeEach, expect, test } from 'vitest';
import { SharedStream, type StreamWord } from '../../src/dashboard/live/shared-stream.ts';
import type { StreamListener } from '../../src/dashboard/live/stream-reader.ts';

/** Streams that were opened, and not yet stopped. */
let open: StreamListener[];
let stream: SharedStream;

beforeEach(() => {
  open = [];
  stream = new SharedStream((listener) => {
    open.push(listener);
    return () => void open.splice(open.indexOf(listener), 1);
  });
});

function join() {
  const heard: StreamWord[] = [];
  const tab = { tell: (word: StreamWord) => void heard.push(word) };
  stream.join(tab);
  return { heard, leave: () => stream.leave(tab) };
}

const EVENT = { id: '1', type: 'proxy_update', data: '{}' };

test('all tabs hear of the one stream, which is open while there is a tab', () => {
  const [one, other] = [join(), join()];
  expect(open).toHaveLength(1);
  open[0]?.onOpen(true);
  open[0]?.onData?.([EVENT]);
  open[0]?.onData?.([]);
  const heard = [
    { type: 'open', gap: true },
    { type: 'received', events: [EVENT] },
    { type: 'received', events: [] },
  ];
  expect([one.heard, other.heard]).toEqual([heard, heard]);
  one.leave();
  open[0]?.onBreak(502);
  expect(one.heard).toHaveLength(3);
  expect(other.heard.at(-1)).toEqual({ type: 'broken', status: 502 });
  other.leave();
  other.leave();
  expect(open).toEqual([]);
  join();
  expect(open).toHaveLength(1);
});

test('a tab that comes later is told how the stream is, and that it may have missed events', () => {
  join();
  open[0]?.onOpen(true);
  expect(join().heard).toEqual([{ type: 'open', gap: true }]);
  open[0]?.onBreak(0);
  const duringBreak = join();
  expect(duringBreak.heard).toEqual([{ type: 'broken', status: 0 }]);
  open[0]?.onOpen(false);
  expect(duringBreak.heard.at(-1)).toEqual({ type: 'open', gap: true });
});

test('a tab that has heard all goes on after a break without a gap', () => {
  const { heard } = join();
  open[0]?.onOpen(true);
  open[0]?.onBreak(0);
  open[0]?.onOpen(false);
  expect(heard.map((word) => word.type === 'open' && word.gap)).toEqual([true, false, false]);
});

test('without a session every tab is told once, and the next one that comes begins anew', () => {
  const [one, other] = [join(), join()];
  open[0]?.onSignedOut?.();
  expect([one.heard, other.heard]).toEqual([[{ type: 'signedOut' }], [{ type: 'signedOut' }]]);
  expect(open).toEqual([]);
  one.leave();
  expect(join().heard).toEqual([]);
  expect(open).toHaveLength(1);
  other.leave();
  expect(open).toHaveLength(1);
});
