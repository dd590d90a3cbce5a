import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Answer } from '../../src/gateway/http/answer.ts';
import { Compressor } from '../../src/gateway/compressor.ts';
import type { AnswerFrame } from '../../src/gateway/http/respond.ts';
import { TestClock } from '../fixtures/test-clock.ts';

const FRAME: AnswerFrame = { head: false, ifNoneMatch: '', cors: [], encodings: ['gzip'] };

function listOf(text: string): Answer {
  const body = Buffer.from(JSON.stringify(text.repeat(2000)));
  return { status: 200, type: 'application/json', body, etag: '"1"' };
}

const gzipOf = async (compressor: Compressor, answer: Answer, frame = FRAME) => {
  const handled = await compressor.compressed(answer, frame);
  return 'variants' in handled ? handled.variants?.gzip : undefined;
};

test('everybody who waits for a body shares one compression, and later it is there at once', async () => {
  const compressor = new Compressor(new TestClock());
  const answer = listOf('a');
  const [one, other] = await Promise.all([gzipOf(compressor, answer), gzipOf(compressor, answer)]);
  expect(gunzipSync(one ?? Buffer.alloc(0))).toEqual(answer.body);
  expect(other).toBe(one);
  expect(compressor.compressed(answer, FRAME)).toEqual({ ...answer, variants: { gzip: one } });
});

test('so many bodies wait at once, and further ones are sent as they are', async () => {
  const compressor = new Compressor(new TestClock());
  const found = Array.from({ length: 33 }, (_, at) => gzipOf(compressor, listOf(String(at))));
  const all = await Promise.all(found);
  expect(all.map((gzip) => gzip !== undefined)).toEqual([...Array.from({ length: 32 }, () => true), false]);
  expect(await gzipOf(compressor, listOf('later'))).toBeDefined();
});

test('nobody waits longer than a second for it', async () => {
  const impatient = {
    setTimeout: (run: () => void) => run(),
    clearTimeout: () => undefined,
  };
  expect(await gzipOf(new Compressor(impatient), listOf('a'))).toBeUndefined();
});

test('nothing is compressed for a client that has the body, or for one that does not accept it', async () => {
  const compressor = new Compressor(new TestClock());
  const answer = listOf('a');
  for (const ifNoneMatch of ['"1"', '"1-gzip"'])
    expect(compressor.compressed(answer, { ...FRAME, ifNoneMatch })).toBe(answer);
  expect(compressor.compressed(answer, { ...FRAME, encodings: ['br'] })).toBe(answer);
  const small = { ...answer, body: '[]' };
  expect(compressor.compressed(small, FRAME)).toBe(small);
});
