import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ALICE,
  greetedAgent,
  hello,
  openAgent,
  RawAgent,
  SECRET,
  type Served,
  serveChannel,
} from '../channel-fixture.ts';

let served: Served;
beforeEach(async () => {
  served = await serveChannel();
});
afterEach(() => served.close());

async function refusedWith(agent: RawAgent): Promise<IncomingMessage> {
  const [, response] = (await once(agent.socket, 'unexpected-response')) as [unknown, IncomingMessage];
  response.destroy();
  return response;
}

describe('the upgrade', () => {
  it('accepts the right secret and names the protocol', async () => {
    const agent = await openAgent(served.port);
    expect(agent.socket.protocol).toBe('net.channel.v1');
  });

  it.each(['', 'x', `${SECRET}x`, SECRET.toLowerCase()])('answers 401 to the secret "%s"', async (secret) => {
    const response = await refusedWith(new RawAgent(served.port, secret));
    expect(response.statusCode).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Bearer');
    expect(served.channel.stats().unauthorized).toBe(1);
  });

  it('answers 400 to an agent that does not name the protocol', async () => {
    expect((await refusedWith(new RawAgent(served.port, SECRET, ['net.channel.v2']))).statusCode).toBe(400);
  });

  it('accepts the protocol among several', async () => {
    const agent = new RawAgent(served.port, SECRET, ['other', 'net.channel.v1']);
    await once(agent.socket, 'open');
    expect(agent.socket.protocol).toBe('net.channel.v1');
  });

  it('answers 503 once it is closed, and closes agents with 1001', async () => {
    const agent = await greetedAgent(served.port, 'proxy');
    served.channel.close();
    expect((await agent.closed).code).toBe(1001);
    expect((await refusedWith(new RawAgent(served.port))).statusCode).toBe(503);
  });
});

describe('the greeting', () => {
  it('welcomes an agent with its session, the heartbeat and the time', async () => {
    const agent = await openAgent(served.port);
    agent.send(hello('proxy', { name: 'proxy-eu', epoch: 42 }));
    expect(await agent.next('welcome')).toEqual({
      type: 'welcome',
      session: 'proxy-1',
      heartbeatMs: 5000,
      now: served.clock.now(),
    });
    const { identity } = served.fake.proxies[0] ?? {};
    expect(identity).toEqual({
      name: 'proxy-eu',
      platform: 'modern',
      version: '1.0.0',
      epoch: 42,
      leadsNowhere: false,
      behindEdge: false,
      isByAnybody: true,
      secretHash: null,
    });
  });

  it('tells the network what an edge says of its servers, and takes an edge that says nothing', async () => {
    for (const [at, said] of [{ identity: 'online' }, {}].entries()) {
      const agent = await openAgent(served.port);
      agent.send(hello('proxy', { name: `edge-${at}`, platform: 'edge', ...said }));
      await agent.next('welcome');
    }
    const told = served.fake.proxies.map(({ identity }) => identity.accounts);
    expect(told).toEqual(['online', undefined]);
  });

  it('tells the network which edge has no routes, and takes the word of no other agent', async () => {
    for (const platform of ['edge', 'modern']) {
      for (const features of [['nowhere'], []]) {
        const agent = await openAgent(served.port);
        agent.send(hello('proxy', { name: `${platform}-${features.length}`, platform, features }));
        await agent.next('welcome');
      }
    }
    const told = served.fake.proxies.map(({ identity }) => identity.leadsNowhere);
    expect(told).toEqual([true, false, false, false]);
  });

  it('names the features that both sides know, to an agent that names its own', async () => {
    const agent = await openAgent(served.port);
    agent.send(hello('proxy', { features: ['identity', 'of a later version'] }));
    expect(await agent.next('welcome')).toMatchObject({ protocol: 1, features: ['identity'] });
  });

  it('closes a connection without a hello within 5 s', async () => {
    const agent = await openAgent(served.port);
    await expect.poll(() => served.channel.stats().connections).toBe(1);
    served.clock.advance(5_000);
    expect(await agent.closed).toEqual({ code: 1008, reason: 'No hello within 5 s' });
  });

  it('closes a connection whose first frame is no hello', async () => {
    const agent = await openAgent(served.port);
    agent.send({ type: 'player.leave', uuid: ALICE });
    expect(await agent.next('error')).toMatchObject({ code: 'not_permitted' });
    expect((await agent.closed).code).toBe(1008);
    expect(served.fake.calls).toEqual([]);
  });

  it('refuses a hello of another protocol version with the reason', async () => {
    const agent = await openAgent(served.port);
    agent.send(hello('proxy', { protocol: 2 }));
    expect(await agent.next('error')).toMatchObject({
      code: 'invalid_frame',
      detail: 'protocol: must be 1',
    });
    expect(served.fake.proxies).toEqual([]);
  });

  it('logs an agent of another version', async () => {
    const agent = await openAgent(served.port);
    agent.send(hello('proxy', { version: '0.9.0' }));
    await agent.next('welcome');
    expect(served.log.lines).toContainEqual(
      expect.objectContaining({ event: 'channel.version_differs', theirs: '0.9.0', ours: '1.0.0' }),
    );
  });

  it('logs an edge of a version that does not know who its players are', async () => {
    for (const [name, features] of Object.entries({ new: ['identity'], old: [] })) {
      const agent = await openAgent(served.port);
      agent.send(hello('proxy', { name, platform: 'edge', features }));
      await agent.next('welcome');
    }
    const logged = served.log.lines.filter(({ event }) => event === 'channel.older-edge');
    expect(logged).toMatchObject([{ agent: 'old' }]);
  });
});

