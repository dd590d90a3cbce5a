import { AppError, type ErrorCode } from '../../src/domain/errors.ts';
import { errorsOf, nothing, type RouteDescription } from '../../src/gateway/route.ts';
import { ROUTES } from '../../src/gateway/route-table.ts';
import { AUTH_CASES } from './auth/auth-cases.ts';
import { askByCookie, FOREIGN } from './auth/page-fixture.ts';
import { API_KEY, attachProxy, type TestCoordinator, JEB, NOTCH } from './gateway-fixture.ts';
import { type Ask, ask, type Reply } from './raw-http.ts';

/** One call of one route and its expected outcome. */
export interface RouteCase {
  readonly route: string;
  readonly expected: 'ok' | ErrorCode;
  readonly call: (coordinator: TestCoordinator) => Promise<Reply>;
}

export const keyOf = ({ method, path }: RouteDescription): string => `${method} ${path}`;

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** The path of the route with parameters that do not exist. */
function pathOf(route: RouteDescription, uuid: string = NOBODY): string {
  return route.path.replace('{uuid}', uuid).replace('{name}', 'nowhere');
}

/** The cases that follow from the kind of a route, so that no route lacks them. */
function casesFromKind(route: RouteDescription): RouteCase[] {
  const key = keyOf(route);
  const cases: RouteCase[] = [];
  const on = (expected: ErrorCode, path: string, given: Ask) =>
    cases.push({ route: key, expected, call: ({ port }) => ask(port, route.method, path, given) });
  if (route.access !== 'public' && route.access !== 'operator') {
    on('unauthenticated', pathOf(route), { bearer: '' });
    on('unauthenticated', pathOf(route), { bearer: 'nonsense' });
    on('unauthenticated', pathOf(route), { headers: { authorization: `Basic ${API_KEY}` } });
    cases.push({
      route: key,
      expected: 'foreign_page',
      call: (at) => askByCookie(at, route.method, pathOf(route), FOREIGN),
    });
  }
  if (route.query !== nothing) on('malformed_parameter', `${pathOf(route)}?x=%zz`, { body: {} });
  if (route.path.includes('{name}')) on('malformed_parameter', route.path.replace('{name}', '%ff'), {});
  if (route.path.includes('{uuid}')) on('malformed_parameter', pathOf(route, 'notch'), { body: {} });
  if (route.body !== nothing) {
    const json = { 'content-type': 'application/json' };
    const chunked = { 'transfer-encoding': 'chunked' };
    for (const body of ['{"a":', '']) on('malformed_json', pathOf(route), { body, headers: json });
    on('body_too_large', pathOf(route), { body: ' '.repeat(route.maxBodyBytes + 1), headers: json });
    on('unsupported_media_type', pathOf(route), { body: '{}', headers: { 'content-type': 'text/plain' } });
    if (route.access === 'public') on('length_required', pathOf(route), { body: {}, headers: chunked });
    for (const body of [[], { surprising: 1 }]) on('invalid_body', pathOf(route), { body });
  }
  return cases;
}

const SERVER = { name: 'lobby', type: 'HUB' };
const AGENT = { name: 'lobby', role: 'backend' };
const KICK = 'POST /api/players/{uuid}/kick';
const NO_REASON = { body: { reason: '' } };
const BAN = { name: 'Notch', time: '1h', reason: 'spam' };

async function away(coordinator: TestCoordinator): Promise<TestCoordinator> {
  coordinator.storage.away = true;
  return coordinator;
}

async function withServer(coordinator: TestCoordinator): Promise<TestCoordinator> {
  await ask(coordinator.port, 'POST', '/api/servers', { body: SERVER });
  return coordinator;
}

async function withBan(coordinator: TestCoordinator): Promise<TestCoordinator> {
  await ask(coordinator.port, 'POST', '/api/bans', { body: { uuid: NOTCH, ...BAN } });
  return coordinator;
}

async function withPlayer(coordinator: TestCoordinator): Promise<TestCoordinator> {
  const session = attachProxy(coordinator.network);
  session.join({ uuid: NOTCH, name: 'Notch', ip: '10.0.0.1', server: null });
  return coordinator;
}

