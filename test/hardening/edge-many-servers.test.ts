import { expect, it } from 'vitest';
import type { Uuid } from '../../src/domain/uuid.ts';
import { openEdgeFixture, settled } from '../platform/edge/edge-fixture.ts';
import { NOTCH } from '../platform/edge/game-client.ts';

it('an edge that reaches a thousand servers with the longest names connects, and takes players to the last of them', async () => {
  const nameOf = (at: number): string => String(at).padStart(64, '域');
  const names = Array.from({ length: 1_000 }, (_, at) => nameOf(at));
  const servers = names.map((name) => ({ name, host: '127.0.0.1', port: 25_565 }));
  const fixture = await openEdgeFixture({ edge: { servers } });
  const last = { name: nameOf(999), platform: 'server', version: '1', epoch: 1 } as const;
  const silent = { reboot: async () => undefined, announce: () => undefined, close: () => undefined };
  fixture.network.agents.attachBackend(last, silent).report({ type: 'GAME', state: 'IDLE', players: [] });
  fixture.login();
  await fixture.upstream.next();
  await settled(() => fixture.network.players.reachOf(NOTCH as Uuid)?.length === 1, fixture);
  expect(fixture.network.players.reachOf(NOTCH as Uuid)).toEqual([last.name]);
});
