import type { NameProof } from '../../../src/actors/ports.ts';
import type { BanEntry } from '../../../src/domain/resources.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { type NetworkFixture, openFixture } from '../network-fixture.ts';
import { ADMIN, type TestPlayer, testPlayer } from '../test-players.ts';
import { FakeAccounts } from './fake-accounts.ts';
import { FakeEdge } from './fake-edge.ts';

export const VICTIM = testPlayer(1, 'Victim');
export const MALLORY = testPlayer(2, 'Mallory');
export const HEIR = testPlayer(3, 'Griefer');
export const DAY = 86_400_000;

export interface IdentityFixture extends NetworkFixture {
  readonly accounts: FakeAccounts;
  readonly edge: FakeEdge;
  readonly second: FakeEdge;
  /** Bans Victim when nobody is named. */
  readonly ban: (uuid?: Uuid, name?: string, time?: '1h' | 'perma') => Promise<BanEntry>;
  /** The row of a player from before names were kept. */
  readonly known: (player: TestPlayer) => void;
  /** What the table of names has, since the time of the database's first row. */
  readonly named: (player: TestPlayer, provedBy: NameProof | null) => void;
}

/** A network with two edges, and an account service that knows Victim and Mallory unless the network asks nobody. */
export async function openIdentity(withAccounts = true): Promise<IdentityFixture> {
  const accounts = new FakeAccounts();
  for (const one of [VICTIM, MALLORY]) accounts.set(one.name, one.uuid);
  const fixture = await openFixture(withAccounts ? { accounts } : {});
  const { network, clock, storage } = fixture;
  const named = ({ uuid, name }: TestPlayer, provedBy: NameProof | null, firstSeen = clock.now()): void => {
    const key = name.toLowerCase();
    const provedAt = provedBy === null ? 0 : clock.now();
    storage.rows.names.set(key, { key, uuid, provedBy, provedAt, firstSeen, lastSeen: clock.now() });
  };
  return {
    ...fixture,
    accounts,
    edge: new FakeEdge(network, clock, 'edge'),
    second: new FakeEdge(network, clock, 'edge-2'),
    ban: (uuid = VICTIM.uuid, name = VICTIM.name, time = 'perma') =>
      network.bans.ban({ uuid, name, time, reason: 'tnt' }, ADMIN),
    known: (player) => {
      const { uuid, name } = player;
      storage.rows.players.set(uuid, { uuid, name, playtime: 1, firstConnection: 1, lastConnection: 1 });
      named(player, null, 0);
    },
    named: (player, provedBy) => named(player, provedBy),
  };
}
