import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { AgentRole } from '../../../src/domain/agent-role.ts';
import { laneKindOf } from '../../../src/channel/server/agent-access.ts';
import type { ChannelOptions } from '../../../src/channel/server/channel-server.ts';
import {
  ALICE,
  BOB,
  hello,
  openAgent,
  RawAgent,
  SECRET,
  type Served,
  serveChannel,
} from '../channel-fixture.ts';

const OWN = 'oooooooooooooooooooooooooooooooO';
const INTERNAL = 'iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiI';

const open: Served[] = [];
afterEach(() => {
  for (const served of open.splice(0)) served.close();
});

async function serve(
  role: AgentRole = 'backend',
  options: Partial<ChannelOptions> = {},
  mayBan = false,
): Promise<Served> {
  const served = await serveChannel(undefined, { internalSecret: INTERNAL, ...options });
  open.push(served);
  served.fake.credentials.set(OWN, { name: 'hub-1', role, mayBan, secretHash: 'ff' });
  return served;
}

async function statusFor({ port }: Served, secret: string): Promise<number | undefined> {
  const agent = new RawAgent(port, secret);
  const [, response] = (await once(agent.socket, 'unexpected-response')) as [unknown, IncomingMessage];
  response.destroy();
  return response.statusCode;
}

async function greeted({ port }: Served, secret: string, frame: object): Promise<RawAgent> {
  const agent = await openAgent(port, secret);
  agent.send(frame);
  return agent;
}

const eventsOf = ({ log }: Served) => log.lines.map(({ event }) => event);

describe('a secret of its own', () => {
  it.each([
    ['proxy', hello('proxy', { name: 'hub-1' })],
    ['edge', hello('proxy', { name: 'hub-1', platform: 'edge' })],
    ['backend', hello('backend', { name: 'hub-1' })],
  ] as const)('lets an agent be the %s it is for', async (role, frame) => {
    const served = await serve(role);
    const agent = await greeted(served, OWN, frame);
    await agent.next('welcome');
    expect(await served.fake.called('seen')).toEqual({ name: 'hub-1', version: '1.0.0' });
  });

  it('does not let an agent be anything else', async () => {
    const others = [
      ['backend', hello('proxy', { name: 'hub-1' })],
      ['backend', hello('proxy', { name: 'hub-1', platform: 'edge' })],
      ['backend', hello('backend', { name: 'hub-2' })],
      ['backend', hello('backend', { name: 'HUB-1' })],
      ['edge', hello('proxy', { name: 'hub-1' })],
      ['edge', hello('backend', { name: 'hub-1' })],
      ['proxy', hello('proxy', { name: 'hub-1', platform: 'edge' })],
      ['proxy', hello('backend', { name: 'hub-1', platform: 'modern' })],
    ] as const;
    for (const [role, frame] of others) {
      const served = await serve(role);
      const agent = await greeted(served, OWN, frame);
      expect(await agent.next('error')).toMatchObject({ code: 'not_permitted' });
      expect((await agent.closed).code).toBe(4001);
      expect([served.fake.proxies, served.fake.backends]).toEqual([[], []]);
      expect(eventsOf(served)).toContain('channel.wrong-identity');
    }
  });

  it('that is used for somebody else again and again is a line of the log for an address and minute', async () => {
    const served = await serve();
    for (let time = 0; time < 3; time += 1) {
      const agent = await greeted(served, OWN, hello('backend', { name: `hub-${time + 2}` }));
      await agent.closed;
    }
    const lines = () => served.log.lines.filter(({ event }) => event === 'channel.wrong-identity');
    expect(lines()).toMatchObject([{ address: '127.0.0.1', times: 1 }]);
    for (let beat = 0; beat < 12; beat += 1) served.clock.advance(5_000);
    expect(lines()).toMatchObject([{ times: 1 }, { address: '127.0.0.1', times: 2 }]);
  });

  it('is refused with 401 once it is revoked, and its connection is closed at once', async () => {
    const served = await serve();
    const agent = await greeted(served, OWN, hello('backend', { name: 'hub-1' }));
    await agent.next('welcome');
    const silent = await openAgent(served.port, OWN);
    const other = await greeted(served, SECRET, hello('proxy'));
    await other.next('welcome');
    served.fake.credentials.delete(OWN);
    for (const listener of served.fake.revokedListeners)
      listener({ name: 'hub-1', role: 'backend', mayBan: false, secretHash: 'ff' });
    expect((await agent.closed).code).toBe(4001);
    expect((await silent.closed).code).toBe(4001);
    expect(await served.fake.called('lost')).toBe('hub-1');
    expect(await statusFor(served, OWN)).toBe(401);
    expect(served.channel.stats().connections).toBe(1);
  });

  it('lets the menus of a game server ban only where it was made for that', async () => {
    const ban = { type: 'player.ban', uuid: ALICE, name: 'Alice', time: 'perma', reason: '' } as const;
    const by = { uuid: BOB, name: 'Bob' };
    for (const mayBan of [false, true]) {
      const served = await serve('backend', {}, mayBan);
      const agent = await greeted(served, OWN, hello('backend', { name: 'hub-1' }));
      await agent.next('welcome');
      agent.send({ ...ban, id: 7, by });
      if (mayBan) expect(await agent.next('ok')).toMatchObject({ re: 7 });
      else {
        const refusal = { re: 7, code: 'not_permitted', detail: expect.stringContaining('--bans') as string };
        expect(await agent.next('error')).toMatchObject(refusal);
      }
      expect(served.fake.calls.some(({ name }) => name === 'ban')).toBe(mayBan);
    }
  });

  it('opens only so many connections, also if they never say who they are', async () => {
    const served = await serve();
    for (let at = 0; at < 60; at += 1) await openAgent(served.port, OWN);
    expect([await statusFor(served, OWN), await statusFor(served, OWN)]).toEqual([429, 429]);
    expect(eventsOf(served).filter((event) => event === 'channel.exceeded')).toHaveLength(1);
    await (await greeted(served, SECRET, hello('backend', { name: 'hub-2' }))).next('welcome');
  });

  it('is noted as seen as long as its agent answers', async () => {
    const served = await serve();
    const agent = await greeted(served, OWN, hello('backend', { name: 'hub-1' }));
    await agent.next('welcome');
    served.clock.advance(5_000);
    agent.send({ type: 'pong', at: (await agent.next('ping'))['at'] });
    await expect.poll(() => served.fake.calls.filter(({ name }) => name === 'seen').length).toBe(2);
  });
});

