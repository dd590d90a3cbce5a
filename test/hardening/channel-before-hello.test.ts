import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openAgent, hello, RawAgent, SECRET, type Served, serveChannel } from '../channel/channel-fixture.ts';
import { FakeNetwork } from '../channel/fake-network.ts';

const OWN = 'oooooooooooooooooooooooooooooooO';
const INTERNAL = 'iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiI';

let served: Served;
beforeEach(async () => {
  const fake = new FakeNetwork();
  fake.credentials.set(OWN, { name: 'lobby', role: 'backend', mayBan: false, secretHash: 'hash' });
  served = await serveChannel(fake, { maxConnections: 16, internalSecret: INTERNAL });
});
afterEach(() => served.close());

async function statusOf(secret: string): Promise<number> {
  const agent = new RawAgent(served.port, secret);
  const open = once(agent.socket, 'open').then(() => 101);
  const refused = once(agent.socket, 'unexpected-response').then((args) => {
    const response = args[1] as IncomingMessage;
    response.destroy();
    return response.statusCode ?? 0;
  });
  return await Promise.race([open, refused]);
}

it('a frame before hello that is longer than any hello is not read, and closes the connection', async () => {
  const agent = await openAgent(served.port);
  agent.send({ ...hello('proxy'), more: 'x'.repeat(4_096) });
  expect(await agent.closed).toEqual({
    code: 1009,
    reason: 'Before hello a frame has at most 4096 characters',
  });
  expect(agent.frames).toEqual([]);
});

it('the longest hello is read', async () => {
  const features = Array.from({ length: 64 }, (_, at) => String(at).padEnd(32, 'x'));
  const longest = { name: 'n'.repeat(64), version: 'v'.repeat(64), features };
  const agent = await openAgent(served.port);
  agent.send(hello('proxy', longest));
  expect(await agent.next('welcome')).toMatchObject({ type: 'welcome' });
});

it('connections by the shared secret that do not say who they are take an eighth of the places, until they do', async () => {
  const first = await openAgent(served.port);
  expect(await statusOf(SECRET)).toBe(101);
  expect(await statusOf(SECRET)).toBe(503);
  expect([await statusOf(OWN), await statusOf(INTERNAL)]).toEqual([101, 101]);
  first.send(hello('proxy'));
  await first.next('welcome');
  expect(await statusOf(SECRET)).toBe(101);
});

it('agents with secrets of their own, and those of the coordinator’s process, have an eighth of the places, whoever has the shared one', async () => {
  for (let at = 0; at < 14; at += 1) {
    const agent = await openAgent(served.port);
    agent.send(hello('proxy', { name: `proxy-${at}` }));
    await agent.next('welcome');
  }
  expect(await statusOf(SECRET)).toBe(503);
  expect([await statusOf(OWN), await statusOf(INTERNAL)]).toEqual([101, 101]);
  expect(await statusOf(OWN)).toBe(503);
});
