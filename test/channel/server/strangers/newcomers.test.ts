import { afterEach, expect, it } from 'vitest';
import type { ChannelOptions } from '../../../../src/channel/server/channel-server.ts';
import type { ServerDetail } from '../../../../src/domain/resources.ts';
import { hello, openAgent, type RawAgent, SECRET, type Served, serveChannel } from '../../channel-fixture.ts';
import { FakeNetwork } from '../../fake-network.ts';

const OWN = 'oooooooooooooooooooooooooooooooO';
const INTERNAL = 'iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiI';
const REFUSED = { code: 4001, reason: 'Too many new names come from this address' };

let served: Served;
afterEach(() => served.close());

async function serve(options: Partial<ChannelOptions> = {}): Promise<Served> {
  const fake = new FakeNetwork();
  fake.servers = [{ name: 'known' } as ServerDetail];
  fake.credentials.set(OWN, { name: 'own', role: 'backend', mayBan: false, secretHash: 'ff' });
  const newcomers = { burst: 2, perSecond: 1 };
  served = await serveChannel(fake, { internalSecret: INTERNAL, newcomers, ...options });
  return served;
}

async function come(name: string, secret = SECRET, role: 'proxy' | 'backend' = 'backend'): Promise<RawAgent> {
  const agent = await openAgent(served.port, secret);
  agent.send(hello(role, { name }));
  return agent;
}

const refusals = () => served.log.lines.filter(({ event }) => event === 'channel.newcomer-refused');

it('new names by the shared secret are few of one address, and who is refused is one line of the log a minute', async () => {
  await serve();
  for (const name of ['a', 'b']) await (await come(name)).next('welcome');
  for (const name of ['c', 'd', 'e']) expect(await (await come(name)).closed).toEqual(REFUSED);
  expect(await (await come('p', SECRET, 'proxy')).closed).toEqual(REFUSED);
  expect(served.log.lines.filter(({ event }) => event === 'channel.greeted')).toHaveLength(2);
  expect(served.fake.backends).toHaveLength(2);
  expect(refusals()).toMatchObject([{ address: '127.0.0.0/24', agent: 'c', role: 'backend', times: 1 }]);
  served.clock.advance(60_000);
  expect(refusals()).toMatchObject([{ times: 1 }, { times: 3 }]);
  await (await come('c')).next('welcome');
});

it('a known server, and whoever was here before, is never refused because of strangers at its address', async () => {
  await serve();
  await (await come('home', SECRET, 'proxy')).next('welcome');
  await (await come('stranger')).next('welcome');
  expect(await (await come('another')).closed).toEqual(REFUSED);
  await (await come('known')).next('welcome');
  await (await come('home', SECRET, 'proxy')).next('welcome');
});

it('an agent with a secret of its own, and those of this process, are not counted', async () => {
  await serve({ newcomers: { burst: 0, perSecond: 0 } });
  await (await come('own', OWN)).next('welcome');
  await (await come('managed', INTERNAL)).next('welcome');
  expect(served.fake.backends.map(({ identity }) => identity.isByAnybody)).toEqual([false, false]);
});

it('addresses of one site share what it may, and those of others have their own', async () => {
  let address = '';
  await serve({ addressOf: () => address });
  for (const [at, last] of ['1', '1', '2'].entries()) {
    address = `2001:db8:0:${last}::1`;
    const agent = await come(`n${at}`);
    if (at < 2) await agent.next('welcome');
    else expect(await agent.closed).toEqual(REFUSED);
  }
  address = '2001:db8:1::1';
  await (await come('elsewhere')).next('welcome');
});
