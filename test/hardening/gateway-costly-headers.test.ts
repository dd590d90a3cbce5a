import type { HttpRequest, HttpResponse, TemplatedApp } from 'uWebSockets.js';
import { afterEach, expect, it, vi } from 'vitest';
import { attachRoute } from '../../src/gateway/dispatch.ts';
import type { RequestDeps } from '../../src/gateway/exchange.ts';
import { namesLoopback, readAddressesVia } from '../../src/gateway/http/client-address.ts';
import { acceptedEncodings } from '../../src/gateway/http/content-encoding.ts';
import { Cors } from '../../src/gateway/http/cors.ts';
import { matchesTag } from '../../src/gateway/http/entity-tag.ts';
import { RouteFigures } from '../../src/gateway/operations/request-figures.ts';
import { route } from '../../src/gateway/route.ts';
import { coordinatorForTest } from '../gateway/gateway-fixture.ts';
import { ask } from '../gateway/raw-http.ts';
import { PLENTY_OF_PLACES } from '../gateway/plenty-of-places.ts';

// uWebSockets.js takes 4 KB of headers from anybody, and what reads them runs before anybody is known.
const FULL = 3_800;

afterEach(() => vi.restoreAllMocks());

/** Of a method, how often it is called on such a text. */
function callsOn(spy: { readonly mock: { readonly contexts: readonly unknown[] } }, text: string): number {
  return spy.mock.contexts.filter((one) => String(one).toLowerCase() === text.toLowerCase()).length;
}

it('an Accept-Encoding of more codings than any client has is read as none, and no further', () => {
  expect(acceptedEncodings(`gzip,br${',a'.repeat(14)}`)).toEqual(['br', 'gzip']);
  expect(acceptedEncodings(`gzip,br${',a'.repeat(15)}`)).toEqual([]);
  const trims = vi.spyOn(String.prototype, 'trim');
  acceptedEncodings(`gzip${','.repeat(FULL)}`);
  acceptedEncodings(`gzip;q=0.5${';'.repeat(FULL)}`);
  expect(trims.mock.calls.length).toBeLessThan(10);
});

it('a tag is looked for in If-None-Match without making a list of it', () => {
  const splits = vi.spyOn(String.prototype, 'split');
  expect(matchesTag(','.repeat(FULL), '"a-1"')).toBe(false);
  expect(matchesTag(`"b",${' '.repeat(FULL)}W/"a-1"`, '"a-1"')).toBe(true);
  expect(splits).not.toHaveBeenCalled();
});

it.each([
  ['"a-1"', true],
  ['*', true],
  ['W/"a-1"', true],
  ['"x", "a-1"', true],
  ['"x",W/"a-1" ,"y"', true],
  ['"a-1"x, "a-1"', true],
  ['', false],
  ['"a-11"', false],
  ['x"a-1"', false],
  ['/"a-1"', false],
  ['"a-1"-br"', false],
  ['"x*"', false],
])('If-None-Match: %s names the tag: %s', (header, names) => {
  expect(matchesTag(header, '"a-1"')).toBe(names);
});

it('a Host that is longer than any name of this machine is not read', () => {
  const reads = vi.spyOn(RegExp.prototype, 'exec');
  expect(namesLoopback(`[${':'.repeat(FULL)}`)).toBe(false);
  expect(namesLoopback(`${'1'.repeat(FULL)}.0.0.1`)).toBe(false);
  expect(reads).not.toHaveBeenCalled();
});

it('of X-Forwarded-For sixteen proxies are looked at, and no entry that is longer than an address', () => {
  const addresses = readAddressesVia(['10.0.0.0/8']);
  expect(addresses.clientOf('10.0.0.1', `203.0.113.9${',10.1.1.1'.repeat(15)}`)).toBe('203.0.113.9');
  expect(addresses.clientOf('10.0.0.1', `203.0.113.9${',10.1.1.1'.repeat(16)}`)).toBe('10.1.1.1');
  const replaced = vi.spyOn(String.prototype, 'replace');
  expect(addresses.clientOf('10.0.0.1', `[${']:1'.repeat(FULL)}`)).toBe('10.0.0.1');
  expect(replaced).not.toHaveBeenCalled();
});

it('a query of more than 32 parameters is 400', async () => {
  const { port } = await coordinatorForTest();
  const codeOf = async (query: string) => (await ask(port, 'GET', `/api/players/all?${query}`)).code;
  expect(await codeOf(`limit=1${'&a'.repeat(31)}`)).toBe('');
  expect(await codeOf(`limit=1${'&a'.repeat(32)}`)).toBe('malformed_parameter');
});

it('a token is found in a query without reading the rest of it', async () => {
  const { port } = await coordinatorForTest();
  const read = vi.spyOn(globalThis, 'URLSearchParams');
  const codeOf = async (query: string) =>
    (await ask(port, 'GET', `/api/events?${query}`, { bearer: '' })).code;
  for (const query of [`token=a${'&a'.repeat(1_800)}`, `token=${'%41'.repeat(1_200)}`, 'token=nonsense'])
    expect([query, await codeOf(query)]).toEqual([query, 'unauthenticated']);
  expect(read).not.toHaveBeenCalled();
});

it('a path that is longer than any is not found, whatever the method', async () => {
  const { port } = await coordinatorForTest();
  const codeOf = async (name: string) => (await ask(port, 'POST', `/api/servers/${name}/players`)).code;
  expect(await codeOf('x'.repeat(768))).toBe('method_not_allowed');
  expect(await codeOf('x'.repeat(1_100))).toBe('route_not_found');
});

it('what the headers of a request say is read in its turn', () => {
  const handlers: ((res: HttpResponse, req: HttpRequest) => void)[] = [];
  const app = {
    get: (_: string, handler: (res: HttpResponse, req: HttpRequest) => void) => {
      handlers.push(handler);
      return { head: () => undefined };
    },
  } as unknown as TemplatedApp;
  const waiting: (() => void)[] = [];
  const deps = {
    addresses: { hasProxies: false },
    cors: new Cors([]),
    ...PLENTY_OF_PLACES,
    requestTurns: { answer: (_: unknown, answer: () => void) => void waiting.push(answer) },
    faults: { caught: () => undefined },
    compressor: { compressed: (handled: unknown) => handled },
    requestLog: { read: () => undefined },
  } as unknown as RequestDeps;
  const answer = { status: 204, type: '', body: '' };
  const plain = route<object>({
    method: 'GET',
    path: '/plain',
    summary: 'Nothing',
    access: 'public',
    reply: { status: 204, description: 'Nothing', body: null },
    handle: () => answer,
  });
  attachRoute(app, plain, {}, new RouteFigures('GET', '/plain'), deps);
  const accepted = `gzip, ${'x'.repeat(40)}`;
  const headers: Record<string, string> = { 'accept-encoding': accepted };
  const req = { getHeader: (name: string) => headers[name] ?? '' } as unknown as HttpRequest;
  const res = new Proxy({}, { get: () => () => undefined }) as unknown as HttpResponse;
  const splits = vi.spyOn(String.prototype, 'split');
  handlers[0]?.(res, req);
  expect([waiting.length, callsOn(splits, accepted)]).toEqual([1, 0]);
  waiting[0]?.();
  expect(callsOn(splits, accepted)).toBe(1);
});
