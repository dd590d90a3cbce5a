import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { RawAgent, serveChannel } from '../channel-fixture.ts';

const attempt = async (port: number): Promise<void> => {
  const agent = new RawAgent(port, 'wrong');
  const [, response] = (await once(agent.socket, 'unexpected-response')) as [unknown, IncomingMessage];
  response.destroy();
};

it('wrong secrets of one IPv6 network are one line a minute, with their number', async () => {
  let host = 0;
  const served = await serveChannel(undefined, { addressOf: () => `2001:db8::${(host += 1)}` });
  for (let time = 0; time < 3; time += 1) await attempt(served.port);
  const lines = () => served.log.lines.filter(({ event }) => event === 'channel.unauthorized');
  const lineOf = (times: number) => ({
    event: 'channel.unauthorized',
    address: '2001:db8:0:0::/64',
    times,
  });
  expect(lines()).toEqual([lineOf(1)]);
  served.clock.advance(60_000);
  expect(lines()).toEqual([lineOf(1), lineOf(2)]);
  served.close();
});