/** A proxy that authenticates has somebody else under the name. */
async function withProvedName(coordinator: TestCoordinator): Promise<TestCoordinator> {
  const session = attachProxy(coordinator.network);
  session.join({ uuid: JEB, name: 'Notch', ip: '10.0.0.1', server: null });
  return coordinator;
}

async function withUnresponsiveProxy(coordinator: TestCoordinator): Promise<TestCoordinator> {
  const kick = () => Promise.reject(new AppError('platform_unavailable'));
  const session = attachProxy(coordinator.network, 'unresponsive', { kick });
  session.join({ uuid: NOTCH, name: 'Notch', ip: '10.0.0.1', server: null });
  return coordinator;
}

/** Connects a backend agent that accepts a restart. */
async function withAgent(
  coordinator: TestCoordinator,
  playersUnknown: string | null = null,
): Promise<TestCoordinator> {
  const session = coordinator.network.agents.attachBackend(
    { name: 'lobby', platform: 'server', version: '1', epoch: 1 },
    { reboot: async () => undefined, announce: () => undefined, close: () => undefined },
  );
  session.report({ type: 'HUB', maxPlayers: 50, state: 'IDLE', players: [], playersUnknown });
  return coordinator;
}

async function withOwnSecret(coordinator: TestCoordinator): Promise<TestCoordinator> {
  await ask(coordinator.port, 'POST', '/api/agents', { body: AGENT });
  return coordinator;
}

async function withTooManyAgents(coordinator: TestCoordinator): Promise<TestCoordinator> {
  for (let at = 0; at < 4_096; at += 1) {
    const secretHash = String(at).padStart(64, '0');
    await coordinator.storage.agents.add({
      name: `agent-${at}`,
      role: 'edge',
      mayBan: false,
      secretHash,
      createdAt: 1,
    });
  }
  await coordinator.network.agentSecrets.reload();
  return coordinator;
}

type Prepare = (coordinator: TestCoordinator) => Promise<TestCoordinator>;

function on(
  key: string,
  expected: RouteCase['expected'],
  path: string,
  given: Ask = {},
  prepare?: Prepare,
): RouteCase {
  const [method = ''] = key.split(' ');
  return {
    route: key,
    expected,
    call: async (coordinator) => {
      await prepare?.(coordinator);
      return ask(coordinator.port, method, path, given);
    },
  };
}

const A = '/api/agents';
const P = '/api/players';
const B = '/api/bans';
const S = '/api/servers';
const STATUS = '/api/proxy/status';
const SETTINGS = '/api/proxy/settings';
const I = '/api/inspect';
const ACTOR = 'GET /api/inspect/actors/{machine}/{id}';
const BYPASS = '/api/proxy/maintenance-bypass';
const NOTCH_BYPASS = { body: { player: 'Notch' } };