describe('the shared secret', () => {
  it('lets an agent be anybody, which the log says once at the start', async () => {
    const served = await serve();
    for (const name of ['hub-1', 'hub-2'])
      await (await greeted(served, SECRET, hello('proxy', { name }))).next('welcome');
    expect(eventsOf(served).filter((event) => event === 'channel.shared-secret')).toHaveLength(1);
    expect(eventsOf(served).indexOf('channel.shared-secret')).toBe(0);
  });

  it('is refused while it is off, and secrets of single agents are not', async () => {
    const served = await serve('backend', { acceptShared: false });
    expect(await statusFor(served, SECRET)).toBe(401);
    await (await greeted(served, OWN, hello('backend', { name: 'hub-1' }))).next('welcome');
    expect(eventsOf(served)).not.toContain('channel.shared-secret');
  });
});

it('the secret of this process lets its agents be anybody, also while the shared one is off', async () => {
  const served = await serve('backend', { acceptShared: false });
  await (await greeted(served, INTERNAL, hello('proxy', { name: 'edge', platform: 'edge' }))).next('welcome');
});

it('without a secret of this process nothing in its place is accepted', async () => {
  const served = await serveChannel();
  open.push(served);
  for (const secret of ['', 'undefined', 'null']) expect(await statusFor(served, secret)).toBe(401);
});

it('what an agent has waiting is judged by whose secret it has: strangers, game servers, and proxies with those of this process', () => {
  const own = (role: AgentRole) =>
    laneKindOf({ as: 'itself', credential: { name: 'a', role, mayBan: false, secretHash: 'ff' } });
  expect([own('proxy'), own('edge'), own('backend')]).toEqual(['proxy', 'proxy', 'server']);
  expect(laneKindOf({ as: 'anybody', isShared: false })).toBe('proxy');
  expect(laneKindOf({ as: 'anybody', isShared: true })).toBe('stranger');
});
