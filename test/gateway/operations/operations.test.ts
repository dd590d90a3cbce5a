import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { buildOpenApi } from '../../../src/gateway/openapi.ts';
import { ROUTES } from '../../../src/gateway/route-table.ts';
import { API_KEY, attachProxy, coordinatorForTest, NOTCH } from '../gateway-fixture.ts';
import { ask, sendRaw } from '../raw-http.ts';

test('/readyz names what is away, and a skewed clock is a warning, not a failure', async () => {
  const coordinator = await coordinatorForTest({ mount: () => undefined });
  const ready = async () => {
    coordinator.clock.push(1100);
    return ask(coordinator.port, 'GET', '/readyz', { bearer: '' });
  };
  expect((await ready()).json).toEqual({ ready: true, storage: 'ok', channel: 'ok', clock: 'ok' });
  coordinator.storage.clockSkewMs = 60_000;
  const skewed = await ready();
  expect([skewed.status, skewed.json]).toEqual([
    200,
    { ready: true, storage: 'ok', channel: 'ok', clock: 'skewed' },
  ]);
  coordinator.storage.away = true;
  const away = await ready();
  expect([away.status, away.json]).toEqual([
    503,
    { ready: false, storage: 'away', channel: 'ok', clock: 'unknown' },
  ]);
  coordinator.storage.away = false;
  expect((await ready()).status).toBe(200);
});

test('/readyz says that the disk is full, until there is room again', async () => {
  const { clock, storage, port } = await coordinatorForTest();
  const ready = async () => {
    clock.push(1100);
    const { status, json } = await ask(port, 'GET', '/readyz', { bearer: '' });
    return { status, json };
  };
  storage.isFull = true;
  expect(await ready()).toMatchObject({ status: 503, json: { ready: false, storage: 'full', clock: 'ok' } });
  storage.isFull = false;
  expect(await ready()).toMatchObject({ status: 200, json: { ready: true, storage: 'ok' } });
});

test('a database that does not answer counts as away after a time limit', async () => {
  const coordinator = await coordinatorForTest();
  coordinator.storage.now = () => new Promise(() => undefined);
  const asked = ask(coordinator.port, 'GET', '/readyz');
  const pushing = setInterval(() => coordinator.clock.push(500), 5);
  const reply = await asked.finally(() => clearInterval(pushing));
  expect(reply.status).toBe(503);
});

test('the database is queried once a second, however many requests there are', async () => {
  const coordinator = await coordinatorForTest();
  let asked = 0;
  coordinator.storage.now = async () => {
    asked += 1;
    return coordinator.clock.now();
  };
  await Promise.all(Array.from({ length: 20 }, () => ask(coordinator.port, 'GET', '/readyz')));
  expect(asked).toBe(1);
});

test('setting the clock back or forward asks the database neither more nor less often', async () => {
  const coordinator = await coordinatorForTest();
  let asked = 0;
  coordinator.storage.now = async () => {
    asked += 1;
    return coordinator.clock.now();
  };
  const ready = () => ask(coordinator.port, 'GET', '/readyz');
  await ready();
  coordinator.clock.jump(3_600_000);
  await ready();
  expect(asked).toBe(1);
  coordinator.clock.jump(-7_200_000);
  coordinator.clock.push(1_000);
  await ready();
  expect(asked).toBe(2);
});

test('metrics count what happened', async () => {
  const { port, network } = await coordinatorForTest();
  attachProxy(network).join({ uuid: NOTCH, name: 'Notch', ip: '10.0.0.1', server: null });
  await ask(port, 'GET', '/api/servers');
  await ask(port, 'GET', '/api/servers');
  await ask(port, 'GET', '/api/servers/nowhere');
  await ask(port, 'GET', '/nowhere');
  const { text, headers } = await ask(port, 'GET', '/metrics', { bearer: '' });
  expect(headers['content-type']).toContain('text/plain');
  expect(text).toContain('portcullis_http_requests_total{method="GET",path="/api/servers",status="200"} 2');
  expect(text).toContain(
    'portcullis_http_requests_total{method="GET",path="/api/servers/{name}",status="404"} 1',
  );
  expect(text).toContain('portcullis_http_requests_total{method="other",path="other",status="404"} 1');
  expect(text).toContain('portcullis_online_players 1');
  expect(text).toContain('portcullis_events_total{type="player_join"} 1');
  expect(text).toContain('portcullis_admissions_total{outcome="allowed"} 0');
  expect(text).toContain('portcullis_streams_open 0');
  expect(text).toContain('process_resident_memory_bytes');
});

