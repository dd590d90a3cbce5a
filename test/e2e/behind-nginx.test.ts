import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NGINX } from '../fixtures/nginx.ts';
import { type ReverseProxy, reverseProxyMissing, startReverseProxy } from '../fixtures/reverse-proxy.ts';
import { Inbox } from './inbox.ts';
import { Operator, secretsOf } from './operator.ts';
import { type CoordinatorProcess, startCoordinator, startEdge } from './process.ts';
import { ProxyAgent } from './proxy-agent.ts';

const missing = reverseProxyMissing(NGINX);
if (missing !== null) process.stdout.write(`skipped: everything behind nginx, since there is ${missing}\n`);

const ALEX = 'ec561538-f3fd-461d-aff5-086b22154bce';

describe.skipIf(missing !== null)(
  'behind nginx as docs/examples/nginx.conf sets it up',
  { timeout: 90_000 },
  () => {
    let folder: string;
    let coordinator: CoordinatorProcess;
    let nginx: ReverseProxy;
    let secrets: { apiKey: string; channelSecret: string };
    let outside: Operator;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'portcullis-nginx-e2e-'));
      coordinator = await startCoordinator(folder, {
        env: { PORTCULLIS_GATEWAY_TRUSTED_PROXIES: '127.0.0.1' },
      });
      nginx = await startReverseProxy(NGINX, coordinator.url);
      secrets = await secretsOf(folder);
      outside = new Operator(nginx.url, secrets.apiKey, { ca: nginx.ca });
    });
    afterAll(async () => {
      await nginx.stop();
      await coordinator.end('SIGKILL');
      await rm(folder, { recursive: true });
    });

    const server = (name: string) => ({ name, type: 'GAME' });

    describe('requests', () => {
      it('reach the coordinator, and answers and errors come back unchanged', async () => {
        const added = await outside.ask('POST', '/api/servers', server('through'));
        expect([added.status, added.headers['location']]).toEqual([201, '/api/servers/through']);
        expect(await outside.read('/api/servers/through')).toMatchObject({ name: 'through', online: false });
        const refused = await outside.ask('POST', '/api/servers', server('through'));
        expect(refused.status).toBe(409);
        expect(refused.headers['content-type']).toBe('application/problem+json');
        const tooLarge = await outside.ask('POST', '/api/bans', { reason: 'x'.repeat(70_000) });
        expect([tooLarge.status, tooLarge.json]).toMatchObject([413, { code: 'body_too_large' }]);
        expect((await outside.ask('DELETE', '/api/servers/through')).json).toEqual({ success: true });
      });

      it('are answered compressed, and polling an unchanged list still needs no body', async () => {
        for (let at = 0; at < 12; at += 1) await outside.ask('POST', '/api/servers', server(`many-${at}`));
        const zipped = await outside.ask('GET', '/api/servers', undefined, { 'Accept-Encoding': 'gzip' });
        expect(zipped.headers['content-encoding']).toBe('gzip');
        const etag = zipped.headers.etag ?? '';
        expect(etag).not.toBe('');
        const polling = { 'Accept-Encoding': 'gzip', 'If-None-Match': etag };
        const again = await outside.ask('GET', '/api/servers', undefined, polling);
        expect([again.status, again.text]).toEqual([304, '']);
      });

      it('get the dashboard and the documentation, and metrics only with the API key', async () => {
        const docs = await outside.ask('GET', '/api/docs');
        expect([docs.status, docs.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
        const page = await outside.ask('GET', '/', undefined, { Accept: 'text/html' });
        expect(page.headers['content-security-policy']).toContain("default-src 'none'");
        const stranger = new Operator(nginx.url, '', { ca: nginx.ca });
        expect((await stranger.ask('GET', '/metrics')).status).toBe(401);
        expect(await outside.figure('portcullis_streams_open')).toBe(0);
        expect((await outside.ask('GET', '/healthz')).status).toBe(200);
      });
    });

    it('a page signs in, by a cookie for TLS only', async () => {
      const page = { Origin: nginx.url, 'X-Portcullis-Page': '1' };
      const reply = await outside.ask('POST', '/api/auth/session', { apiKey: secrets.apiKey }, page);
      expect([reply.status, reply.headers['set-cookie']?.[0]]).toEqual([
        200,
        expect.stringMatching(/^__Secure-portcullis_.*; Secure$/),
      ]);
    });

    describe('an event stream', () => {
      it('is not buffered: each event is read before the next one happens', async () => {
        const stream = await outside.follow('/api/servers/events');
        for (const name of ['first', 'second', 'third']) {
          await outside.ask('POST', '/api/servers', server(name));
          await stream.next('server_update', { name });
        }
      });

      it('is not buffered over HTTP/2 either, where a browser has one connection for all its streams', async () => {
        const session = connect(nginx.url, { ca: nginx.ca });
        const stream = session.request({
          ':path': '/api/servers/events',
          authorization: `Bearer ${secrets.apiKey}`,
          'accept-encoding': 'gzip, br',
        });
        const read = new Inbox<string>('the stream over HTTP/2');
        let text = '';
        stream.setEncoding('utf8').on('data', (part: string) => read.put((text += part)));
        const [headers] = await once(stream, 'response');
        expect(headers).toMatchObject({ ':status': 200, 'content-type': 'text/event-stream' });
        expect(headers).not.toHaveProperty('content-encoding');
        for (const name of ['over-h2', 'over-h2-again']) {
          await outside.ask('POST', '/api/servers', server(name));
          await read.first((so) => so.includes(`"name":"${name}"`));
        }
        session.destroy();
      });

      it('goes on where it was lost, by Last-Event-ID in the header and in the query', async () => {
        const before = await outside.follow('/api/servers/events');
        await outside.ask('POST', '/api/servers', server('seen'));
        const { id } = await before.next('server_update', { name: 'seen' });
        before.close();
        await outside.ask('POST', '/api/servers', server('missed-1'));
        await outside.ask('POST', '/api/servers', server('missed-2'));
        const byHeader = await outside.follow('/api/servers/events', { 'Last-Event-ID': String(id) });
        const byQuery = await outside.follow(`/api/servers/events?lastEventId=${id}`);
        for (const after of [byHeader, byQuery]) {
          const { id: last } = await after.next('server_update', { name: 'missed-2' });
          const replayed = after.inbox.items.filter((event) => event.id <= last);
          expect(replayed.map(({ data }) => data['name'])).toEqual(['missed-1', 'missed-2']);
        }
      });

      it('ends at the coordinator when its reader disconnects', async () => {
        const inside = new Operator(coordinator.url, secrets.apiKey);
        const open = () => inside.figure('portcullis_streams_open');
        await expect.poll(open, { timeout: 10_000 }).toBe(0);
        const stream = await outside.follow('/api/players/events');
        await expect.poll(open, { timeout: 10_000 }).toBe(1);
        stream.close();
        await expect.poll(open, { timeout: 10_000 }).toBe(0);
      });

      it('leaves no token in the access log', async () => {
        const { json } = await outside.ask('POST', '/api/auth/ticket');
        const { ticket } = json as { ticket: string };
        const nobody = new Operator(nginx.url, '', { ca: nginx.ca });
        const stream = await nobody.follow(`/api/players/events?token=${ticket}`);
        stream.close();
        await expect.poll(() => nginx.log(), { timeout: 10_000 }).toContain('GET /api/players/events"');
        expect(nginx.log()).not.toContain(ticket);
        expect(nginx.log()).not.toContain('token=');
      });
    });

    describe('failed logins', () => {
      const attempt = async (url: string, localAddress: string, forwarded = '') => {
        const client = new Operator(url, '', { ca: nginx.ca, localAddress });
        const headers: Record<string, string> = forwarded === '' ? {} : { 'X-Forwarded-For': forwarded };
        return client.ask('POST', '/api/auth/login', { password: 'wrong' }, headers);
      };
      const attempts = async (url: string, address: string) => {
        const statuses: number[] = [];
        for (let at = 1; at <= 6; at += 1) {
          statuses.push((await attempt(url, address, `198.51.100.${at}`)).status);
        }
        return statuses;
      };

      it('count for the client and not for nginx, whatever address the client invents', async () => {
        expect(await attempts(nginx.url, '127.0.0.2')).toEqual([401, 401, 401, 401, 401, 429]);
        expect(Number((await attempt(nginx.url, '127.0.0.2')).headers['retry-after'])).toBeGreaterThan(0);
        expect((await attempt(nginx.url, '127.0.0.3')).status).toBe(401);
      });

      it('count for the peer when it is not a trusted proxy, whatever address it claims to forward', async () => {
        expect(await attempts(coordinator.url, '127.0.0.4')).toEqual([401, 401, 401, 401, 401, 429]);
        expect((await attempt(coordinator.url, '127.0.0.5', '127.0.0.4')).status).toBe(401);
      });
    });

    describe('the channel', () => {
      it('connects a proxy, decides logins and delivers kicks', async () => {
        const agent = await ProxyAgent.open(nginx.url, secrets.channelSecret, { ca: nginx.ca });
        expect(await agent.login(ALEX, 'Alex')).toMatchObject({ allow: true });
        const stream = await outside.follow('/api/players/events');
        agent.join(ALEX, 'Alex');
        await stream.next('player_join', { uuid: ALEX });
        const body = { uuid: ALEX, name: 'Alex', time: '1h', reason: 'griefing' };
        expect((await outside.ask('POST', '/api/bans', body)).status).toBe(201);
        expect(await agent.hears('player.kick', ({ uuid }) => uuid === ALEX)).toMatchObject({
          message: expect.stringContaining('griefing'),
        });
        expect(await agent.login(ALEX, 'Alex')).toMatchObject({ allow: false, code: 'banned' });
      });

      it('connects an edge on another machine over TLS', async () => {
        const edgeFolder = join(folder, 'edge');
        const target = { url: nginx.url, secret: secrets.channelSecret };
        const edge = await startEdge(edgeFolder, target, { NODE_EXTRA_CA_CERTS: nginx.caFile });
        try {
          expect(await edge.logged('agent.welcomed')).toMatchObject({ agent: 'edge-1' });
        } finally {
          await edge.end();
        }
      });
    });
  },
);
