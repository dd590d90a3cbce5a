import { expect, test } from 'vitest';
import { ROUTES } from '../../../src/gateway/route-table.ts';
import { API_KEY, coordinatorForTest, JEB, NOTCH } from '../gateway-fixture.ts';
import { ask, hangUp, sendRaw } from '../raw-http.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

test('an unknown path is 404, whatever it contains', async () => {
  const { port } = await coordinatorForTest();
  const paths = [
    '/api',
    '/api/servers/',
    '/api//servers',
    '/api/servers/a/b',
    '/API/servers',
    '/%2e%2e/etc',
    '/api/docs/../x',
  ];
  for (const path of paths) {
    const reply = await ask(port, 'GET', path);
    expect([path, reply.status, reply.code]).toEqual([path, 404, 'route_not_found']);
  }
});

test('a method that a path does not have is 405 with Allow', async () => {
  const { port } = await coordinatorForTest();
  const allowOf = async (method: string, path: string) => {
    const reply = await ask(port, method, path);
    return [reply.code, reply.headers.allow];
  };
  expect(await allowOf('DELETE', '/api/servers')).toEqual(['method_not_allowed', 'GET, HEAD, POST']);
  expect(await allowOf('PATCH', `/api/bans/${NOTCH}`)).toEqual(['method_not_allowed', 'GET, HEAD, DELETE']);
  expect(await allowOf('POST', '/api/players/all')).toEqual(['method_not_allowed', 'GET, HEAD']);
  expect(await allowOf('OPTIONS', '/api/servers')).toEqual(['method_not_allowed', 'GET, HEAD, POST']);
});

test('HEAD answers like GET, without a body', async () => {
  const { port } = await coordinatorForTest();
  const reads = ROUTES.filter(
    ({ method, access, path }) => method === 'GET' && access !== 'stream' && !path.includes('{'),
  );
  for (const { path } of reads) {
    const [get, head] = [await ask(port, 'GET', path), await ask(port, 'HEAD', path)];
    expect([path, head.status, head.text]).toEqual([path, get.status, '']);
    // Uptime and counters change between the two.
    if (path !== '/metrics') expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
  }
});

test('after HEAD the connection serves the next request', async () => {
  const { port } = await coordinatorForTest();
  const auth = `Host: x\r\nAuthorization: Bearer ${API_KEY}\r\n\r\n`;
  const two = `HEAD /api/servers HTTP/1.1\r\n${auth}GET /api/servers HTTP/1.1\r\n${auth}`;
  const received = await sendRaw(port, two, (text) => text.endsWith('[]'));
  expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
});

