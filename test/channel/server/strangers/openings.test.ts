import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { OPENINGS, Openings } from '../../../../src/channel/server/strangers/openings.ts';
import { backoffMs } from '../../../../src/runtime/backoff.ts';
import { SyncTestClock } from '../../../fixtures/test-clock.ts';
import { KeptLog, RawAgent, SECRET, serveChannel } from '../../channel-fixture.ts';
import { FakeNetwork } from '../../fake-network.ts';

const OWN = 'oooooooooooooooooooooooooooooooO';
const INTERNAL = 'iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiI';
const SECOND_MS = 1_000;

it('strangers of one site open few connections at a time, and those of all sites; others are not counted', async () => {
  let address = '192.0.2.1';
  const fake = new FakeNetwork();
  fake.credentials.set(OWN, { name: 'own', role: 'backend', mayBan: false, secretHash: 'ff' });
  const openings = { ofSite: { burst: 2, perSecond: 1 }, ofAll: { burst: 3, perSecond: 1 } };
  const served = await serveChannel(fake, { internalSecret: INTERNAL, openings, addressOf: () => address });
  onTestFinished(() => served.close());
  const statusOf = async (secret: string): Promise<number> => {
    const { socket } = new RawAgent(served.port, secret);
    const open = once(socket, 'open').then(() => 101);
    const refused = once(socket, 'unexpected-response').then((given) => {
      const response = given[1] as IncomingMessage;
      response.destroy();
      return response.statusCode ?? 0;
    });
    return await Promise.race([open, refused]);
  };
  expect([await statusOf(SECRET), await statusOf(SECRET)]).toEqual([101, 101]);
  address = '192.0.2.2';
  expect([await statusOf(SECRET), await statusOf(SECRET)]).toEqual([429, 429]);
  address = '198.51.100.1';
  expect([await statusOf(SECRET), await statusOf(SECRET)]).toEqual([101, 429]);
  expect([await statusOf(OWN), await statusOf(INTERNAL)]).toEqual([101, 101]);
  const refusals = () => served.log.lines.filter(({ event }) => event === 'channel.opening-refused');
  expect(refusals().map((line) => line['address'])).toEqual(['192.0.2.0/24', '198.51.100.0/24']);
  served.clock.advance(SECOND_MS);
  address = '192.0.2.1';
  expect(await statusOf(SECRET)).toBe(101);
});

/** Agents of one site that lost their connection, and when each of them is back: they come as `AgentClient` does. */
function comeBack(openings: Openings, clock: SyncTestClock, agents: number): number[] {
  let last = 0;
  const random = () => (last = (last + 0.618_034) % 1);
  const back: number[] = [];
  const start = clock.elapsed();
  const tryLater = (attempt: number): void => {
    clock.setTimeout(
      () => {
        if (openings.mayOpen('192.0.2.1')) back.push(clock.elapsed() - start);
        else tryLater(attempt + 1);
      },
      backoffMs(attempt, 250, 15_000, random),
    );
  };
  for (let count = 0; count < agents; count += 1) tryLater(0);
  clock.advance(120_000);
  return back;
}

it('a thousand game servers and a hundred proxies of one site may all come at once after a restart', () => {
  const clock = new SyncTestClock();
  const openings = new Openings(OPENINGS, { clock, logger: new KeptLog() });
  const first = comeBack(openings, clock, 1_100);
  expect(first).toHaveLength(1_100);
  expect(Math.max(...first)).toBeLessThanOrEqual(250);
  openings.close();
});

it('twice as many may all come within a minute', () => {
  const clock = new SyncTestClock();
  const openings = new Openings(OPENINGS, { clock, logger: new KeptLog() });
  const back = comeBack(openings, clock, 2_200);
  expect(back).toHaveLength(2_200);
  expect(Math.max(...back)).toBeLessThanOrEqual(60_000);
  openings.close();
});
