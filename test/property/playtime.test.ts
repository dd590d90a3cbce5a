import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FakeProxy } from '../actors/fake-proxy.ts';
import type { Fault } from '../fixtures/faults.ts';
import { MemoryStorage } from '../fixtures/memory-storage.ts';
import { type NetworkFixture, openFixture } from '../actors/network-fixture.ts';
import { testPlayers, type TestPlayer } from '../actors/test-players.ts';
import { runs } from '../actors/runs.ts';
import { TestClock } from '../fixtures/test-clock.ts';

const PLAYERS = testPlayers(4);
const who = fc.constantFrom(...PLAYERS.keys());
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom('join', 'leave'), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('drop', 'connect', 'look') }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fault'),
      method: fc.constantFrom('players.save', 'players.findMany'),
      fault: fc.constantFrom<Fault>('before', 'after', { delayMs: 300 }, { delayMs: 5000 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('wait'),
      ms: fc.constantFrom(0, 1, 100, 251, 999, 1000, 7500, 61_000, 300_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart') }) },
);
type Step = typeof step extends fc.Arbitrary<infer D> ? D : never;

const ALL = { sort: 'totalTime', order: 'desc', search: '', limit: 100, offset: 0, cursor: null } as const;

/** Random joins and leaves, beside a simple count of whole seconds. */
class PlaytimeWorld {
  readonly clock = new TestClock();
  readonly storage = new MemoryStorage(this.clock);
  readonly played = new Map<string, number>();
  /** Second in which the coordinator began to count each running session. */
  readonly #since = new Map<string, number>();
  #lostAt: number | null = null;
  #fixture: NetworkFixture | undefined;
  #proxy: FakeProxy | undefined;

  async open(): Promise<this> {
    this.#fixture = await openFixture({ clock: this.clock, storage: this.storage });
    this.#proxy = this.#fixture.proxy().connect();
    return this;
  }

  async act(one: Step): Promise<void> {
    const player = PLAYERS['who' in one ? one.who : 0] as TestPlayer;
    if ('ms' in one) return this.wait(one.ms);
    if ('fault' in one) return this.storage.faults.next(one.method, one.fault);
    switch (one.do) {
      case 'join':
        return this.#join(player);
      case 'leave':
        return this.#leave(player);
      case 'drop':
        this.#lostAt ??= this.clock.now();
        return this.proxy.drop();
      case 'connect':
        return this.#connect();
      case 'look':
        return void this.fixture.network.players.all(ALL).catch(() => undefined);
      case 'restart':
        return this.#restart();
    }
  }

  async wait(milliseconds: number): Promise<void> {
    const end = this.clock.now() + milliseconds;
    const lapse = this.#lostAt === null ? Infinity : this.#lostAt + 10_000;
    if (lapse <= end) {
      await this.clock.advance(lapse - this.clock.now());
      this.#stopAll();
      this.#lostAt = null;
    }
    await this.clock.advance(end - this.clock.now());
  }

  /** Everything is written once the database works for a while and no player is online. */
  async finish(): Promise<void> {
    this.storage.faults.heal();
    this.#connect();
    for (const player of PLAYERS) this.#leave(player);
    await this.wait(120_000);
    for (const { uuid, name, ip } of PLAYERS) {
      const total = this.played.get(uuid);
      expect(this.storage.rows.players.get(uuid)?.playtime, name).toBe(total);
      if (total !== undefined) expect(this.storage.rows.addresses.get(uuid)).toBe(ip);
    }
  }

  get fixture(): NetworkFixture {
    if (this.#fixture === undefined) throw new Error('not open');
    return this.#fixture;
  }

  get proxy(): FakeProxy {
    if (this.#proxy === undefined) throw new Error('not open');
    return this.#proxy;
  }

  #second(): number {
    return Math.floor(this.clock.now() / 1000);
  }

  #join(player: TestPlayer): void {
    if (!this.proxy.isUp || this.proxy.players.has(player.uuid)) return;
    this.proxy.join(player);
    this.#start(player.uuid);
  }

  #leave({ uuid }: TestPlayer): void {
    if (this.proxy.isUp && this.proxy.players.has(uuid)) this.#stop(uuid);
    if (this.proxy.isUp) this.proxy.leave(uuid);
  }

  #connect(): void {
    this.proxy.connect();
    this.#lostAt = null;
    for (const uuid of this.proxy.players.keys()) this.#start(uuid);
  }

  async #restart(): Promise<void> {
    this.storage.faults.heal();
    await this.wait(20_000);
    await this.fixture.network.close();
    this.#stopAll();
    this.#lostAt = null;
    await this.clock.advance(30_000);
    const players = this.proxy.players;
    this.#fixture = await this.fixture.reopen();
    this.#proxy = this.#fixture.proxy();
    for (const [uuid, known] of players) this.#proxy.players.set(uuid, known);
    this.#connect();
  }

  #start(uuid: string): void {
    if (!this.#since.has(uuid)) this.#since.set(uuid, this.#second());
    if (!this.played.has(uuid)) this.played.set(uuid, 0);
  }

  #stop(uuid: string): void {
    const since = this.#since.get(uuid);
    if (since !== undefined) this.played.set(uuid, (this.played.get(uuid) ?? 0) + this.#second() - since);
    this.#since.delete(uuid);
  }

  #stopAll(): void {
    for (const uuid of this.#since.keys()) this.#stop(uuid);
  }
}

describe('playtime', () => {
  it('is the sum of the sessions, whatever happens to players, proxies, database and coordinator', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        const scenario = await new PlaytimeWorld().open();
        for (const one of steps) await scenario.act(one);
        await scenario.finish();
      }),
      runs(100),
    ));
});