test('lists have an ETag, and a request with it gets no body until something changes', async () => {
  const { port } = await coordinatorForTest();
  const lists = [
    '/api/servers',
    '/api/players',
    '/api/players/all',
    '/api/bans',
    '/api/parties',
    '/api/proxy/status',
    '/api/proxy/player-history',
  ];
  for (const path of lists) {
    const { headers } = await ask(port, 'GET', path);
    expect([path, headers.etag]).toEqual([path, expect.stringMatching(/^"[^"]+"$/)]);
    const etag = headers.etag ?? '';
    for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await ask(port, 'GET', path, { headers: { 'if-none-match': held } });
      expect([path, held, again.status, again.text, again.headers.etag]).toEqual([path, held, 304, '', etag]);
    }
    const stale = await ask(port, 'GET', path, { headers: { 'if-none-match': '"older"' } });
    expect([path, stale.status]).toEqual([path, 200]);
  }
  const before = await ask(port, 'GET', '/api/bans');
  await ask(port, 'POST', '/api/bans', { body: { uuid: NOTCH, name: 'Notch', time: 'perma', reason: '' } });
  const after = await ask(port, 'GET', '/api/bans', {
    headers: { 'if-none-match': before.headers.etag ?? '' },
  });
  expect([after.status, after.headers['x-total-count']]).toEqual([200, '1']);
});

test('answers under /api are not cached, and their type is not guessed', async () => {
  const { port } = await coordinatorForTest();
  for (const path of ['/api/servers', '/api/nowhere', '/api/openapi.json', `/api/bans/${JEB}`]) {
    const { headers } = await ask(port, 'GET', path);
    expect([headers['cache-control'], headers['x-content-type-options']]).toEqual(['no-store', 'nosniff']);
  }
});

test('a uuid is read with or without dashes in any case, and written dashed and lower case', async () => {
  const { port } = await coordinatorForTest();
  const written = [
    NOTCH,
    NOTCH.toUpperCase(),
    NOTCH.replaceAll('-', ''),
    NOTCH.replaceAll('-', '').toUpperCase(),
  ];
  for (const uuid of written) {
    const made = await ask(port, 'POST', '/api/bans', {
      body: { uuid, name: 'Notch', time: '1Y', reason: '' },
    });
    expect([made.status, made.headers.location]).toEqual([201, `/api/bans/${NOTCH}`]);
    const lifted = await ask(port, 'DELETE', `/api/bans/${uuid}`);
    expect(lifted.json).toMatchObject({ uuid: NOTCH, active: false });
  }
  for (const wrong of [
    '',
    'x',
    `${NOTCH}0`,
    NOTCH.slice(1),
    '%7B069a79f444e94726a5befca90e38aaf5%7D',
    '%zz',
    '%00',
  ]) {
    const reply = await ask(port, 'GET', `/api/bans/${wrong}`);
    expect(reply.code).toBe(wrong === '' ? 'route_not_found' : 'malformed_parameter');
  }
});

test('the error of a wrong body names the wrong places and unknown keys', async () => {
  const { port } = await coordinatorForTest();
  const { json, code } = await ask(port, 'POST', '/api/bans', {
    body: { uuid: 'x', name: 'no\tname', time: '2h', reason: 'ok', why: 1 },
  });
  expect(code).toBe('invalid_body');
  const { errors } = json as { errors: { path: string; message: string }[] };
  expect(errors.map(({ path }) => path).sort()).toEqual(['name', 'time', 'uuid', 'why']);
  expect(errors.find(({ path }) => path === 'time')?.message).toBe(
    'must be one of perma, 1h, 24h, 7D, 30D, 1Y',
  );
});

test('keys with a special meaning in JavaScript are refused like any unknown key and change nothing', async () => {
  const { port } = await coordinatorForTest();
  for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const body = `{"name":"lobby","type":"HUB","${key}":{"polluted":true}}`;
    const reply = await ask(port, 'POST', '/api/servers', { body, headers: JSON_TYPE });
    expect([key, reply.code]).toEqual([key, 'invalid_body']);
  }
  expect('polluted' in {}).toBe(false);
  const twice = '{"name":"first","type":"HUB","name":"second"}';
  const reply = await ask(port, 'POST', '/api/servers', { body: twice, headers: JSON_TYPE });
  expect(reply.json).toMatchObject({ name: 'second' });
});

test('text comes back byte for byte, or is refused', async () => {
  const { port } = await coordinatorForTest();
  const motds = [
    '§6Gold #FFAA00text',
    '"quotes\\ and %s {reason} \u202Ertl',
    '🎮 é ✓',
    'two\nlines',
    '',
    '<b>&amp;</b>',
    'x'.repeat(4096),
  ];
  for (const motd of motds) {
    const { json } = await ask(port, 'PUT', '/api/proxy/status', { body: { motd } });
    expect(json).toMatchObject({ motd });
  }
  const refused = ['three\nlines\nhere', 'bell\u0007', 'null\0', 'cr\r\n', 'x'.repeat(4097), 'half \ud83c'];
  // Longer than clients read, once it is the game's JSON.
  refused.push('&dX&mX&nX&kX&oX&lX'.repeat(80));
  for (const motd of refused) {
    expect((await ask(port, 'PUT', '/api/proxy/status', { body: { motd } })).code).toBe('invalid_body');
  }
  const kick = (reason: string) => ask(port, 'POST', `/api/players/${NOTCH}/kick`, { body: { reason } });
  expect((await kick('x'.repeat(255))).code).toBe('player_not_found');
  for (const reason of ['x'.repeat(256), 'line\nbreak', 'x'.repeat(10_000)]) {
    expect((await kick(reason)).code).toBe('invalid_body');
  }
});

