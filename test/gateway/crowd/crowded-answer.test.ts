import type { HttpResponse } from 'uWebSockets.js';
import { expect, test } from 'vitest';
import { crowdedAnswer } from '../../../src/gateway/crowd/crowded-answer.ts';

const RES = {} as HttpResponse;
const FRAME = { head: false, ifNoneMatch: '', cors: [], encodings: [] };
const SHORT = { status: 200, type: 'text/plain', body: 'short' };
const LONG = { ...SHORT, body: 'x'.repeat(64 * 1024 + 1) };

const places = (mayKeep: boolean, mayTakeLong: boolean) => ({
  mayKeep: () => mayKeep,
  mayTakeLong: () => mayTakeLong,
});

test('who may keep the connection is answered as always', () => {
  expect(crowdedAnswer(RES, LONG, FRAME, places(true, false))).toEqual([LONG, FRAME]);
});

test('for others it is the last answer of the connection', () => {
  const last = { ...FRAME, isLast: true };
  expect(crowdedAnswer(RES, SHORT, FRAME, places(false, false))).toEqual([SHORT, last]);
  expect(crowdedAnswer(RES, LONG, FRAME, places(false, true))).toEqual([LONG, last]);
});

test('one that is too long to be the last is refused to who had several', () => {
  const [answer, frame] = crowdedAnswer(RES, LONG, FRAME, places(false, false));
  expect(answer).toMatchObject({ status: 503, body: expect.stringContaining('"overloaded"') });
  expect([answer.headers, frame.isLast]).toEqual([[['Retry-After', '10']], true]);
  const head = { ...FRAME, head: true };
  expect(crowdedAnswer(RES, LONG, head, places(false, false))[0]).toBe(LONG);
});