const outside = Object.values(networkInterfaces())
  .flat()
  .find((face) => face !== undefined && !face.internal && face.family === 'IPv4');

test('metrics need the API key behind a reverse proxy on the same machine, although it connects from loopback', async () => {
  const { port } = await coordinatorForTest();
  for (const headers of [
    { 'X-Forwarded-For': '198.51.100.1' },
    { Forwarded: 'for=198.51.100.1' },
    { Via: '1.1 proxy.example' },
    { 'X-Real-IP': '198.51.100.1' },
    // The client's own line, left empty, before that of a proxy which adds one.
    { 'X-Forwarded-For': '' },
  ]) {
    expect((await ask(port, 'GET', '/metrics', { bearer: '', headers })).code).toBe('unauthenticated');
    expect((await ask(port, 'GET', '/metrics', { headers })).status).toBe(200);
  }
});

test('metrics need the API key when the Host is no loopback name, although the gateway is bound to loopback', async () => {
  const { port } = await coordinatorForTest();
  const statusFor = async (host: string, bearer = '') =>
    (await ask(port, 'GET', '/metrics', { bearer, headers: { host } })).status;
  // A page whose name was made to point to 127.0.0.1 (DNS rebinding) sends that name.
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '127.999.0.1',
    '127.1',
    '[::1',
    '[localhost]',
  ])
    expect([host, await statusFor(host)]).toEqual([host, 401]);
  expect(await statusFor('evil.example', API_KEY)).toBe(200);
  for (const host of ['localhost', `localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, 'LOCALHOST'])
    expect([host, await statusFor(host)]).toEqual([host, 200]);
});

test('metrics are refused to a request with more than one Host, of which each reader may take another', async () => {
  const { port } = await coordinatorForTest();
  const statusWith = async (hosts: readonly string[]) => {
    const lines = hosts.map((host) => `Host: ${host}\r\n`).join('');
    return (await sendRaw(port, `GET /metrics HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`)).slice(9, 12);
  };
  expect(await statusWith(['localhost'])).toBe('200');
  expect(await statusWith(['localhost', 'evil.example'])).toBe('400');
  expect(await statusWith(['localhost', 'localhost'])).toBe('400');
});

test('metrics need the API key, not a login token, when bound to more than loopback', async () => {
  const { port } = await coordinatorForTest({ listen: { host: outside?.address ?? '0.0.0.0', port: 0 } });
  const url = `http://${outside?.address ?? '127.0.0.1'}:${port}/metrics`;
  const statusWith = async (bearer: string) =>
    (await fetch(url, { headers: bearer === '' ? {} : { authorization: `Bearer ${bearer}` } })).status;
  expect([await statusWith(''), await statusWith('x'), await statusWith(API_KEY)]).toEqual([401, 401, 200]);
});

test('the documentation has no foreign and no inline scripts', async () => {
  const { port } = await coordinatorForTest();
  const page = await ask(port, 'GET', '/api/docs', { bearer: '' });
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(page.text).not.toMatch(/<script(?![^>]*\ssrc=)/);
  const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '');
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) {
    expect(link).toMatch(/^\/api\//);
    expect([link, (await ask(port, 'GET', link, { bearer: '' })).status]).toEqual([link, 200]);
  }
});

test('the OpenAPI document has every route of the API and no dangling reference', async () => {
  const { port } = await coordinatorForTest();
  const { json } = await ask(port, 'GET', '/api/openapi.json', { bearer: '' });
  expect(json).toEqual(JSON.parse(JSON.stringify(buildOpenApi('1.2.3'))));
  const { paths, components } = json as { paths: Record<string, object>; components: { schemas: object } };
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const routes = ROUTES.filter(({ path }) => path !== '/' && !path.startsWith('/api/docs/'));
  expect(documented.toSorted()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).toSorted());
  const ids = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }: { operationId: string }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, name] of JSON.stringify(json).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    expect(Object.keys(components.schemas)).toContain(name);
  }
});