test('names of players and servers follow their rules', async () => {
  const { port } = await coordinatorForTest();
  const bypass = (player: string) => ask(port, 'POST', '/api/proxy/maintenance-bypass', { body: { player } });
  for (const name of ['a', 'Notch', '.Bedrock one', 'x'.repeat(16)])
    expect((await bypass(name)).status).toBe(201);
  for (const name of ['', 'x'.repeat(49), ' ', ' a', 'a\u200bb', 'a\tb', '\u202ea']) {
    expect((await bypass(name)).code).toBe('invalid_body');
  }
  const add = (name: string) => ask(port, 'POST', '/api/servers', { body: { name, type: 'GAME' } });
  for (const name of ['events', '', 'a b', '../x', '..', 'ü?', 'x'.repeat(65)])
    expect((await add(name)).code).toBe('invalid_body');
  expect((await add('x'.repeat(64))).status).toBe(201);
});

test('query numbers: a text is 400, a number out of range 422, an undeclared parameter is ignored', async () => {
  const { port } = await coordinatorForTest();
  const codeOf = async (query: string) => (await ask(port, 'GET', `/api/players/all?${query}`)).code;
  for (const query of ['limit=', 'limit=ten', 'limit=0x10', 'limit=1e3', 'limit=%20', 'offset=NaN']) {
    expect([query, await codeOf(query)]).toEqual([query, 'malformed_parameter']);
  }
  for (const query of [
    'limit=0',
    'limit=1001',
    'limit=1.5',
    'offset=-1',
    'limit=99999999999999999999',
    'order=DESC',
    'sort=',
    'search=%00',
  ]) {
    expect([query, await codeOf(query)]).toEqual([query, 'invalid_query']);
  }
  for (const query of [
    'limit=1000',
    'offset=0',
    'search=%25_%5C',
    'nobody=asked',
    'limit=5&limit=x',
    '%7A%7a=%C3%BC+%E2%82%AC',
    '&&&',
  ]) {
    expect([query, await codeOf(query)]).toEqual([query, '']);
  }
});

test('an added server is found at its Location, with defaults for missing fields', async () => {
  const { port } = await coordinatorForTest();
  const made = await ask(port, 'POST', '/api/servers', {
    body: { name: 'sky-1', type: 'GAME', gameData: '{"map":\n1}', address: '[::1]:25565' },
  });
  const found = await ask(port, 'GET', made.headers.location ?? '');
  expect(found.json).toEqual(made.json);
  expect(found.json).toMatchObject({
    state: 'OFFLINE',
    players: 0,
    maxPlayers: 100,
    gameName: '',
    serverId: 'sky-1',
    online: false,
    canRejoin: false,
    gameData: '{"map":\n1}',
    address: '[::1]:25565',
  });
});

test('pages have the total, and the cursor leads through all of them', async () => {
  const { port, storage } = await coordinatorForTest();
  const row = { playtime: 0, firstConnection: 1, lastConnection: 1 };
  const uuids = [NOTCH, JEB];
  await storage.players.save(uuids.map((uuid) => ({ uuid, name: 'Same', ...row })));
  const first = await ask(port, 'GET', '/api/players/all?limit=1&sort=name');
  const next = String(first.headers['x-next-cursor']);
  const second = await ask(
    port,
    'GET',
    `/api/players/all?limit=1&sort=name&cursor=${encodeURIComponent(next)}`,
  );
  const seen = [first, second].flatMap(({ json }) => (json as { uuid: string }[]).map(({ uuid }) => uuid));
  expect(seen.toSorted()).toEqual(uuids.toSorted());
  expect([first.headers['x-total-count'], second.headers['x-next-cursor']]).toEqual(['2', undefined]);
});

test('other origins may call only when configured', async () => {
  const origin = 'https://panel.example';
  const closed = await coordinatorForTest();
  const plain = await ask(closed.port, 'GET', '/api/servers', { headers: { origin } });
  expect(plain.headers['access-control-allow-origin']).toBeUndefined();

  const { port } = await coordinatorForTest({ corsOrigins: [origin] });
  const preflight = (from: string, path = '/api/servers') =>
    ask(port, 'OPTIONS', path, {
      bearer: '',
      headers: { origin: from, 'access-control-request-method': 'POST' },
    });
  const allowed = await preflight(origin);
  expect([allowed.status, allowed.text]).toEqual([204, '']);
  expect(allowed.headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, HEAD, POST',
    vary: 'Origin',
  });
  expect((await preflight('https://evil.example')).code).toBe('method_not_allowed');
  expect((await preflight(origin, '/api/none')).code).toBe('route_not_found');
  const read = await ask(port, 'GET', '/api/servers', { headers: { origin } });
  expect(read.headers['access-control-allow-origin']).toBe(origin);
  const refused = await ask(port, 'GET', '/api/servers', { headers: { origin }, bearer: '' });
  expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, origin]);
  const other = await ask(port, 'GET', '/api/servers', { headers: { origin: 'https://evil.example' } });
  expect([other.headers['access-control-allow-origin'], other.headers.vary]).toEqual([
    undefined,
    'Accept-Encoding, Origin',
  ]);
});