const CASES: RouteCase[] = [
  ...AUTH_CASES,

  on('GET /api/servers', 'ok', S, {}, withServer),
  on('POST /api/servers', 'ok', S, { body: SERVER }),
  on('POST /api/servers', 'server_exists', S, { body: SERVER }, withServer),
  on('POST /api/servers', 'storage_unavailable', S, { body: SERVER }, away),
  on('GET /api/servers/{name}', 'ok', `${S}/lobby`, {}, withServer),
  on('GET /api/servers/{name}', 'server_not_found', `${S}/nowhere`),
  on('DELETE /api/servers/{name}', 'ok', `${S}/lobby`, {}, withServer),
  on('DELETE /api/servers/{name}', 'server_not_found', `${S}/nowhere`),
  on('DELETE /api/servers/{name}', 'storage_unavailable', `${S}/lobby`, {}, async (coordinator) =>
    away(await withServer(coordinator)),
  ),
  on('GET /api/servers/{name}/players', 'ok', `${S}/lobby/players`, {}, withServer),
  on('GET /api/servers/{name}/players', 'server_not_found', `${S}/nowhere/players`),
  on('POST /api/servers/{name}/restart', 'ok', `${S}/lobby/restart`, {}, withAgent),
  on('POST /api/servers/{name}/restart', 'server_not_found', `${S}/nowhere/restart`),
  on('POST /api/servers/{name}/restart', 'invalid_query', `${S}/lobby/restart?force=maybe`, {}, withAgent),
  on('POST /api/servers/{name}/restart', 'platform_unavailable', `${S}/lobby/restart`, {}, withServer),
  on(
    'POST /api/servers/{name}/restart',
    'server_restarting',
    `${S}/lobby/restart`,
    {},
    async (coordinator) => {
      await withAgent(coordinator);
      await ask(coordinator.port, 'POST', `${S}/lobby/restart`);
      return coordinator;
    },
  ),
  on('POST /api/servers/{name}/restart', 'players_unknown', `${S}/lobby/restart`, {}, (coordinator) =>
    withAgent(coordinator, 'no list'),
  ),
  on('POST /api/servers/{name}/ping', 'ok', `${S}/lobby/ping`, {}, withServer),
  on('POST /api/servers/{name}/ping', 'server_not_found', `${S}/nowhere/ping`),

  on('GET /api/players', 'ok', `${P}?sort=name&order=asc&search=not&limit=5&offset=0`, {}, withPlayer),
  on('GET /api/players', 'malformed_parameter', `${P}?limit=many`),
  on('GET /api/players', 'invalid_query', `${P}?sort=height`),
  on('GET /api/players/all', 'ok', `${P}/all?limit=10`, {}, withPlayer),
  on('GET /api/players/all', 'malformed_parameter', `${P}/all?cursor=made-up`),
  on('GET /api/players/all', 'invalid_query', `${P}/all?limit=1001`),
  on('GET /api/players/all', 'storage_unavailable', `${P}/all`, {}, away),
  on('GET /api/players/{uuid}', 'ok', `${P}/${NOTCH}`, {}, withPlayer),
  on('GET /api/players/{uuid}', 'player_not_found', `${P}/${JEB}`),
  on('GET /api/players/{uuid}', 'storage_unavailable', `${P}/${JEB}`, {}, away),
  on('POST /api/players/{uuid}/ban', 'ok', `${P}/${NOTCH}/ban`, { body: BAN }, withPlayer),
  on('POST /api/players/{uuid}/ban', 'player_already_banned', `${P}/${NOTCH}/ban`, { body: BAN }, withBan),
  on('POST /api/players/{uuid}/ban', 'name_of_another', `${P}/${NOTCH}/ban`, { body: BAN }, withProvedName),
  on('POST /api/players/{uuid}/ban', 'storage_unavailable', `${P}/${NOTCH}/ban`, { body: BAN }, away),
  on('POST /api/players/{uuid}/unban', 'ok', `${P}/${NOTCH}/unban`, {}, withBan),
  on('POST /api/players/{uuid}/unban', 'player_not_banned', `${P}/${NOTCH}/unban`),
  on(
    'POST /api/players/{uuid}/unban',
    'storage_unavailable',
    `${P}/${NOTCH}/unban`,
    {},
    async (coordinator) => away(await withBan(coordinator)),
  ),
  on('POST /api/players/{uuid}/kick', 'ok', `${P}/${NOTCH}/kick`, { body: { reason: 'Bye' } }, withPlayer),
  on(KICK, 'player_offline', `${P}/${NOTCH}/kick`, NO_REASON, withBan),
  on(KICK, 'player_not_found', `${P}/${JEB}/kick`, NO_REASON, withBan),
  on(KICK, 'storage_unavailable', `${P}/${JEB}/kick`, NO_REASON, away),
  on(
    'POST /api/players/{uuid}/kick',
    'platform_unavailable',
    `${P}/${NOTCH}/kick`,
    { body: { reason: '' } },
    withUnresponsiveProxy,
  ),
  on('GET /api/players/{uuid}/friends', 'ok', `${P}/${NOTCH}/friends`, {}, async (coordinator) => {
    coordinator.storage.rows.friends.push({
      player: NOTCH,
      uuid: JEB,
      name: 'jeb_',
      since: 1_700_000_000_000,
    });
    return coordinator;
  }),
  on('GET /api/players/{uuid}/friends', 'player_not_found', `${P}/${JEB}/friends`),
  on('GET /api/players/{uuid}/friends', 'storage_unavailable', `${P}/${NOTCH}/friends`, {}, away),
  on('GET /api/players/{uuid}/party', 'ok', `${P}/${NOTCH}/party`, {}, withPlayer),
  on('GET /api/players/{uuid}/party', 'player_not_found', `${P}/${JEB}/party`),
  on('GET /api/players/{uuid}/party', 'storage_unavailable', `${P}/${JEB}/party`, {}, away),

  on('GET /api/bans', 'ok', `${B}?sort=times&order=asc&search=n&limit=3&offset=0`, {}, withBan),
  on('GET /api/bans', 'malformed_parameter', `${B}?offset=1e2`),
  on('GET /api/bans', 'invalid_query', `${B}?offset=-1`),
  on('GET /api/bans', 'storage_unavailable', B, {}, away),
  on('POST /api/bans', 'ok', B, { body: { uuid: NOTCH, ...BAN } }),
  on('POST /api/bans', 'player_already_banned', B, { body: { uuid: NOTCH, ...BAN } }, withBan),
  on('POST /api/bans', 'name_of_another', B, { body: { uuid: NOTCH, ...BAN } }, withProvedName),
  on('POST /api/bans', 'storage_unavailable', B, { body: { uuid: NOTCH, ...BAN } }, away),
  on('GET /api/bans/{uuid}', 'ok', `${B}/${NOTCH}`, {}, withBan),
  on('GET /api/bans/{uuid}', 'ban_not_found', `${B}/${JEB}`),
  on('GET /api/bans/{uuid}', 'storage_unavailable', `${B}/${JEB}`, {}, away),
  on('DELETE /api/bans/{uuid}', 'ok', `${B}/${NOTCH}`, {}, withBan),
  on('DELETE /api/bans/{uuid}', 'player_not_banned', `${B}/${NOTCH}`),
  on('DELETE /api/bans/{uuid}', 'storage_unavailable', `${B}/${NOTCH}`, {}, async (coordinator) =>
    away(await withBan(coordinator)),
  ),

  on('GET /api/status', 'ok', '/api/status'),
  on('GET /api/proxy/status', 'ok', STATUS),
  on('PUT /api/proxy/status', 'ok', STATUS, {
    body: { maintenance: true, motd: 'Two\nlines', kickPlayers: true },
  }),
  on('PUT /api/proxy/status', 'storage_unavailable', STATUS, { body: { maintenance: true } }, away),
  on('GET /api/proxy/settings', 'ok', SETTINGS),
  on('PUT /api/proxy/settings', 'ok', SETTINGS, { body: { maxPlayers: 20 } }),
  on('PUT /api/proxy/settings', 'storage_unavailable', SETTINGS, { body: { maxPlayers: 20 } }, away),
  on('GET /api/proxy/player-history', 'ok', '/api/proxy/player-history'),
  on('GET /api/proxy/maintenance-bypass', 'ok', BYPASS),
  on('POST /api/proxy/maintenance-bypass', 'ok', BYPASS, { body: { player: '.Bed rock' } }),
  on('POST /api/proxy/maintenance-bypass', 'storage_unavailable', BYPASS, NOTCH_BYPASS, away),
  on('DELETE /api/proxy/maintenance-bypass', 'ok', `${BYPASS}?player=NOTCH`, {}, async (coordinator) => {
    await ask(coordinator.port, 'POST', BYPASS, NOTCH_BYPASS);
    return coordinator;
  }),
  on('DELETE /api/proxy/maintenance-bypass', 'bypass_not_found', `${BYPASS}?player=Notch`),
  on('DELETE /api/proxy/maintenance-bypass', 'invalid_query', BYPASS),
  on(
    'DELETE /api/proxy/maintenance-bypass',
    'storage_unavailable',
    `${BYPASS}?player=Notch`,
    {},
    async (coordinator) => {
      await ask(coordinator.port, 'POST', BYPASS, NOTCH_BYPASS);
      return away(coordinator);
    },
  ),
  on('GET /api/parties', 'ok', '/api/parties'),
  on('GET /api/proxies', 'ok', '/api/proxies'),

  on('GET /api/agents', 'ok', A, {}, withOwnSecret),
  on('POST /api/agents', 'ok', A, { body: AGENT }),
  on('POST /api/agents', 'agent_exists', A, { body: AGENT }, withOwnSecret),
  on('POST /api/agents', 'storage_unavailable', A, { body: AGENT }, away),
  on('POST /api/agents', 'overloaded', A, { body: AGENT }, withTooManyAgents),
  on('DELETE /api/agents/{name}', 'ok', `${A}/lobby`, {}, withOwnSecret),
  on('DELETE /api/agents/{name}', 'agent_not_found', `${A}/nowhere`),
  on('DELETE /api/agents/{name}', 'storage_unavailable', `${A}/lobby`, {}, async (coordinator) =>
    away(await withOwnSecret(coordinator)),
  ),

  on('GET /api/inspect/machines', 'ok', `${I}/machines`),
  on('GET /api/inspect/machines/{machine}', 'ok', `${I}/machines/player`),
  on('GET /api/inspect/machines/{machine}', 'machine_not_found', `${I}/machines/nowhere`),
  on('GET /api/inspect/machines/{machine}', 'malformed_parameter', `${I}/machines/%ff`),
  on('GET /api/inspect/machines/{machine}/heat', 'ok', `${I}/machines/player/heat`, {}, withPlayer),
  on('GET /api/inspect/machines/{machine}/heat', 'machine_not_found', `${I}/machines/nowhere/heat`),
  on('GET /api/inspect/machines/{machine}/heat', 'malformed_parameter', `${I}/machines/%ff/heat`),
  on(
    'GET /api/inspect/actors',
    'ok',
    `${I}/actors?machine=player&state=player.presence.online&search=not&limit=3`,
    {},
    withPlayer,
  ),
  on('GET /api/inspect/actors', 'machine_not_found', `${I}/actors?machine=nowhere`),
  on('GET /api/inspect/actors', 'malformed_parameter', `${I}/actors?limit=many`),
  on('GET /api/inspect/actors', 'invalid_query', `${I}/actors?limit=201`),
  ...['', '/events'].flatMap((end) => [
    on(`${ACTOR}${end}`, 'machine_not_found', `${I}/actors/nowhere/x${end}`),
    on(`${ACTOR}${end}`, 'actor_not_found', `${I}/actors/player/${NOTCH}${end}`),
    on(`${ACTOR}${end}`, 'malformed_parameter', `${I}/actors/player/%ff${end}`),
  ]),
  on(ACTOR, 'ok', `${I}/actors/player/${NOTCH}`, {}, withPlayer),
  on(`${ACTOR}/events`, 'invalid_query', `${I}/actors/proxy/proxy/events?format=svg`),

  on('GET /healthz', 'ok', '/healthz', { bearer: '' }),
  on('GET /readyz', 'ok', '/readyz', { bearer: '' }),
  on('GET /metrics', 'ok', '/metrics', { bearer: '' }),
  on('GET /', 'ok', '/', { bearer: '' }),
  on('GET /api/openapi.json', 'ok', '/api/openapi.json', { bearer: '' }),
  on('GET /api/docs', 'ok', '/api/docs', { bearer: '' }),
  ...ROUTES.filter(({ path }) => path.startsWith('/api/docs/')).map((route) =>
    on(keyOf(route), 'ok', route.path, { bearer: '' }),
  ),
];

/** All cases: those listed above and those that follow from the kinds of the routes. */
export const ROUTE_CASES: readonly RouteCase[] = [...ROUTES.flatMap(casesFromKind), ...CASES];

/** Declared outcomes without a case, as `route code`. */
export function uncoveredCodes(): string[] {
  const covered = new Set(ROUTE_CASES.map(({ route, expected }) => `${route} ${expected}`));
  return ROUTES.flatMap((route) =>
    ['ok', ...errorsOf(route)].map((code) => `${keyOf(route)} ${code}`),
  ).filter((needed) => !covered.has(needed));
}