describe('the heartbeat', () => {
  it('keeps the connection of an agent that answers', async () => {
    const agent = await greetedAgent(served.port, 'backend');
    for (let beat = 0; beat < 6; beat += 1) {
      served.clock.advance(5_000);
      const { at } = await agent.next('ping');
      expect(at).toBe(served.clock.now());
      agent.send({ type: 'pong', at });
      // The answer to a report comes after the pong was read.
      agent.send({ type: 'player.send', id: beat + 1, uuid: ALICE, server: 'hub-1' });
      await agent.next('ok');
    }
    expect(served.channel.stats().connections).toBe(1);
  });

  it('closes a connection after three pings without a pong', async () => {
    const agent = await greetedAgent(served.port, 'backend');
    for (let beat = 0; beat < 3; beat += 1) {
      served.clock.advance(5_000);
      await agent.next('ping');
    }
    served.clock.advance(5_000);
    expect((await agent.closed).code).toBe(1008);
    expect(await served.fake.called('lost')).toBe('backend');
  });
});

describe('bad frames', () => {
  it('are answered with the reason and the id, and otherwise ignored', async () => {
    const agent = await greetedAgent(served.port, 'proxy');
    agent.send({ type: 'player.login', id: 3, uuid: 'no', name: 'Alice', ip: '10.0.0.1' });
    expect(await agent.next('error')).toEqual({
      type: 'error',
      re: 3,
      code: 'invalid_frame',
      detail: 'uuid: must be a dashed lowercase UUID',
    });
    agent.send({ type: 'player.login', id: 4, uuid: ALICE, name: 'Alice', ip: '10.0.0.1' });
    expect(await agent.next('admission')).toEqual({ type: 'admission', re: 4, allow: true });
    expect(served.channel.stats()).toMatchObject({ goodFrames: 2, badFrames: 1 });
  });

  it('close the connection at the tenth in a row, with 1008', async () => {
    const agent = await greetedAgent(served.port, 'proxy');
    for (let time = 0; time < 9; time += 1) agent.send('{');
    agent.send({ type: 'player.leave', uuid: ALICE });
    for (let time = 0; time < 9; time += 1) agent.send({ type: 'nonsense' });
    await served.fake.called('leave');
    agent.send('null');
    expect((await agent.closed).code).toBe(1008);
    expect(agent.frames.filter((frame) => frame.type === 'error')).toHaveLength(19);
  });

  it('of more than 256 KiB close the connection with 1009', async () => {
    const agent = await greetedAgent(served.port, 'proxy');
    agent.send(' '.repeat(256 * 1024 + 1));
    expect((await agent.closed).code).toBe(1009);
  });

  it('in pieces close it as soon as they are little more than that, so that a message without an end holds no more', async () => {
    const agent = await greetedAgent(served.port, 'proxy');
    agent.socket.send(' '.repeat(272 * 1024 + 1), { fin: false });
    // Had it been kept until the end, that would be answered with 1009.
    agent.socket.send(' ');
    expect((await agent.closed).code).toBe(1006);
  });

  it('of many megabytes close the connection too', async () => {
    const agent = await greetedAgent(served.port, 'proxy');
    agent.send(' '.repeat(4 * 1024 * 1024));
    expect((await agent.closed).code).not.toBe(1000);
  });

  it('in binary close the connection with 1003', async () => {
    const agent = await greetedAgent(served.port, 'proxy');
    agent.socket.send(Buffer.from('{}'), { binary: true });
    expect((await agent.closed).code).toBe(1003);
  });

  it('are also frames of the other role: they are not permitted and do nothing', async () => {
    const proxy = await greetedAgent(served.port, 'proxy');
    proxy.send({ type: 'player.send', id: 1, uuid: ALICE, server: 'hub-1' });
    expect(await proxy.next('error')).toMatchObject({ re: 1, code: 'not_permitted' });
    const backend = await greetedAgent(served.port, 'backend');
    backend.send({ type: 'player.login', id: 2, uuid: ALICE, name: 'Alice', ip: '10.0.0.1' });
    expect(await backend.next('error')).toMatchObject({ re: 2, code: 'not_permitted' });
    backend.send(hello('backend'));
    expect(await backend.next('error')).toMatchObject({ code: 'not_permitted' });
    expect(served.fake.calls).toEqual([]);
  });
});

it('calls lost exactly once, however the connection ends', async () => {
  const agent = await greetedAgent(served.port, 'proxy');
  agent.socket.terminate();
  await served.fake.called('lost');
  const other = await greetedAgent(served.port, 'backend');
  served.fake.backends[0]?.client.close('replaced');
  expect(await other.closed).toEqual({ code: 4001, reason: 'replaced' });
  await expect.poll(() => served.channel.stats().connections).toBe(0);
  expect(served.fake.calls.map((call) => call.name)).toEqual(['lost', 'lost']);
});
