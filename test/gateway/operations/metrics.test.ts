import { expect, it, onTestFinished } from 'vitest';
import { Metrics } from '../../../src/gateway/operations/metrics.ts';
import { openFixture } from '../../actors/network-fixture.ts';

const NO_STREAMS = {
  open: 0,
  blocked: 0,
  writes: 0,
  bytes: 0,
  flushes: 0,
  dropped: { behind: 0, blocked: 0, expired: 0, revoked: 0 },
};

it('figures are collected four times a second at most, however often they are asked for', async () => {
  const { network, clock } = await openFixture();
  onTestFinished(() => network.close());
  let collected = 0;
  const connections = (): number => {
    collected += 1;
    return collected;
  };
  const metrics = new Metrics({ clock, network, routes: [], streams: () => NO_STREAMS, connections });
  const shown = async (): Promise<string | undefined> =>
    /^portcullis_http_connections (\d+)$/m.exec(await metrics.text())?.[1];
  expect(await Promise.all([shown(), shown(), shown()])).toEqual(['1', '1', '1']);
  await clock.advance(249);
  expect(await shown()).toBe('1');
  await clock.advance(1);
  expect([await shown(), await shown()]).toEqual(['2', '2']);
  expect(collected).toBe(2);
});