test('an internal error is logged in full, and the caller sees no detail', async () => {
  const coordinator = await coordinatorForTest();
  coordinator.storage.away = true;
  const away = await ask(coordinator.port, 'GET', '/api/bans');
  expect([away.status, away.headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  expect(away.text).not.toContain('SELECT');
  expect(coordinator.log).toContainEqual(
    expect.objectContaining({ event: 'http.unavailable', code: 'storage_unavailable' }),
  );

  coordinator.storage.away = false;
  coordinator.network.parties.list = () => {
    throw new TypeError('cannot read /etc/passwd');
  };
  const broken = await ask(coordinator.port, 'GET', '/api/parties');
  expect([broken.status, broken.code]).toEqual([500, 'internal_error']);
  expect(broken.text).not.toContain('passwd');
  expect(coordinator.log).toContainEqual(
    expect.objectContaining({ level: 'error', event: 'http.failed', err: expect.any(TypeError) }),
  );
});

test('each request logs one line: changes with their address at info, reads at debug, never a token', async () => {
  const coordinator = await coordinatorForTest();
  await ask(coordinator.port, 'GET', '/api/servers?token=secret-token');
  await ask(coordinator.port, 'DELETE', '/api/servers/nowhere?token=secret-token');
  const lines = coordinator.log.filter(({ event }) => event === 'http.request');
  expect(lines).toEqual([
    expect.objectContaining({ level: 'debug', method: 'GET', path: '/api/servers', status: 200 }),
    expect.objectContaining({
      level: 'info',
      method: 'DELETE',
      path: '/api/servers/nowhere',
      status: 404,
      address: '127.0.0.1',
    }),
  ]);
  expect(JSON.stringify(coordinator.log)).not.toMatch(/secret-token|A1b2C3d4/);
});

test('a caller that disconnects during a request leaves nothing behind', async () => {
  const coordinator = await coordinatorForTest();
  const head = `POST /api/bans HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${API_KEY}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"half":`;
  for (let round = 0; round < 20; round += 1) await hangUp(coordinator.port, head);
  expect((await ask(coordinator.port, 'GET', '/healthz')).status).toBe(200);
});

test('a server with signs in its name is found at its Location, and a player with a prefix can be banned', async () => {
  const { port } = await coordinatorForTest();
  for (const name of ['eu.lobby', 'Bühne+1&2', '大厅', 'a@b:c']) {
    const added = await ask(port, 'POST', '/api/servers', { body: { name, type: 'HUB' } });
    expect(added.status).toBe(201);
    const found = await ask(port, 'GET', String(added.headers['location']));
    expect(found.json).toMatchObject({ name });
    expect((await ask(port, 'DELETE', String(added.headers['location']))).status).toBe(200);
  }
  const body = { uuid: NOTCH, name: '*Steve-2', time: '1h', reason: '' };
  expect((await ask(port, 'POST', '/api/bans', { body })).json).toMatchObject({ name: '*Steve-2' });
});

test('a query that is not percent-encoded UTF-8 is 400, in every value and key, and says where', async () => {
  const { port } = await coordinatorForTest();
  const path = '/api/players/all';
  for (const query of ['search=%zz', 'search=%', 'search=a%2', 'search=%ff', 'search=%C3&limit=5']) {
    const reply = await ask(port, 'GET', `${path}?${query}`);
    expect([query, reply.code, reply.json]).toMatchObject([
      query,
      'malformed_parameter',
      { errors: [{ path: 'search' }] },
    ]);
  }
  for (const query of ['%zz=1', 'nobody=%zz', 'limit=5&%']) {
    expect([query, (await ask(port, 'GET', `${path}?${query}`)).code]).toEqual([
      query,
      'malformed_parameter',
    ]);
  }
  expect((await ask(port, 'GET', '/api/events?lastEventId=%zz')).code).toBe('malformed_parameter');
});
