import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { RawAgent, serveChannel } from '../channel-fixture.ts';

const lineOf = (address: string, times: number) => ({ event: 'channel.unauthorized', address, times });

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
