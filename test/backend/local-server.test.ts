import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LocalServer, openLocalServer } from '../../src/backend/local/local-server.ts';
import { scanPlaceholders } from '../../src/backend/placeholders/scan.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { ALICE, KeptLog } from '../channel/channel-fixture.ts';

let local: LocalServer;
beforeEach(async () => {
  local = await openLocalServer({
    listen: { host: '127.0.0.1', port: 0 },
    placeholders: {
      list: (player) => [{ placeholder: '%portcullis_online%', description: 'players', value: player }],
      render: (player, text) =>
        scanPlaceholders(`${text}:${player ?? 'nobody'}`).map((piece) => ({
          rendered: piece.kind === 'text' ? piece.written : 'x'.repeat(8_000),
          isPlaceholder: piece.kind === 'placeholder',
        })),
    },
    channel: undefined,
    clock: systemClock,
    logger: new KeptLog(),
  });
});
afterEach(() => local.close());

interface Answer {
  readonly status: number;
  readonly type: string | undefined;
  readonly body: unknown;
}

function ask(
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: local.port, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        const parsed: unknown = text === '' ? undefined : JSON.parse(text);
        resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'], body: parsed });
      });
    });
    asked.on('error', reject);
    asked.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body));
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };
const render = (body: unknown, headers: Record<string, string> = JSON_TYPE): Promise<Answer> =>
  ask('POST', '/placeholders/render', { body, headers });

describe('the local server', () => {
  it('lists every placeholder, with its value for a player', async () => {
    expect(await ask('GET', `/placeholders?player=${ALICE.replaceAll('-', '').toUpperCase()}`)).toEqual({
      status: 200,
      type: 'application/json',
      body: { placeholders: [{ placeholder: '%portcullis_online%', description: 'players', value: ALICE }] },
    });
  });

  it('fills texts, for a player and for none', async () => {
    expect((await render({ player: ALICE, texts: ['a', 'b'] })).body).toEqual({
      texts: [`a:${ALICE}`, `b:${ALICE}`],
    });
    expect((await render({ texts: ['a'] })).body).toEqual({ texts: ['a:nobody'] });
    expect((await render({ player: null, texts: [] })).body).toEqual({ texts: [] });
  });

  it.each([
    ['GET', '/placeholders?player=me', 400, 'malformed_parameter'],
    ['GET', '/nothing', 404, 'route_not_found'],
    ['GET', '//', 404, 'route_not_found'],
    ['GET', '//127.0.0.1/placeholders', 404, 'route_not_found'],
    ['DELETE', '/placeholders', 405, 'method_not_allowed'],
    ['GET', '/placeholders/render', 405, 'method_not_allowed'],
    ['POST', '/placeholders/render', 415, 'unsupported_media_type'],
  ])('%s %s is refused by name', async (method, path, status, code) => {
    const answer = await ask(method, path);
    expect(answer).toMatchObject({ status, type: 'application/problem+json', body: { code } });
  });

  it('takes a request whose target is a whole URL', async () => {
    expect(await ask('GET', `http://127.0.0.1:${local.port}/placeholders`)).toMatchObject({ status: 200 });
  });

  it('serves plugins while hundreds of requests are begun and never completed', async () => {
    const silent = Array.from({ length: 300 }, () => connect(local.port, '127.0.0.1'));
    for (const socket of silent)
      socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: 127.0.0.1');
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    expect(await ask('GET', '/placeholders')).toMatchObject({ status: 200 });
    for (const socket of silent) socket.destroy();
  });

  it('closes a request that is not completed in time, and not half a minute later', async () => {
    const socket = connect(local.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /);
    socket.destroy();
  }, 15_000);

  it('refuses a body that is no JSON, of the wrong shape or too long', async () => {
    expect(await render('{')).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
    expect(await render({ texts: [1] })).toMatchObject({
      status: 422,
      body: { code: 'invalid_body', errors: [{ path: 'texts.0' }] },
    });
    expect(await render({ texts: ['a'], more: 1 })).toMatchObject({ status: 422 });
    const many = Array.from({ length: 65 }, () => 'a');
    expect(await render({ texts: many })).toMatchObject({ status: 422 });
    expect(await render({ texts: ['a'.repeat(70_000)] })).toMatchObject({ status: 413 });
  });

  it('refuses pages in a browser, and other host names', async () => {
    expect(await ask('GET', '/placeholders', { headers: { origin: 'http://evil.example' } })).toMatchObject({
      status: 403,
    });
    expect(await ask('GET', '/placeholders', { headers: { host: 'evil.example' } })).toMatchObject({
      status: 403,
    });
  });

  it('says which key names the port that another backend on the machine has', async () => {
    const second = openLocalServer({
      listen: { host: '127.0.0.1', port: local.port },
      placeholders: { list: () => [], render: () => [] },
      channel: undefined,
      clock: systemClock,
      logger: new KeptLog(),
    });
    await expect(second).rejects.toThrow(
      `Cannot listen on 127.0.0.1:${local.port} (local.listen): something else listens there`,
    );
  });

  it('has no channel where no menu host may connect', async () => {
    const socket = connect(local.port, '127.0.0.1');
    socket.write(
      'GET /channel HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    const head = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
    expect(head).toMatch(/^HTTP\/1\.1 404 /);
    socket.destroy();
  });
});
