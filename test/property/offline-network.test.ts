import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldName } from '../../src/domain/player-name.ts';
import type { Uuid } from '../../src/domain/uuid.ts';
import { offlineUuid } from '../../src/runtime/offline-uuid.ts';
import { FakeAccounts } from '../actors/identity/fake-accounts.ts';
import { FakeEdge } from '../actors/identity/fake-edge.ts';
import { type NetworkFixture, openFixture } from '../actors/network-fixture.ts';
import { runs } from '../actors/runs.ts';
import { ADMIN, testPlayer } from '../actors/test-players.ts';

/** Some differ by case only: where nobody proves a name, a ban holds for all ways to write it. */
const NAMES = ['Griefer', 'griefer', 'Other', 'OTHER', 'Third'] as const;
const name = fc.constantFrom(...NAMES);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('enter'), name, at: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('proxy', 'leave'), name }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('ban'), nth: fc.nat(4), typed: fc.option(fc.nat(4)) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unban'), nth: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(100, 60_000, 700_000) }) },
);
type Step = typeof step extends fc.Arbitrary<infer D> ? D : never;

/** Two edges and a proxy whose servers check no accounts, beside an account service that knows strangers by all these names. */
class OfflineNetwork {
  readonly #fixture: NetworkFixture;
  readonly #edges: readonly FakeEdge[];
  readonly #proxy;
  /** The uuids of bans in force, and the names under which they were set, folded. */
  readonly #bans = new Map<Uuid, string>();
  readonly #everBanned = new Set<string>();

  private constructor(fixture: NetworkFixture) {
    this.#fixture = fixture;
    const { network, clock } = fixture;
    this.#edges = ['edge', 'edge-2'].map((edge) => new FakeEdge(network, clock, edge, 'offline'));
    this.#proxy = fixture.proxy('velocity').connect();
  }

  static async open(): Promise<OfflineNetwork> {
    const accounts = new FakeAccounts();
    for (const [at, one] of NAMES.entries()) accounts.set(one, testPlayer(100 + at).uuid);
    return new OfflineNetwork(await openFixture({ accounts, edgeIdentity: 'offline' }));
  }

  async act(one: Step): Promise<void> {
    if ('at' in one) await this.#enter(one.name, one.at);
    else if ('name' in one) {
      this.#leave(one.name);
      const player = { uuid: offlineUuid(one.name), name: one.name, ip: '192.0.2.3' };
      if (one.do === 'proxy') expect(this.#proxy.enter(player), one.name).toBe(!this.#isBanned(one.name));
    } else if ('typed' in one) await this.#ban(one.nth, one.typed);
    else if ('nth' in one) await this.#unban(one.nth);
    else if (one.do === 'drop') {
      this.#proxy.drop();
      await this.#fixture.clock.advance(1_000);
      this.#proxy.connect();
    } else await this.#fixture.clock.advance(one.ms);
    await this.#fixture.clock.advance(3_000);
    this.#assertRight();
  }

  async #enter(player: string, at: number): Promise<void> {
    const edge = this.#edges[at];
    if (edge === undefined) throw new Error('no such edge');
    const { uuid, admission } = await edge.login(player, null);
    expect([uuid, admission.allow], player).toEqual([offlineUuid(player), !this.#isBanned(player)]);
    if (!admission.allow) return;
    this.#leave(player);
    edge.join(uuid, player);
  }

  #leave(player: string): void {
    for (const edge of this.#edges) {
      for (const one of edge.sessions.filter((other) => other.name === player)) edge.leave(one);
    }
    this.#proxy.leave(offlineUuid(player));
  }

  /** The admin bans a row of the list, and may give the name of another row: the uuid decides. */
  async #ban(nth: number, typed: number | null): Promise<void> {
    const rows = this.#rows();
    const row = rows[nth % Math.max(1, rows.length)];
    if (row === undefined) return;
    this.#everBanned.add(foldName(row.name));
    const given = (typed === null ? undefined : rows[typed % rows.length]?.name) ?? row.name;
    const { bans } = this.#fixture.network;
    const set = await bans.ban({ uuid: row.uuid, name: given, time: 'perma', reason: 'tnt' }, ADMIN);
    expect([set.uuid, foldName(set.name)]).toEqual([row.uuid, foldName(row.name)]);
    this.#bans.set(row.uuid, foldName(row.name));
  }

  async #unban(nth: number): Promise<void> {
    const uuid = [...this.#bans.keys()][nth % Math.max(1, this.#bans.size)];
    if (uuid === undefined) return;
    await this.#fixture.network.bans.unban(uuid, ADMIN);
    this.#bans.delete(uuid);
  }

  #isBanned(player: string): boolean {
    return this.#bans.has(offlineUuid(player)) || [...this.#bans.values()].includes(foldName(player));
  }

  #assertRight(): void {
    const inForce = [...this.#fixture.network.bans.active()].map(({ uuid }) => uuid);
    expect(inForce.sort(), 'bans').toEqual([...this.#bans.keys()].sort());
    for (const { uuid, name: shown } of this.#rows()) {
      expect(uuid, `${shown} is shown as who they are`).toBe(offlineUuid(shown));
      expect(this.#isBanned(shown), `${shown} is banned, and there`).toBe(false);
    }
    const kicked = this.#edges
      .flatMap(({ kicks }) => kicks)
      .filter(({ message }) => message.startsWith('banned'));
    for (const { uuid } of kicked) {
      const whose = NAMES.find((one) => offlineUuid(one) === uuid) ?? '';
      expect(this.#everBanned, `${whose} was thrown out`).toContain(foldName(whose));
    }
  }

  #rows(): { readonly uuid: Uuid; readonly name: string }[] {
    const page = { sort: 'name', order: 'asc', search: '', limit: null, offset: 0 } as const;
    const { bytes } = this.#fixture.network.players.online(page);
    return JSON.parse(new TextDecoder().decode(bytes)) as { uuid: Uuid; name: string }[];
  }
}

describe('where servers check no accounts', () => {
  it('a ban holds for its name until it is lifted, throws out nobody else, and goes over to no account', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }), async (steps) => {
        const network = await OfflineNetwork.open();
        for (const one of steps) await network.act(one);
      }),
      runs(100),
    ));
});
