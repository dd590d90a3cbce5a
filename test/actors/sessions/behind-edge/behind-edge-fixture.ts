import type { NetworkOptions } from '../../../../src/actors/network-options.ts';
import type { Uuid } from '../../../../src/domain/uuid.ts';
import type { FakeProxy } from '../../fake-proxy.ts';
import { type NetworkFixture, openFixture } from '../../network-fixture.ts';
import { profileOf } from '../../profiles.ts';
import { ADMIN, type TestPlayer, testPlayer } from '../../test-players.ts';

/** Ann, and how she is seen by an agent whose edge sends no PROXY protocol. */
export const ANN = testPlayer(1, 'Ann');
export const ANN_BEHIND: TestPlayer = { ...ANN, ip: '10.0.0.1' };

export interface BehindEdgeFixture extends NetworkFixture {
  readonly edge: FakeProxy;
  readonly agent: FakeProxy;
  /** Another edge that passes bytes on and identifies nobody. */
  readonly edgeNamed: (name: string) => FakeProxy;
  /** Another agent behind the edges. */
  readonly agentNamed: (name: string) => FakeProxy;
  /** What was announced of the players: `join` and `leave`, in order. */
  readonly story: () => string[];
  /** The server on which a player is shown; undefined while they are offline. */
  readonly serverOf: (uuid: Uuid) => string | undefined;
  /** The address that a ban would have. */
  readonly addressOf: (player: TestPlayer) => Promise<string>;
}

/** A network of two servers, an edge, and a proxy behind it whose agent says so. */
export async function openBehindEdge(
  options: Omit<Partial<NetworkOptions>, 'storage'> = {},
): Promise<BehindEdgeFixture> {
  const fixture = await openFixture(options);
  const { network, log, proxy } = fixture;
  for (const name of ['lobby', 'game']) await network.servers.add(profileOf(name));
  const edgeNamed = (name: string): FakeProxy => proxy(name, { platform: 'edge' }).connect();
  const agentNamed = (name: string): FakeProxy => proxy(name, { behindEdge: true }).connect();
  return {
    ...fixture,
    edge: edgeNamed('edge'),
    agent: agentNamed('agent'),
    edgeNamed,
    agentNamed,
    story: () =>
      log.flatMap(({ event }) => (/^player_(join|leave)$/.test(event.type) ? [event.type.slice(7)] : [])),
    serverOf: (uuid) => network.players.search('', 100).players.find((one) => one.uuid === uuid)?.server,
    addressOf: async ({ uuid, name }) => {
      const { bannedIp } = await network.bans.ban({ uuid, name, time: '1h', reason: 'tnt' }, ADMIN);
      return bannedIp;
    },
  };
}
