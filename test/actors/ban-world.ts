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
import { type Bed, openBed } from './network-fixture.ts';
import { ADMIN, people, type Person } from './people.ts';
import { TestClock } from '../fixtures/test-clock.ts';

export const PEOPLE = people(3);
export const PROXIES = ['east', 'west'] as const;

/** What is known for certain of a player's ban; `expires` 0 is for good. */
interface Known {
  ban: { readonly expires: number } | null;
  /** Commands that began and did not answer yet: while there are any, nothing is certain. */
  pending: number;
  /** A write failed after it may have been committed: the row decides at the next start. */
  isAmbiguous: boolean;
  /** How many commands were answered, so that the order of the answers can be checked. */
  answered: number;
  asked: number;
}

type Announced = Extract<NetworkEvent, { type: 'ban_update' }>['data'];

/** A network under random play, beside a plain note of what must be so. Its checks throw where the two differ. */
export class BanWorld {
  readonly clock = new TestClock();
  readonly storage = new MemoryStorage(this.clock);
  readonly #known = new Map<Uuid, Known>();
  readonly #answers: Promise<void>[] = [];
  readonly #checks = new Checks();
  readonly #writing = new Set<Uuid>();
  /** Answers that say a ban or an unban happened, and the announcements of the same. */
  readonly #said = { ban: 0, unban: 0 };
  readonly #announced = { ban: 0, unban: 0, expire: 0 };
  bed: Bed | undefined;
  proxies: FakeProxy[] = [];

  async open(): Promise<this> {
    this.#watchWrites();
    this.bed = await openBed({ clock: this.clock, storage: this.storage });
    this.#follow(this.bed);
    this.proxies = PROXIES.map((name) => this.#bed().proxy(name).connect());
    for (const { uuid } of PEOPLE) {
      this.#known.set(uuid, { ban: null, pending: 0, isAmbiguous: false, answered: 0, asked: 0 });
    }
    return this;
  }

  ban(person: Person, time: BanTime): void {
    const { uuid, name } = person;
    const request = this.#bed().network.bans.ban({ uuid, name, time, reason: 'griefing' }, ADMIN);
    this.#await(this.#hear(person, request, 'ban', (entry) => ({ expires: entry.expires })));
  }

  unban(person: Person): void {
    const request = this.#bed().network.bans.unban(person.uuid, ADMIN);
    this.#await(this.#hear(person, request, 'unban', () => null));
  }

  fault(method: string, fault: Fault): void {
    this.storage.faults.next(method, fault);
  }

  login(proxy: FakeProxy, person: Person): void {
    if (!proxy.isUp) return;
    const answer = proxy.login(person);
    const isRefused = !answer.allow && answer.code === 'banned';
    if (this.#mustBeBanned(person)) expect(isRefused, `${person.name} logs in`).toBe(true);
    if (this.#mustBeFree(person)) expect(isRefused, `${person.name} logs in`).toBe(false);
  }

  join(proxy: FakeProxy, person: Person): void {
    const joins = this.#joinsOf(person);
    proxy.join(person);
    if (this.#mustBeBanned(person)) expect(this.#joinsOf(person), `${person.name} joins`).toBe(joins);
  }

  connect(proxy: FakeProxy): void {
    const before = PEOPLE.map((person) => this.#joinsOf(person));
    proxy.connect();
    for (const [index, person] of PEOPLE.entries()) {
      if (this.#mustBeBanned(person)) expect(this.#joinsOf(person), person.name).toBe(before[index]);
    }
  }

  /** Another process takes over once everything is answered; it believes the table. */
  async restart(): Promise<void> {
    await this.settle();
    await this.#bed().network.close();
    const guests = this.proxies.map((proxy) => new Map(proxy.guests));
    this.clock.dropTimers();
    this.bed = await this.#bed().reopen();
    this.#follow(this.bed);
    for (const [uuid, known] of this.#known) {
      const row = this.storage.rows.bans.get(uuid);
      const ban = row?.active === true ? { expires: row.expires } : null;
      if (!known.isAmbiguous && this.#holds(known)) expect(ban).toEqual(known.ban);
      known.ban = ban;
      known.isAmbiguous = false;
    }
    this.proxies = PROXIES.map((name, index) => {
      const proxy = this.#bed().proxy(name);
      for (const [uuid, guest] of guests[index] ?? []) proxy.guests.set(uuid, guest);
      this.connect(proxy);
      return proxy;
    });
  }

  /** Waits for every answer, with the database well; says so when one does not come. */
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

  /** What must be true at the end of every run, with all lines up and every proxy obeying. */
  async finish(): Promise<void> {
    await this.settle();
    for (const proxy of this.proxies) {
      proxy.manners = 'obeys';
      if (!proxy.isUp) this.connect(proxy);
      else proxy.sync();
    }
    await this.clock.advance(1000);
    for (const person of PEOPLE) {
      const isThere = this.proxies.some((proxy) => proxy.guests.has(person.uuid));
      if (this.#mustBeBanned(person)) expect(isThere, `${person.name} is still there`).toBe(false);
    }
    expect(this.#announced.ban).toBe(this.#said.ban);
    expect(this.#announced.unban).toBe(this.#said.unban);
  }

  #bed(): Bed {
    if (this.bed === undefined) throw new Error('the world is not open');
    return this.bed;
  }

  async #hear(
    { uuid }: Person,
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
    this.#said[kind] += 1;
    expect(this.#announced[kind], 'announced before it is answered').toBeGreaterThanOrEqual(this.#said[kind]);
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

  /** The answer to the ban is out, no later command began, and it did not run out. */
  #mustBeBanned({ uuid }: Person): boolean {
    const known = this.#of(uuid);
    return known.pending === 0 && this.#holds(known);
  }

  /** Nothing is under way, and what there was is lifted or over; timers may be late by a second. */
  #mustBeFree({ uuid }: Person): boolean {
    const known = this.#of(uuid);
    const ends = known.ban === null ? 0 : known.ban.expires === 0 ? Infinity : known.ban.expires + 1000;
    return known.pending === 0 && this.clock.now() >= ends;
  }

  #joinsOf({ uuid }: Person): number {
    return this.#bed()
      .events('player_join')
      .filter((join) => join.uuid === uuid).length;
  }

  #of(uuid: Uuid): Known {
    const known = this.#known.get(uuid);
    if (known === undefined) throw new Error('nobody of this world');
    return known;
  }

  /** Every announcement is of something that is in the table by then; an end comes neither early nor twice. */
  #follow(bed: Bed): void {
    bed.network.events.subscribe(({ event }) => {
      if (event.type === 'ban_update') this.#checks.make(() => this.#checkAnnounced(event.data));
    });
  }

  #checkAnnounced({ action, uuid, expires }: Announced): void {
    this.#announced[action] += 1;
    const row = this.storage.rows.bans.get(uuid as Uuid);
    if (action === 'ban') expect(row, 'announced but not committed').toMatchObject({ active: true, expires });
    if (action === 'unban') expect(row?.active, 'announced but not lifted').toBe(false);
    if (action !== 'expire') return;
    expect(this.clock.now()).toBeGreaterThanOrEqual(expires);
    expect(this.clock.now()).toBeLessThanOrEqual(expires + 1000);
  }

  /** No two writes about one player are ever under way together. */
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
