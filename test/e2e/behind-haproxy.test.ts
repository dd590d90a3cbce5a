import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HAPROXY } from '../fixtures/haproxy.ts';
import { type ReverseProxy, reverseProxyMissing, startReverseProxy } from '../fixtures/reverse-proxy.ts';
import { Operator, secretsOf } from './operator.ts';
import { type CoordinatorProcess, startCoordinator } from './process.ts';

const missing = reverseProxyMissing(HAPROXY);
if (missing !== null) process.stdout.write(`skipped: everything behind HAProxy, since there is ${missing}\n`);

it('the example for HAProxy sends events at once: without this line each is 210 ms late', () => {
  const example = readFileSync(join(import.meta.dirname, '../../docs/examples/haproxy.cfg'), 'utf8');
  expect(example).toMatch(/^ +option +http-no-delay$/m);
});

describe.skipIf(missing !== null)(
  'behind HAProxy as docs/examples/haproxy.cfg sets it up',
  { timeout: 90_000 },
  () => {
    let folder: string;
    let coordinator: CoordinatorProcess;
    let haproxy: ReverseProxy;
    let secrets: { apiKey: string };
    let outside: Operator;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'portcullis-haproxy-e2e-'));
      const env = { PORTCULLIS_GATEWAY_TRUSTED_PROXIES: '127.0.0.1' };
      coordinator = await startCoordinator(folder, { env });
      haproxy = await startReverseProxy(HAPROXY, coordinator.url);
      secrets = await secretsOf(folder);
      outside = new Operator(haproxy.url, secrets.apiKey, { ca: haproxy.ca });
    });
    afterAll(async () => {
      await haproxy.stop();
      await coordinator.end('SIGKILL');
      await rm(folder, { recursive: true });
    });

    it('each event is read before the next one happens', async () => {
      const stream = await outside.follow('/api/servers/events');
      for (const name of ['first', 'second', 'third']) {
        expect((await outside.ask('POST', '/api/servers', { name, type: 'GAME' })).status).toBe(201);
        await stream.next('server_update', { name });
      }
      stream.close();
    });

    it('a page signs in, by a cookie for TLS only', async () => {
      const page = { Origin: haproxy.url, 'X-Portcullis-Page': '1' };
      const reply = await outside.ask('POST', '/api/auth/session', { apiKey: secrets.apiKey }, page);
      expect([reply.status, reply.headers['set-cookie']?.[0]]).toEqual([
        200,
        expect.stringMatching(/^__Secure-portcullis_.*; Secure$/),
      ]);
    });

    it('metrics need the API key', async () => {
      const stranger = new Operator(haproxy.url, '', { ca: haproxy.ca });
      expect((await stranger.ask('GET', '/metrics')).status).toBe(401);
    });

    it('failed logins count for the client, whatever address it invents', async () => {
      const attempt = async (localAddress: string, claimed: string) => {
        const client = new Operator(haproxy.url, '', { ca: haproxy.ca, localAddress });
        const headers = { 'X-Forwarded-For': claimed };
        return (await client.ask('POST', '/api/auth/login', { password: 'wrong' }, headers)).status;
      };
      const statuses: number[] = [];
      for (let at = 1; at <= 6; at += 1) statuses.push(await attempt('127.0.0.2', `198.51.100.${at}`));
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
      expect(await attempt('127.0.0.3', '127.0.0.2')).toBe(401);
    });

    /** Sends this and returns the status of the answer; 0 where the connection ends without one. */
    async function statusOf(text: string): Promise<number> {
      const { hostname, port } = new URL(haproxy.url);
      const socket = connect({ port: Number(port), host: hostname, ca: haproxy.ca });
      let answer = '';
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        answer += bytes.toString();
        socket.end();
      });
      socket.write(text);
      await new Promise((resolve) => socket.once('close', resolve));
      return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
    }
    const change = (...lines: string[]) =>
      `${['POST /api/bans HTTP/1.1', 'Host: x', 'Content-Type: application/json', ...lines].join('\r\n')}\r\n\r\n`;
    const longest = 'Content-Length: 65536';
    const chunked = 'Transfer-Encoding: chunked';
    const longHead = `X-Long: ${'x'.repeat(3_000)}`;

    // Without a token the coordinator answers 401 as soon as it is asked.
    it('asks the coordinator when the whole body is there, and refuses what is longer than any body', async () => {
      // Without a token the coordinator answers 401 as soon as it is asked; 408 comes after the time limit of HAProxy.
      const cases: [string, number, string][] = [
        ['a body of the greatest length', 401, change(longest, longHead) + ' '.repeat(65_536)],
        ['one that lacks a byte', 408, change(longest, longHead) + ' '.repeat(65_535)],
        ['one that fills a usual buffer', 408, change('Content-Length: 60000') + ' '.repeat(17_500)],
        ['one beyond the greatest length', 413, change('Content-Length: 65537') + ' '.repeat(65_537)],
        ['chunks that end', 401, `${change(chunked)}1\r\n \r\n0\r\n\r\n`],
        ['chunks that do not end', 408, `${change(chunked)}ea60\r\n${' '.repeat(17_500)}`],
        ['chunks beyond it', 413, `${change(chunked)}fffff\r\n${' '.repeat(120_000)}`],
        ['a long head', 431, change(longest, `X: ${'x'.repeat(40_000)}`) + ' '.repeat(60_000)],
      ];
      const answers = cases.map(async ([what, , text]) => [what, await statusOf(text)]);
      expect(await Promise.all(answers)).toEqual(cases.map(([what, status]) => [what, status]));
    });

    it('leaves no token in its log', async () => {
      const { json } = await outside.ask('POST', '/api/auth/ticket');
      const { ticket } = json as { ticket: string };
      const nobody = new Operator(haproxy.url, '', { ca: haproxy.ca });
      (await nobody.follow(`/api/players/events?token=${ticket}`)).close();
      await expect.poll(() => haproxy.log(), { timeout: 10_000 }).toContain('/api/players/events"');
      expect(haproxy.log()).not.toContain(ticket);
      expect(haproxy.log()).not.toContain('token=');
    });
  },
);
