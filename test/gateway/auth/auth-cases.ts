import { API_KEY, PASSWORD, type TestCoordinator } from '../gateway-fixture.ts';
import { type Ask, ask, type Reply } from '../raw-http.ts';
import type { RouteCase } from '../route-cases.ts';
import { askByCookie, FOREIGN, ownPage, signIn } from './page-fixture.ts';

const LOGIN = '/api/auth/login';
const SESSION = '/api/auth/session';

const login = (password: string): Ask => ({ bearer: '', body: { password } });

async function tokenOf({ port }: TestCoordinator): Promise<string> {
  return ((await ask(port, 'POST', LOGIN, login(PASSWORD))).json as { token: string }).token;
}

async function afterFailures(coordinator: TestCoordinator, call: () => Promise<Reply>): Promise<Reply> {
  for (let attempt = 0; attempt < 5; attempt += 1) await ask(coordinator.port, 'POST', LOGIN, login('x'));
  return call();
}

/** More concurrent logins than are checked at a time: with every answer, whoever waits has waited for ten seconds more. */
async function flooded(
  coordinator: TestCoordinator,
  attempt: (headers: Record<string, string>) => Promise<Reply>,
): Promise<Reply> {
  const attempts = Array.from({ length: 60 }, async (_, place) => {
    const reply = await attempt({ 'x-forwarded-for': `192.0.2.${place}` });
    coordinator.clock.push(10_000);
    return reply;
  });
  const refused = (await Promise.all(attempts)).find(({ status }) => status === 503);
  if (refused === undefined) throw new Error('no login was refused');
  return refused;
}

async function logoutWhileAway(coordinator: TestCoordinator, path: string): Promise<Reply> {
  const bearer = await tokenOf(coordinator);
  coordinator.storage.away = true;
  return ask(coordinator.port, 'POST', path, { bearer });
}

function on(key: string, expected: RouteCase['expected'], call: RouteCase['call']): RouteCase {
  return { route: key, expected, call };
}

/** The logins, sessions and logouts. */
export const AUTH_CASES: readonly RouteCase[] = [
  on(`POST ${LOGIN}`, 'ok', ({ port }) => ask(port, 'POST', LOGIN, login(PASSWORD))),
  on(`POST ${LOGIN}`, 'wrong_password', ({ port }) => ask(port, 'POST', LOGIN, login('guess'))),
  on(`POST ${LOGIN}`, 'too_many_attempts', (at) =>
    afterFailures(at, () => ask(at.port, 'POST', LOGIN, login(PASSWORD))),
  ),
  on(`POST ${LOGIN}`, 'overloaded', (at) =>
    flooded(at, (headers) => ask(at.port, 'POST', LOGIN, { ...login('x'), headers })),
  ),

  on(`POST ${SESSION}`, 'ok', (at) => signIn(at)),
  on(`POST ${SESSION}`, 'ok', (at) => signIn(at, { body: { apiKey: API_KEY } })),
  on(`POST ${SESSION}`, 'invalid_body', (at) =>
    signIn(at, { body: { password: PASSWORD, apiKey: API_KEY } }),
  ),
  on(`POST ${SESSION}`, 'foreign_page', (at) => signIn(at, { headers: FOREIGN })),
  on(`POST ${SESSION}`, 'unauthenticated', (at) => signIn(at, { body: { apiKey: `${API_KEY}x` } })),
  on(`POST ${SESSION}`, 'wrong_password', (at) => signIn(at, { body: { password: 'guess' } })),
  on(`POST ${SESSION}`, 'too_many_attempts', (at) => afterFailures(at, () => signIn(at))),
  on(`POST ${SESSION}`, 'overloaded', (at) =>
    flooded(at, (headers) => {
      return signIn(at, { body: { password: 'x' }, headers: { ...ownPage(at), ...headers } });
    }),
  ),
  on(`GET ${SESSION}`, 'ok', (at) => askByCookie(at, 'GET', SESSION)),
  on(`GET ${SESSION}`, 'ok', ({ port }) => ask(port, 'GET', SESSION)),

  on('POST /api/auth/ticket', 'ok', ({ port }) => ask(port, 'POST', '/api/auth/ticket')),
  on('POST /api/auth/logout', 'ok', async (at) =>
    ask(at.port, 'POST', '/api/auth/logout', { bearer: await tokenOf(at) }),
  ),
  on('POST /api/auth/logout', 'storage_unavailable', (at) => logoutWhileAway(at, '/api/auth/logout')),
  on('POST /api/auth/logout', 'not_a_login', ({ port }) => ask(port, 'POST', '/api/auth/logout')),
  on('POST /api/auth/logout-everywhere', 'ok', ({ port }) =>
    ask(port, 'POST', '/api/auth/logout-everywhere'),
  ),
  on('POST /api/auth/logout-everywhere', 'storage_unavailable', (at) =>
    logoutWhileAway(at, '/api/auth/logout-everywhere'),
  ),
];
