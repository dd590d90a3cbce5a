import { expect, test } from 'vitest';
import { ERRORS } from '../../src/domain/errors.ts';
import { check } from '../../src/domain/fields/field.ts';
import { errorsOf } from '../../src/gateway/route.ts';
import { ROUTES } from '../../src/gateway/route-table.ts';
import { coordinatorForTest } from './gateway-fixture.ts';
import { keyOf, ROUTE_CASES, uncoveredCodes } from './route-cases.ts';

/**
 * Covered elsewhere: a stream has no end to wait for, metrics need another listen address, and too many whole lists are in
 * `ban-list-cache.test.ts`.
 */
const COVERED_ELSEWHERE = [
  ...['servers', 'players', 'proxy'].map((name) => `GET /api/${name}/events`),
  'GET /api/events',
]
  .flatMap((key) => ['ok', 'invalid_query', 'overloaded'].map((code) => `${key} ${code}`))
  .concat(['ok', 'overloaded'].map((code) => `GET /api/inspect/actors/{machine}/{id}/events ${code}`));

test('every route, and every error it declares, is called by a test', () => {
  expect(uncoveredCodes()).toEqual([
    'GET /api/bans overloaded',
    ...COVERED_ELSEWHERE,
    'GET /metrics malformed_parameter',
    'GET /metrics unauthenticated',
  ]);
});

test('no two routes share method and path', () => {
  expect(new Set(ROUTES.map(keyOf)).size).toBe(ROUTES.length);
});

test('only login, health, the dashboard and the documentation are public', () => {
  const open = ROUTES.filter(({ access }) => access === 'public').map(keyOf);
  expect(open.filter((key) => !key.startsWith('GET /api/docs'))).toEqual([
    'POST /api/auth/login',
    'POST /api/auth/session',
    'GET /healthz',
    'GET /readyz',
    'GET /',
    'GET /api/openapi.json',
  ]);
});

test.each(ROUTE_CASES.map((one) => [one.route, one.expected, one] as const))(
  '%s: %s',
  async (key, expected, one) => {
    const route = ROUTES.find((line) => keyOf(line) === key);
    if (route === undefined) throw new Error(`no route ${key}`);
    const coordinator = await coordinatorForTest(
      expected === 'overloaded' ? { trustedProxies: ['127.0.0.1'] } : {},
    );
    const reply = await one.call(coordinator);

    expect(reply.code || 'ok').toBe(expected);
    if (expected !== 'ok') {
      expect(errorsOf(route)).toContain(expected);
      expect(reply.status).toBe(ERRORS[expected][0]);
      return;
    }
    expect(reply.status).toBe(route.reply.status);
    expect(reply.headers['content-type']?.split(';')[0]).toBe(contentTypeOf(route));
    if (route.reply.body !== null)
      expect(check(route.reply.body, reply.json)).toEqual({ ok: true, value: reply.json });
    for (const name of Object.keys(route.reply.headers ?? {}).filter((it) => it !== 'X-Next-Cursor')) {
      expect(reply.headers[name.toLowerCase()]).toBeDefined();
    }
  },
);

function contentTypeOf(route: (typeof ROUTES)[number]): string | undefined {
  if (route.reply.status === 302) return undefined;
  const files: Record<string, string> = { css: 'text/css', js: 'text/javascript', png: 'image/png' };
  const extension = /^\/api\/docs\/.*\.(\w+)$/.exec(route.path)?.[1] ?? '';
  return files[extension] ?? route.reply.type ?? 'application/json';
}
