import type { HttpResponse } from 'uWebSockets.js';
import { expect, it } from 'vitest';
import { ReadingPace } from '../../../src/gateway/crowd/reading-pace.ts';
import { endWithoutBody, sendBody } from '../../../src/gateway/http/send-body.ts';
import { ConnectionFaults } from '../../../src/runtime/faults/connection-faults.ts';
import { KeptLog } from '../../channel/channel-fixture.ts';
import { TestClock, turn } from '../../fixtures/test-clock.ts';

const BODY = 'x'.repeat(1_000_000);

/** A reader that took nothing at first; `take` is when there is room again after so many bytes. */
function slowReader() {
  const seen = { isClosed: false, sent: 0 };
  let writable: (offset: number) => boolean = () => true;
  let aborted = () => {};
  const res = {
    tryEnd: () => {
      seen.sent += 1;
      return [false, false];
    },
    onAborted: (run: () => void) => void (aborted = run),
    onWritable: (run: (offset: number) => boolean) => void (writable = run),
    close: () => {
      seen.isClosed = true;
      aborted();
    },
  };
  const clock = new TestClock();
  const faults = new ConnectionFaults('gateway', { clock, logger: new KeptLog() });
  sendBody(res as unknown as HttpResponse, BODY, faults, new ReadingPace(clock, { isCrowded: true }));
  return { seen, clock, take: (offset: number) => writable(offset) };
}

it('who reads a long answer slowly while places are few is closed', async () => {
  const { seen, clock, take } = slowReader();
  await clock.advance(20_000);
  take(80_000);
  take(80_100);
  await turn();
  expect(seen).toEqual({ isClosed: true, sent: 1 });
});

it('who reads fast enough gets the rest', async () => {
  const { seen, clock, take } = slowReader();
  await clock.advance(20_000);
  take(90_000);
  await turn();
  expect(seen).toEqual({ isClosed: false, sent: 2 });
});

it('what the kernel does not take of an answer is written when there is room, and never kept in the process', () => {
  const room = 300_000;
  const received: Buffer[] = [];
  let sent = 0;
  let kept = 0;
  let writable: (offset: number) => boolean = () => true;
  const take = (bytes: Uint8Array | string): number => {
    const taken = Buffer.from(bytes).subarray(0, room);
    received.push(taken);
    sent += taken.length;
    return taken.length;
  };
  const res = {
    tryEnd: (bytes: Uint8Array | string, total: number) => {
      take(bytes);
      return [sent === total, sent === total];
    },
    // It copies into the memory of the connection what the kernel does not take.
    end: (bytes: string) => {
      kept += bytes.length - take(bytes);
      return res;
    },
    onAborted: () => {},
    onWritable: (run: (offset: number) => boolean) => void (writable = run),
  };
  const body = Array.from({ length: 100_000 }, (_, index) => `${index}`.padStart(10)).join('');
  const faults = new ConnectionFaults('gateway', { clock: new TestClock(), logger: new KeptLog() });
  sendBody(res as unknown as HttpResponse, body, faults);
  expect({ kept, sent }).toEqual({ kept: 0, sent: room });
  const answers = [writable(sent), writable(sent), writable(sent)];
  expect(answers).toEqual([false, false, true]);
  expect(Buffer.concat(received).toString() === body).toBe(true);
  expect(kept).toBe(0);
});

/** Ends a response without a body where chance is this; answers with what was done to it. */
async function endedBy(chance: number): Promise<string[]> {
  const done: string[] = [];
  const res = {
    endWithoutBody: () => void done.push('end'),
    writeHeader: (name: string, value: string) => void done.push(`${name}: ${value}`),
    onAborted: () => {},
    close: () => void done.push('close'),
  };
  const faults = new ConnectionFaults('gateway', { clock: new TestClock(), logger: new KeptLog() });
  endWithoutBody(res as unknown as HttpResponse, faults, () => chance);
  await turn();
  return done;
}

it('one answer without a body in some hundred is the last of its connection, so that a flood of them ends', async () => {
  expect(await endedBy(0.5)).toEqual(['end']);
  expect(await endedBy(0.007)).toEqual([expect.stringMatching(/^Date: /), 'Connection: close\r\n', 'close']);
});
