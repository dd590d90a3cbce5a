import { describe, expect, it, test } from 'vitest';
import { cookieOf, FOREIGN, ownPage, sentBack, signIn } from '../gateway/auth/page-fixture.ts';
import { coordinatorForTest, type TestCoordinator } from '../gateway/gateway-fixture.ts';
import { ask } from '../gateway/raw-http.ts';
import { ROUTES } from '../../src/gateway/route-table.ts';

const MARK = { 'x-portcullis-page': '1' };

/** What each page sends with a change, where the browser sends the cookie too. */
const FOREIGN_PAGES: readonly (readonly [name: string, headers: (port: number) => Record<string, string>])[] =
  [
    ['a page of another site', () => ({ ...MARK, ...FOREIGN })],
    ['a page of another site, in an old browser', () => ({ ...MARK, origin: 'https://evil.example' })],
    ['a page without an origin', () => ({ ...MARK, origin: 'null' })],
    ['a page that names no origin', () => MARK],
    ['a page at another port', (port) => ({ ...MARK, origin: `http://127.0.0.1:${port + 1}` })],
    ['a page at the usual port', () => ({ ...MARK, origin: 'http://127.0.0.1' })],
    ['a page over another scheme', (port) => ({ ...MARK, origin: `https://127.0.0.1:${port}` })],
    ['a page at another name of this host', (port) => ({ ...MARK, origin: `http://localhost:${port}` })],
    [
      'a page at a name that begins like ours',
      (port) => ({ ...MARK, origin: `http://127.0.0.1:${port}.evil` }),
    ],
    ['a form, which cannot send our header', (port) => ({ origin: `http://127.0.0.1:${port}` })],
    [
      'a page with another value of our header',
      (port) => ({ origin: `http://127.0.0.1:${port}`, 'x-portcullis-page': '0' }),
    ],
    ['a neighbour of the site', (port) => ({ ...ownPage({ port }), 'sec-fetch-site': 'same-site' })],
    ['nobody, by a typed address', (port) => ({ ...ownPage({ port }), 'sec-fetch-site': 'none' })],
    [
      'another site that says to be ours',
      () => ({ ...MARK, origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }),
    ],
  ];

async function namesOf({ port }: TestCoordinator): Promise<unknown> {
  return (await ask(port, 'GET', '/api/servers')).json;
}

describe.each(FOREIGN_PAGES)('%s', (_, headersAt) => {
  it('changes nothing by the cookie', async () => {
    const at = await coordinatorForTest();
    const headers = { cookie: await cookieOf(at), ...headersAt(at.port) };
    const reply = await ask(at.port, 'POST', '/api/servers', {
      bearer: '',
      headers,
      body: { name: 'lobby', type: 'HUB' },
    });
    expect([reply.status, reply.code]).toEqual([403, 'foreign_page']);
    expect(await namesOf(at)).toEqual([]);
  });

  it('signs nobody in', async () => {
    const at = await coordinatorForTest();
    const reply = await signIn(at, { headers: headersAt(at.port) });
    expect([reply.code, reply.headers['set-cookie']]).toEqual(['foreign_page', undefined]);
  });
});

it('every route that changes something refuses a page of another site', async () => {
  const at = await coordinatorForTest();
  const cookie = await cookieOf(at);
  for (const { method, path, access } of ROUTES.filter((route) => route.method !== 'GET')) {
    if (path === '/api/auth/login') continue;
    const sent = {
      bearer: '',
      headers: { cookie, ...FOREIGN },
      ...(access === 'public' ? { body: { password: 'x' } } : {}),
    };
    expect([path, (await ask(at.port, method, path.replace(/\{\w+\}/g, 'x'), sent)).code]).toEqual([
      path,
      'foreign_page',
    ]);
  }
});

test.each(['cross-site', 'same-site'])(
  'a page (%s) reads and follows nothing by the cookie',
  async (site) => {
    const at = await coordinatorForTest();
    const headers = { cookie: await cookieOf(at), 'sec-fetch-site': site };
    for (const path of ['/api/servers', '/api/events', '/api/inspect/actors']) {
      expect((await ask(at.port, 'GET', path, { bearer: '', headers })).code).toBe('foreign_page');
    }
  },
);

it('an origin that may call with tokens of its own may not use the cookie', async () => {
  const at = await coordinatorForTest({ corsOrigins: ['https://partner.example'] });
  const headers = { cookie: await cookieOf(at), ...MARK, origin: 'https://partner.example' };
  const reply = await ask(at.port, 'GET', '/api/servers', { bearer: '', headers });
  expect([reply.code, reply.headers['access-control-allow-credentials']]).toEqual([
    'foreign_page',
    undefined,
  ]);
  const asked = { origin: 'https://partner.example', 'access-control-request-method': 'POST' };
  const preflight = await ask(at.port, 'OPTIONS', '/api/servers', { bearer: '', headers: asked });
  expect(preflight.headers['access-control-allow-headers']).not.toMatch(/portcullis/i);
});

it('who is not our proxy cannot say how the page reached us', async () => {
  const at = await coordinatorForTest({ trustedProxies: ['192.0.2.7'] });
  const claims = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
  const reply = await signIn(at, { headers: { ...MARK, ...claims, origin: 'https://evil.example' } });
  expect(reply.code).toBe('foreign_page');
});

it('an origin of any size is answered, and not repeated whole', async () => {
  const at = await coordinatorForTest();
  const reply = await signIn(at, { headers: { ...MARK, origin: `https://${'ä'.repeat(900)}.example` } });
  expect([reply.code, reply.text.length < 700]).toEqual(['foreign_page', true]);
  const cookie = `${'x=y; '.repeat(400)}${sentBack(await signIn(at))}`;
  expect((await ask(at.port, 'GET', '/api/servers', { bearer: '', headers: { cookie } })).status).toBe(200);
});
