import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { coordinatorForTest } from '../gateway-fixture.ts';
import { ask } from '../raw-http.ts';

const asBrowser = { bearer: '', headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

test('the dashboard is at /, without inline script or style, and is revalidated each time', async () => {
  const { port } = await coordinatorForTest();
  const page = await ask(port, 'GET', '/', asBrowser);
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers['cache-control']).toBe('no-cache');
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("style-src 'self'");
  expect(policy).not.toContain('unsafe');
});

test.each(['/players', '/players/069a79f4-44e9-4726-a5be-fca90e38aaf5', '/servers/hub-1', '/anything'])(
  'a browser that opens %s gets the page',
  async (path) => {
    const { port } = await coordinatorForTest();
    const page = await ask(port, 'GET', path, asBrowser);
    expect(page.status).toBe(200);
    expect(page.text).toContain('<title>Dashboard</title>');
  },
);

test('a script that requests an unknown path gets a problem, not the page', async () => {
  const { port } = await coordinatorForTest();
  const reply = await ask(port, 'GET', '/players', { headers: { accept: 'application/json' } });
  expect([reply.status, reply.code]).toEqual([404, 'route_not_found']);
});

test.each(['/api/nothing', '/api', '/assets/gone-000000.js', '/assets/../index.html', '/channel/x'])(
  'a browser that opens %s gets no page',
  async (path) => {
    const { port } = await coordinatorForTest();
    const reply = await ask(port, 'GET', path, asBrowser);
    expect(reply.status).toBe(404);
  },
);

test('assets are cached for ever and answered 304 to a client that has them', async () => {
  const { port } = await coordinatorForTest();
  const asset = await ask(port, 'GET', '/assets/page-1a2b3c.js', { bearer: '' });
  expect([asset.status, asset.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const etag = String(asset.headers.etag);
  const again = await ask(port, 'GET', '/', { bearer: '', headers: { 'if-none-match': '"other"' } });
  expect(again.status).toBe(200);
  const fresh = await ask(port, 'GET', '/assets/page-1a2b3c.js', {
    bearer: '',
    headers: { 'if-none-match': etag },
  });
  expect([fresh.status, fresh.text]).toEqual([304, '']);
});

test('HEAD has the length and no body', async () => {
  const { port } = await coordinatorForTest();
  const head = await ask(port, 'HEAD', '/players', asBrowser);
  expect([head.status, head.text]).toEqual([200, '']);
  expect(Number(head.headers['content-length'])).toBeGreaterThan(50);
});

test('without a built dashboard the page says how to build it, and the API works', async () => {
  const { port } = await coordinatorForTest({
    dashboardFolder: join(tmpdir(), 'no-such-folder-of-portcullis'),
  });
  const page = await ask(port, 'GET', '/', asBrowser);
  expect(page.status).toBe(503);
  expect(page.text).toContain('npm run build');
  expect((await ask(port, 'GET', '/api/servers')).status).toBe(200);
});
