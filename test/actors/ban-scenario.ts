import { expect } from 'vitest';
import type { BanEntry } from '../../src/domain/resources.ts';
import type { BanTime } from '../../src/domain/time/ban-time.ts';
import { AppError } from '../../src/domain/errors.ts';
import type { Uuid } from '../../src/domain/uuid.ts';
import type { NetworkEvent } from '../../src/domain/network-event.ts';
import { Checks } from './checks.ts';
import type { FakeProxy } from './fake-proxy.ts';
import type { Fault } from '../fixtures/faults.ts';
import { MemoryStorage } from '../fixtures/memory-storage.ts';
import { type NetworkFixture, openFixture } from './network-fixture.ts';
import { ADMIN, testPlayers, type TestPlayer } from './test-players.ts';
import { TestClock } from '../fixtures/test-clock.ts';

export const PLAYERS = testPlayers(3);
export const PROXIES = ['east', 'west'] as const;

/** What is known for certain of a player's ban; `expires` 0 is for good. */
interface Known {
  ban: { readonly expires: number } | null;
  /** Commands without an answer yet: while there are any, nothing is certain. */
  pending: number;
  /** A write failed after it may have been committed: the row decides at the next start. */
  isAmbiguous: boolean;
  /** How many commands were answered: for checking the order of the answers. */
  answered: number;
  asked: number;
}

type Announced = Extract<NetworkEvent, { type: 'ban_update' }>['data'];

/** A network under random events, beside a simple model of its bans. The checks throw where the two differ. */
export class BanScenario {
  readonly clock = new TestClock();
  readonly storage = new MemoryStorage(this.clock);
  readonly #known = new Map<Uuid, Known>();
  readonly #answers: Promise<void>[] = [];
  readonly #checks = new Checks();
  readonly #writing = new Set<Uuid>();
  /** How many bans and unbans were answered as done, and how many were announced. */
  readonly #done = { ban: 0, unban: 0 };
  readonly #announced = { ban: 0, unban: 0, expire: 0 };
  fixture: NetworkFixture | undefined;
  proxies: FakeProxy[] = [];

