import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FakeProxy } from '../actors/fake-proxy.ts';
import type { Fault } from '../fixtures/faults.ts';
import { MemoryStorage } from '../fixtures/memory-storage.ts';
import { type Bed, openBed } from '../actors/network-fixture.ts';
import { people, type Person } from '../actors/people.ts';
import { runs } from '../actors/runs.ts';
import { TestClock } from '../fixtures/test-clock.ts';

const CROWD = people(4);
const who = fc.constantFrom(...CROWD.keys());
const deed = fc.oneof(
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
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never;

const ALL = { sort: 'totalTime', order: 'desc', search: '', limit: 100, offset: 0, cursor: null } as const;

/** Random comings and goings beside a tally of whole seconds, kept as plainly as a stopwatch would. */
class PlaytimeWorld {
  readonly clock = new TestClock();
  readonly storage = new MemoryStorage(this.clock);
  readonly played = new Map<string, number>();
  /** Second in which the coordinator began to count each running session. */
  readonly #since = new Map<string, number>();
  #lostAt: number | null = null;
  #bed: Bed | undefined;
  #proxy: FakeProxy | undefined;

  async open(): Promise<this> {
    this.#bed = await openBed({ clock: this.clock, storage: this.storage });
    this.#proxy = this.#bed.proxy().connect();
    return this;
  }

  async act(one: Deed): Promise<void> {
    const person = CROWD['who' in one ? one.who : 0] as Person;
    if ('ms' in one) return this.wait(one.ms);
    if ('fault' in one) return this.storage.faults.next(one.method, one.fault);
    switch (one.do) {
      case 'join':
        return this.#join(person);
      case 'leave':
        return this.#leave(person);
      case 'drop':
        this.#lostAt ??= this.clock.now();
        return this.proxy.drop();
      case 'connect':
        return this.#connect();
      case 'look':
        return void this.bed.network.players.all(ALL).catch(() => undefined);
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

  /** Everything is written once the database is well for a while and nobody is online. */
  async finish(): Promise<void> {
    this.storage.faults.heal();
    this.#connect();
    for (const person of CROWD) this.#leave(person);
    await this.wait(120_000);
    for (const { uuid, name, ip } of CROWD) {
      const total = this.played.get(uuid);
      expect(this.storage.rows.players.get(uuid)?.playtime, name).toBe(total);
      if (total !== undefined) expect(this.storage.rows.addresses.get(uuid)).toBe(ip);
    }
  }

  get bed(): Bed {
    if (this.#bed === undefined) throw new Error('not open');
    return this.#bed;
  }

  get proxy(): FakeProxy {
    if (this.#proxy === undefined) throw new Error('not open');
    return this.#proxy;
  }

  #second(): number {
    return Math.floor(this.clock.now() / 1000);
  }

  #join(person: Person): void {
    if (!this.proxy.isUp || this.proxy.guests.has(person.uuid)) return;
    this.proxy.join(person);
    this.#start(person.uuid);
  }

  #leave({ uuid }: Person): void {
    if (this.proxy.isUp && this.proxy.guests.has(uuid)) this.#stop(uuid);
    if (this.proxy.isUp) this.proxy.leave(uuid);
  }

  #connect(): void {
    this.proxy.connect();
    this.#lostAt = null;
    for (const uuid of this.proxy.guests.keys()) this.#start(uuid);
  }

  async #restart(): Promise<void> {
    this.storage.faults.heal();
    await this.wait(20_000);
    await this.bed.network.close();
    this.#stopAll();
    this.#lostAt = null;
    await this.clock.advance(30_000);
    const guests = this.proxy.guests;
    this.#bed = await this.bed.reopen();
    this.#proxy = this.#bed.proxy();
    for (const [uuid, guest] of guests) this.#proxy.guests.set(uuid, guest);
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
      fc.asyncProperty(fc.array(deed, { maxLength: 60, size: 'max' }), async (deeds) => {
        const world = await new PlaytimeWorld().open();
        for (const one of deeds) await world.act(one);
        await world.finish();
      }),
      runs(100),
    ));
});
