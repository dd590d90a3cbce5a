import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nothing, type RouteDescription } from '../../src/gateway/route.ts';
import { ROUTES } from '../../src/gateway/route-table.ts';
import {
  attachProxy,
  closeCoordinator,
  type TestCoordinator,
  NOTCH,
  openCoordinator,
} from '../gateway/gateway-fixture.ts';
import { ask, hangUp, type Reply } from '../gateway/raw-http.ts';

let coordinator: TestCoordinator;
beforeAll(async () => {
  coordinator = await openCoordinator();
  attachProxy(coordinator.network).join({ uuid: NOTCH, name: 'Notch', ip: '10.0.0.1', server: null });
});
afterAll(() => closeCoordinator(coordinator));

const CALLED = ROUTES.filter(({ access }) => access !== 'stream');
const WITH_BODY = CALLED.filter(({ body }) => body !== nothing);
const WITH_QUERY = CALLED.filter(({ query }) => query !== nothing);

const text = fc.string({ unit: 'binary', maxLength: 40 });
const segment = fc.oneof(
  text.map(safeEncode),
  fc.constantFrom(NOTCH, '..', '%', '%ff', '%00', 'all', 'events', ''),
);
/** What an HTTP client can send: visible Latin-1 in a URL, no line breaks in a header. */
const rawUrl = fc.string({
  unit: fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code)),
});
const headerValue = fc
  .string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) })
  .map((value) => value.replaceAll('\u007f', ''));

function safeEncode(value: string): string {
  // Half of a surrogate pair cannot be encoded.
  return encodeURIComponent(value.replaceAll(/\p{Cs}/gu, '?'));
}

function pathOf({ path }: RouteDescription, part: string): string {
  return path.replace(/\{\w+\}/, part === '' ? 'x' : part);
}

function propertyNames(field: RouteDescription['body']): string[] {
  return Object.keys(field.schema['properties'] ?? {});
}

/** A body with the right keys and mostly wrong values, or any JSON value. */
function bodyFor(route: RouteDescription) {
  const likely = fc.constantFrom<unknown>(
    NOTCH,
    'Notch',
    'perma',
    '',
    1,
    true,
    'GAME',
    [],
    ['Notch', 'NOTCH'],
    '10.0.0.1:80',
  );
  const value = fc.oneof(likely, fc.jsonValue(), text);
  const shaped = fc.record(Object.fromEntries(propertyNames(route.body).map((name) => [name, value])), {
    requiredKeys: [],
  });
  return fc.oneof(
    { weight: 4, arbitrary: shaped.map((body) => JSON.stringify(body)) },
    fc.json(),
    text,
    fc.constantFrom(
      '{"__proto__":{"x":1}}',
      '['.repeat(30_000),
      '{"a":'.repeat(10_000),
      'null',
      '1e999',
      '\ufeff{}',
    ),
  );
}

/** Checks that an answer is no internal error; `ask` checks that every error is a problem document. */
function expectSane(reply: Reply, what: string): void {
  if (reply.status >= 400) expect([what, reply.code]).not.toEqual([what, '']);
  // A server without an agent cannot be restarted: the only 503 of a healthy coordinator.
  if (reply.code !== 'platform_unavailable')
    expect([what, reply.status < 500, reply.text]).toEqual([what, true, reply.text]);
}

test('no JSON value causes an internal error', { timeout: 60_000 }, async () => {
  const calls = fc
    .constantFrom(...WITH_BODY)
    .chain((route) => fc.tuple(fc.constant(route), bodyFor(route), segment));
  await fc.assert(
    fc.asyncProperty(calls, async ([route, body, part]) => {
      const headers = { 'content-type': 'application/json' };
      const path = pathOf(route, part);
      expectSane(
        await ask(coordinator.port, route.method, path, { body, headers }),
        `${route.method} ${path} ${body}`,
      );
    }),
    { numRuns: 600 },
  );
});

test('no query string causes an internal error', { timeout: 60_000 }, async () => {
  const value = fc.oneof(
    text.map(safeEncode),
    rawUrl.map((raw) => raw.replaceAll('#', '')),
    fc.integer().map(String),
    fc.double().map(String),
  );
  const calls = fc
    .constantFrom(...WITH_QUERY)
    .chain((route) =>
      fc.tuple(
        fc.constant(route),
        fc.array(
          fc.tuple(fc.oneof(fc.constantFrom(...propertyNames(route.query)), text.map(safeEncode)), value),
          { maxLength: 6 },
        ),
      ),
    );
  await fc.assert(
    fc.asyncProperty(calls, async ([route, pairs]) => {
      const path = `${route.path}?${pairs.map(([name, given]) => `${name}=${given}`).join('&')}`;
      expectSane(await ask(coordinator.port, route.method, path), `${route.method} ${path}`);
    }),
    { numRuns: 400 },
  );
});

test('no method, path or header causes an internal error', { timeout: 60_000 }, async () => {
  const method = fc.constantFrom(
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'DELETE',
    'PATCH',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
  );
  const known = fc.tuple(fc.constantFrom(...CALLED), segment).map(([route, part]) => pathOf(route, part));
  const path = fc.oneof(
    known,
    rawUrl.map((raw) => `/${raw}`),
    fc.array(segment, { maxLength: 6 }).map((parts) => `/api/${parts.join('/')}`),
  );
  const names = [
    'authorization',
    'if-none-match',
    'origin',
    'x-forwarded-for',
    'content-type',
    'last-event-id',
    'accept',
    'range',
    'cookie',
  ];
  // A stream is answered correctly, but has no end.
  const ending = path.filter((where) => !/^\/api\/(?:\w+\/)?events(?:$|[?#])/.test(where));
  const headers = fc.dictionary(fc.constantFrom(...names), headerValue, { maxKeys: 4 });
  await fc.assert(
    fc.asyncProperty(method, ending, headers, fc.boolean(), async (verb, where, given, keyed) => {
      const reply = await ask(coordinator.port, verb, where, {
        headers: given,
        ...(keyed ? {} : { bearer: '' }),
      });
      // HEAD has no body, so it cannot be a problem document.
      if (verb !== 'HEAD') expectSane(reply, `${verb} ${where}`);
      else expect(reply.status < 500 || reply.status === 503).toBe(true);
    }),
    { numRuns: 600 },
  );
});

test('no bytes on the socket stop the gateway', { timeout: 60_000 }, async () => {
  const start = fc.constantFrom(
    '',
    'GET / HTTP/1.1\r\n',
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
  );
  const bytes = fc
    .tuple(start, fc.uint8Array({ maxLength: 600 }))
    .map(([head, rest]) => head + Buffer.from(rest).toString('latin1'));
  await fc.assert(
    fc.asyncProperty(bytes, async (sent) => {
      await hangUp(coordinator.port, sent).catch(() => undefined);
      expect((await ask(coordinator.port, 'GET', '/healthz')).status).toBe(200);
    }),
    { numRuns: 200 },
  );
});

test('none of these requests was logged as an error', () => {
  expect(coordinator.log.filter(({ level }) => level === 'error')).toEqual([]);
});