  async open(): Promise<this> {
    this.#watchWrites();
    this.fixture = await openFixture({ clock: this.clock, storage: this.storage });
    this.#follow(this.fixture);
    this.proxies = PROXIES.map((name) => this.#fixture().proxy(name).connect());
    for (const { uuid } of PLAYERS) {
      this.#known.set(uuid, { ban: null, pending: 0, isAmbiguous: false, answered: 0, asked: 0 });
    }
    return this;
  }

  ban(player: TestPlayer, time: BanTime): void {
    const { uuid, name } = player;
    const request = this.#fixture().network.bans.ban({ uuid, name, time, reason: 'griefing' }, ADMIN);
    this.#await(this.#track(player, request, 'ban', (entry) => ({ expires: entry.expires })));
  }

  unban(player: TestPlayer): void {
    const request = this.#fixture().network.bans.unban(player.uuid, ADMIN);
    this.#await(this.#track(player, request, 'unban', () => null));
  }

  fault(method: string, fault: Fault): void {
    this.storage.faults.next(method, fault);
  }

  login(proxy: FakeProxy, player: TestPlayer): void {
    if (!proxy.isUp) return;
    const answer = proxy.login(player);
    const isRefused = !answer.allow && answer.code === 'banned';
    if (this.#mustBeBanned(player)) expect(isRefused, `${player.name} logs in`).toBe(true);
    if (this.#mustBeFree(player)) expect(isRefused, `${player.name} logs in`).toBe(false);
  }

  join(proxy: FakeProxy, player: TestPlayer): void {
    const joins = this.#joinsOf(player);
    proxy.join(player);
    if (this.#mustBeBanned(player)) expect(this.#joinsOf(player), `${player.name} joins`).toBe(joins);
  }

  connect(proxy: FakeProxy): void {
    const before = PLAYERS.map((player) => this.#joinsOf(player));
    proxy.connect();
    for (const [index, player] of PLAYERS.entries()) {
      if (this.#mustBeBanned(player)) expect(this.#joinsOf(player), player.name).toBe(before[index]);
    }
  }

  /** Another process starts once everything is answered; it goes by the table. */
  async restart(): Promise<void> {
    await this.settle();
    await this.#fixture().network.close();
    const players = this.proxies.map((proxy) => new Map(proxy.players));
    this.clock.dropTimers();
    this.fixture = await this.#fixture().reopen();
    this.#follow(this.fixture);
    for (const [uuid, known] of this.#known) {
      const row = this.storage.rows.bans.get(uuid);
      const ban = row?.active === true ? { expires: row.expires } : null;
      if (!known.isAmbiguous && this.#holds(known)) expect(ban).toEqual(known.ban);
      known.ban = ban;
      known.isAmbiguous = false;
    }
    this.proxies = PROXIES.map((name, index) => {
      const proxy = this.#fixture().proxy(name);
      for (const [uuid, entry] of players[index] ?? []) proxy.players.set(uuid, entry);
      this.connect(proxy);
      return proxy;
    });
  }

  /** Waits for every answer, with a database that works; fails when one does not come. */
  async settle(): Promise<void> {
    this.storage.faults.heal();
    this.storage.faults.release();
    const isBusy = (): boolean => [...this.#known.values()].some(({ pending }) => pending > 0);
    await this.clock.advance(0);
    for (let turns = 0; turns < 60 && isBusy(); turns += 1) await this.clock.advance(2000);
    for (const [uuid, { pending }] of this.#known) expect(pending, `commands about ${uuid}`).toBe(0);
    await Promise.all(this.#answers);
    this.#checks.assertAll();
  }

  /** What must be true at the end of every run, with all proxies connected and obeying. */
  async finish(): Promise<void> {
    await this.settle();
    for (const proxy of this.proxies) {
      proxy.behaviour = 'obeys';
      if (!proxy.isUp) this.connect(proxy);
      else proxy.sync();
    }
    await this.clock.advance(1000);
    for (const player of PLAYERS) {
      const isThere = this.proxies.some((proxy) => proxy.players.has(player.uuid));
      if (this.#mustBeBanned(player)) expect(isThere, `${player.name} is still there`).toBe(false);
    }
    expect(this.#announced.ban).toBe(this.#done.ban);
    expect(this.#announced.unban).toBe(this.#done.unban);
  }

  #fixture(): NetworkFixture {
    if (this.fixture === undefined) throw new Error('the scenario is not open');
    return this.fixture;
  }

  async #track(
    { uuid }: TestPlayer,
    request: Promise<BanEntry>,
    kind: 'ban' | 'unban',
    after: (entry: BanEntry) => Known['ban'],
  ): Promise<void> {
    const known = this.#of(uuid);
    known.pending += 1;
    known.asked += 1;
    const turn = known.asked;
    const outcome = await request.catch((error: unknown) => ({ error }));
    known.pending -= 1;
    known.answered += 1;
    expect(known.answered, 'commands are answered in their order').toBe(turn);
    if ('error' in outcome) return this.#judge(known, outcome.error, kind);
    this.#done[kind] += 1;
    expect(this.#announced[kind], 'announced before it is answered').toBeGreaterThanOrEqual(this.#done[kind]);
    // Another command of the same player may have been written by now.
    const row = this.storage.rows.bans.get(uuid);
    if (known.pending === 0) expect(row?.active, 'committed').toBe(kind === 'ban');
    // A ban may run out while its lifting is written.
    if (kind === 'ban') expect(this.#holds(known), 'banned anew while banned').toBe(false);
    else expect(known.ban, 'lifted while free').not.toBeNull();
    known.ban = after(outcome);
  }

  /** Read by `settle`; a failed check must not be an unhandled rejection before that. */
  #await(heard: Promise<void>): void {
    heard.catch(() => undefined);
    this.#answers.push(heard);
  }

  #judge(known: Known, error: unknown, kind: 'ban' | 'unban'): void {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'storage_unavailable') known.isAmbiguous = true;
    else if (kind === 'ban') {
      expect(error.code).toBe('player_already_banned');
      expect(known.ban, 'refused as banned').not.toBeNull();
    } else {
      expect(error.code).toBe('player_not_banned');
      expect(this.#holds(known), 'refused as free').toBe(false);
    }
  }

  #holds({ ban }: Known): boolean {
    return ban !== null && (ban.expires === 0 || this.clock.now() < ban.expires);
  }

  /** The ban was answered, no later command began, and it did not run out. */
  #mustBeBanned({ uuid }: TestPlayer): boolean {
    const known = this.#of(uuid);
    return known.pending === 0 && this.#holds(known);
  }

  /** No command is under way, and any ban is lifted or over; timers may be late by a second. */
  #mustBeFree({ uuid }: TestPlayer): boolean {
    const known = this.#of(uuid);
    const ends = known.ban === null ? 0 : known.ban.expires === 0 ? Infinity : known.ban.expires + 1000;
    return known.pending === 0 && this.clock.now() >= ends;
  }

  #joinsOf({ uuid }: TestPlayer): number {
    return this.#fixture()
      .events('player_join')
      .filter((join) => join.uuid === uuid).length;
  }

  #of(uuid: Uuid): Known {
    const known = this.#known.get(uuid);
    if (known === undefined) throw new Error('no player of this scenario');
    return known;
  }

  /** What is announced is in the table by then; an end is announced neither early nor twice. */
  #follow(fixture: NetworkFixture): void {
    fixture.network.events.subscribe(({ event }) => {
      if (event.type === 'ban_update') this.#checks.make(() => this.#checkAnnounced(event.data));
    });
  }

  #checkAnnounced({ action, uuid, expires }: Announced): void {
    this.#announced[action] += 1;
    const row = this.storage.rows.bans.get(uuid);
    if (action === 'ban') expect(row, 'announced but not committed').toMatchObject({ active: true, expires });
    if (action === 'unban') expect(row?.active, 'announced but not lifted').toBe(false);
    if (action !== 'expire') return;
    expect(this.clock.now()).toBeGreaterThanOrEqual(expires);
    expect(this.clock.now()).toBeLessThanOrEqual(expires + 1000);
  }

  /** No two writes about one player are under way at the same time. */
  #watchWrites(): void {
    const { bans } = this.storage;
    const save = bans.save.bind(bans);
    const lift = bans.lift.bind(bans);
    const alone = async <T>(uuid: Uuid, write: () => Promise<T>): Promise<T> => {
      expect(this.#writing.has(uuid), 'two writes about one player').toBe(false);
      this.#writing.add(uuid);
      try {
        return await write();
      } finally {
        this.#writing.delete(uuid);
      }
    };
    bans.save = (draft, by) => alone(draft.uuid, () => save(draft, by));
    bans.lift = (uuid, at, by) => alone(uuid, () => lift(uuid, at, by));
  }
}
