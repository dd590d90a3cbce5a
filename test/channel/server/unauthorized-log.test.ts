import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { UnauthorizedLog } from '../../../src/channel/server/unauthorized-log.ts';
import { SyncTestClock } from '../../fixtures/test-clock.ts';
import { KeptLog, RawAgent, serveChannel } from '../channel-fixture.ts';

function stage() {
  const clock = new SyncTestClock();
  const log = new KeptLog();
  return { clock, log, unauthorized: new UnauthorizedLog(clock, log) };
}

const lineOf = (address: string, times: number) => ({ event: 'channel.unauthorized', address, times });

it('wrong secrets are one line for each address and minute, with their number', () => {
  const { clock, log, unauthorized } = stage();
  for (let time = 0; time < 500; time += 1) unauthorized.note('192.0.2.1');
  unauthorized.note('192.0.2.2');
  expect(log.lines).toEqual([lineOf('192.0.2.1', 1), lineOf('192.0.2.2', 1)]);
  clock.advance(59_999);
  unauthorized.sweep();
  expect(log.lines).toHaveLength(2);
  clock.advance(1);
  unauthorized.sweep();
  expect(log.lines.slice(2)).toEqual([lineOf('192.0.2.1', 499)]);
  unauthorized.note('192.0.2.1');
  clock.advance(60_000);
  unauthorized.sweep();
  expect(log.lines.slice(3)).toEqual([lineOf('192.0.2.1', 1)]);
});

it('an address that comes again after a quiet minute is logged at once', () => {
  const { clock, log, unauthorized } = stage();
  unauthorized.note('192.0.2.1');
  clock.advance(60_000);
  unauthorized.sweep();
  unauthorized.note('192.0.2.1');
  expect(log.lines).toEqual([lineOf('192.0.2.1', 1), lineOf('192.0.2.1', 1)]);
});

it('the addresses of one IPv6 network are one', () => {
  const { log, unauthorized } = stage();
  for (let host = 1; host < 100; host += 1) unauthorized.note(`2001:db8::${host}`);
  expect(log.lines).toHaveLength(1);
});

it('of a hundred thousand addresses a thousand are logged, and the others in one line a minute', () => {
  const { clock, log, unauthorized } = stage();
  for (let at = 0; at < 100_000; at += 1) unauthorized.note(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`);
  expect(log.lines).toHaveLength(1_001);
  clock.advance(60_000);
  unauthorized.sweep();
  expect(log.lines.slice(1_001)).toEqual([lineOf('others', 98_999)]);
});

it('the channel logs a wrong secret with the address it came from', async () => {
  const served = await serveChannel(undefined, { addressOf: () => '203.0.113.9' });
  for (let time = 0; time < 3; time += 1) {
    const agent = new RawAgent(served.port, 'wrong');
    const [, response] = (await once(agent.socket, 'unexpected-response')) as [unknown, IncomingMessage];
    response.destroy();
  }
  const lines = () => served.log.lines.filter(({ event }) => event === 'channel.unauthorized');
  expect(lines()).toEqual([lineOf('203.0.113.9', 1)]);
  for (let beat = 0; beat < 12; beat += 1) served.clock.advance(5_000);
  expect(lines()).toEqual([lineOf('203.0.113.9', 1), lineOf('203.0.113.9', 2)]);
  served.close();
});
