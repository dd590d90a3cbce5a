import { expect, it } from 'vitest';
import type { Uuid } from '../../src/domain/uuid.ts';
import { type EdgeFixture, LIMITS, openEdgeFixture, settled } from '../platform/edge/edge-fixture.ts';
import { FakeUpstream } from '../platform/edge/fake-upstream.ts';
import { NOTCH } from '../platform/edge/game-client.ts';

const uuid = NOTCH as Uuid;
const LOGINS = 20;

const linesOf = ({ log }: EdgeFixture, event: string) => log.filter((line) => line.event === event);
/** Of lines as they are, five; then one that counts, and a minute later the rest. */
function expectThinned(fixture: EdgeFixture, event: string, by: object): void {
  const at = linesOf(fixture, event);
  expect(at.slice(0, 5).every((line) => !('times' in line))).toBe(true);
  expect(at.slice(5)).toEqual([expect.objectContaining({ ...by, times: 1 })]);
  fixture.clock.push(60_000);
  expect(linesOf(fixture, event).slice(6)).toEqual([expect.objectContaining({ ...by, times: LOGINS - 6 })]);
}

it('logins of a banned player cannot fill the log', async () => {
  const fixture = await openEdgeFixture();
  const by = { via: 'api', name: '', uuid: null } as const;
  await fixture.network.bans.ban({ uuid, name: 'Notch', time: '1h', reason: 'x' }, by);
  for (let at = 0; at < LOGINS; at += 1) expect(await fixture.login().refusal()).toContain('Banned');
  const line = { uuid, name: 'Notch', ip: '127.0.0.1', code: 'banned' };
  expect(linesOf(fixture, 'edge.refused')[0]).toEqual({ event: 'edge.refused', ...line });
  expectThinned(fixture, 'edge.refused', { address: '127.0.0.1', ...line });
});

it('nor can logins while a server is down', async () => {
  const gone = await FakeUpstream.open();
  const { port } = gone;
  gone.close();
  const upstreams = [{ name: null, host: '127.0.0.1', port }];
  const fixture = await openEdgeFixture({ edge: { routes: [{ host: '*', upstreams }] } });
  for (let at = 0; at < LOGINS; at += 1) expect(await fixture.login().refusal()).toBe('Not reachable.');
  expectThinned(fixture, 'edge.upstream-unreachable', {
    upstream: `127.0.0.1:${port}`,
    host: '127.0.0.1',
    port,
  });
});

it('nor can logins that no server lets in', async () => {
  const fixture = await openEdgeFixture({ edge: { limits: { ...LIMITS, joining: 1 } } });
  // Each is dropped by the next, and the last one by its time.
  for (let at = 0; at < LOGINS; at += 1) {
    fixture.login();
    await settled(() => fixture.upstream.connections.length === at + 1, fixture);
  }
  expectThinned(fixture, 'edge.not-let-in', { address: '127.0.0.1', ip: '127.0.0.1' });
});

it('what was counted is logged when the edge closes', async () => {
  const fixture = await openEdgeFixture();
  await fixture.network.proxy.update({ preventJoin: true });
  for (let at = 0; at < LOGINS; at += 1) expect(await fixture.login().refusal()).toBe('Closed');
  await fixture.edge.close();
  expect(linesOf(fixture, 'edge.refused').at(-1)).toMatchObject({ times: LOGINS - 6 });
});
