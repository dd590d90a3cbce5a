import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '../../../src/domain/errors.ts';
import { FakeNetwork } from '../fake-network.ts';
import { ALICE, hello, openAgent, type RawAgent, type Served, serveChannel } from '../channel-fixture.ts';

let served: Served;
beforeEach(async () => {
  const fake = new FakeNetwork();
  const { network } = fake;
  Object.defineProperty(fake, 'network', {
    value: {
      ...network,
      players: {
        ...network.players,
        find: async (name: string) => {
          if (name !== 'alice') throw new AppError('player_not_found');
          return { uuid: ALICE, name: 'Alice' };
        },
      },
    },
  });
  served = await serveChannel(fake);
});
afterEach(() => served.close());

async function proxyOf(platform: string): Promise<RawAgent> {
  const agent = await openAgent(served.port);
  agent.send(hello('proxy', { platform, name: platform }));
  await agent.next('welcome');
  return agent;
}

it('a proxy may request the player who had a name, and gets the player or an error', async () => {
  const agent = await proxyOf('modern');
  agent.send({ type: 'player.find', id: 7, name: 'alice' });
  expect(await agent.next('player')).toEqual({ type: 'player', re: 7, uuid: ALICE, name: 'Alice' });
  agent.send({ type: 'player.find', id: 8, name: 'nobody' });
  expect(await agent.next('error')).toMatchObject({ re: 8, code: 'player_not_found' });
});

it('an edge is sent which game server has a player, and another proxy is not', async () => {
  const edge = await proxyOf('edge');
  const modern = await proxyOf('modern');
  for (const { client } of served.fake.proxies) {
    client.reportSeen?.(ALICE, 'hub-1');
    void client.kick(ALICE, 'bye').catch(() => undefined);
  }
  expect(await edge.next('player.seen')).toEqual({ type: 'player.seen', uuid: ALICE, server: 'hub-1' });
  // A later frame has arrived, so none of the earlier ones is missing.
  await modern.next('player.kick');
  expect(modern.frames.filter((frame) => frame.type === 'player.seen')).toEqual([]);
});
