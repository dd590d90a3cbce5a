import { expect } from 'vitest';
import { foldName } from '../../../src/domain/player-name.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import type { Decision } from '../../../src/platform/edge/edge-admission.ts';
import type { Fault } from '../../fixtures/faults.ts';
import { MemoryStorage } from '../../fixtures/memory-storage.ts';
import type { FakeBackend } from '../fake-backend.ts';
import type { FakeProxy } from '../fake-proxy.ts';
import { type NetworkFixture, openFixture } from '../network-fixture.ts';
import { ADMIN, type TestPlayer, testPlayer } from '../test-players.ts';
import { FakeAccounts } from './fake-accounts.ts';
import { type LinkedClient, LinkedEdge } from './linked-edge.ts';

/** An edge answers a login within this, whoever is away. */
const ANSWERED_MS = 5_000;
/** After this long everybody who is online was asked about, and every ban has moved. */
const SETTLED_MS = 600_000;
/** A failed write is tried again within this. */
const HEALED_MS = 70_000;
const HOUR = 3_600_000;
const STOLEN = 'stolen';

export type Service = 'back' | 'away' | 'silent' | 'spent';

interface Person {
  readonly uuid: Uuid;
  name: string;
  /** When the ban ends that an admin set on their row; null without one. */
  bannedUntil: number | null;
  /** Whether a ban was ever set on a row of theirs, or may have been. */
  wasBanned: boolean;
  /** Whether nobody can tell whether a ban is about them: it was lifted, they were renamed, or its answer was lost. */
  isUnclear: boolean;
  /** Whether they ever came under this name by a uuid that is not theirs: without one, they may still be shown by it. */
  hasLied: boolean;
}

/**
 * People with accounts at two edges whose links come and go, with restarts, beside what is true of them. Servers let a login
 * pass only under a name that is the person's own; anybody may claim anything, and wait at a server under any name.
 */
export class LinkedEdgesScenario {
  readonly accounts = new FakeAccounts();
  readonly people: readonly Person[];
  #fixture: NetworkFixture;
  #edges: LinkedEdge[];
  #proxy: FakeProxy;
  /** The server behind the second edge, whose secret is stolen. */
  #thief: FakeBackend;
  /** Innocent players who were thrown out, and what they read. */
  readonly #thrownOut: string[] = [];
  #service: Service = 'back';
  #isDatabaseBad = false;
  #isClosed = false;
  #fresh = 0;

  private constructor(fixture: NetworkFixture, accounts: FakeAccounts) {
    this.accounts = accounts;
    this.#fixture = fixture;
    this.people = [1, 2, 3, 4].map((number) => {
      const { uuid, name } = testPlayer(number, `Player${number}`);
      return { uuid, name, bannedUntil: null, wasBanned: false, isUnclear: false, hasLied: false };
    });
    for (const { name, uuid } of this.people) accounts.set(name, uuid);
    const { clock, network } = fixture;
    const onKick = (client: LinkedClient, message: string): void => this.#judgeKick(client, message);
    this.#edges = ['edge', 'edge-2'].map((name) => new LinkedEdge(name, clock, onKick));
    for (const edge of this.#edges) edge.link(network);
    this.#proxy = fixture.proxy('velocity').connect();
    this.#edge(1).server = STOLEN;
    this.#thief = fixture.backend(STOLEN).connect();
  }

  static async open(): Promise<LinkedEdgesScenario> {
    const accounts = new FakeAccounts();
    return new LinkedEdgesScenario(await openFixture({ accounts }), accounts);
  }

  async wait(milliseconds: number): Promise<void> {
    await this.#fixture.clock.advance(milliseconds);
  }

  /** From now on the account service behaves like this. */
  turn(service: Service): void {
    this.#service = service;
    this.accounts.away = service === 'away';
    this.accounts.silent = service === 'silent';
    this.accounts.spent = service === 'spent';
  }

  /** From now on this call to the database fails. */
  break(method: string, fault: Fault): void {
    this.#fixture.storage.faults.heal();
    this.#fixture.storage.faults.always(method, fault);
    this.#isDatabaseBad = true;
  }

  async healDatabase(): Promise<void> {
    this.#fixture.storage.faults.heal();
    this.#isDatabaseBad = false;
    await this.wait(HEALED_MS);
  }

  /** Logs in under their own name, in capitals or not, and joins when they are let in. */
  async enter(person: Person, at: number, claim: Uuid | null, isLoud: boolean, stays: number): Promise<void> {
    const edge = this.#edge(at);
    const name = isLoud ? person.name.toUpperCase() : person.name;
    const decision = await this.#login(edge, name, claim);
    this.#judgeLogin(edge, person, decision);
    if (!decision.admission.allow) return;
    this.leave(person);
    edge.open(name, decision, true, this.#isWelcome(person, claim), claim);
    await this.wait(stays);
  }

  /** Comes a second time, from another address and to another server; then one of the two connections ends. */
  async enterAgain(person: Person, at: number, isBack: boolean, stays: number): Promise<void> {
    const edge = this.#edge(at);
    const first = edge.players.find(({ name }) => isSame(name, person.name));
    if (first === undefined) return;
    const { server, ip } = edge;
    Object.assign(edge, { server: server ?? 'elsewhere', ip: '192.0.2.2' });
    const decision = await this.#login(edge, first.name, person.uuid);
    this.#judgeLogin(edge, person, decision);
    const isWelcome = this.#isWelcome(person, person.uuid);
    if (decision.admission.allow) {
      const second = edge.open(first.name, decision, true, isWelcome, person.uuid);
      await this.wait(stays);
      edge.close(isBack ? second : first);
    }
    Object.assign(edge, { server, ip });
  }

  /** Two log in at once by one uuid, and the server lets both in. */
  async enterBoth(
    first: Person,
    second: Person,
    at: number,
    claim: Uuid | null,
    gap: number,
    stays: number,
  ): Promise<void> {
    const edge = this.#edge(at);
    const pair = first === second ? [first] : [first, second];
    const logins = pair.map((person) => edge.login(person.name, claim));
    await this.wait(ANSWERED_MS);
    for (const [index, person] of pair.entries()) {
      const decision = await logins[index];
      if (decision?.admission.allow !== true) continue;
      if (index > 0) await this.wait(gap);
      this.leave(person);
      edge.open(person.name, decision, true, this.#isWelcome(person, claim), claim);
    }
    await this.wait(stays);
  }

  /** Logs in under a name that may be another's, and waits at the server for so long: it never lets them in. */
  async pretend(name: string, at: number, claim: Uuid | null, milliseconds: number): Promise<void> {
    const edge = this.#edge(at);
    const decision = await this.#login(edge, name, claim);
    if (!decision.admission.allow) return;
    const client = edge.open(name, decision, false, false, claim);
    this.#fixture.clock.setTimeout(() => edge.close(client), milliseconds);
  }

  /** Maintenance goes on or off, unless the database says no; whoever is online by then may stay. */
  async close(isClosed: boolean): Promise<void> {
    await this.wait(2_500);
    const shown = new Set(this.#rows().map(({ name }) => foldName(name)));
    // Whose uuid could not be checked since their join is not online yet, and may be refused as who comes anew.
    for (const client of this.#edges.flatMap(({ joined }) => joined))
      if (!shown.has(foldName(client.name))) client.isHonest = false;
    // Not awaited: a database that answers late needs the clock to go on.
    void this.#fixture.network.proxy.update({ maintenance: isClosed }).catch(() => undefined);
    await this.wait(this.#isDatabaseBad ? 20_000 : 100);
    this.#isClosed = this.#fixture.network.proxy.settings().maintenance;
  }

  /** The stolen secret says that who is on its server under this person's name is the player of this uuid. */
  async lie({ name }: Person, uuid: Uuid): Promise<void> {
    this.#thief.session.report({ players: [uuid], names: [name] });
    await this.wait(1_000);
  }

  /** Comes by a proxy that checks accounts itself. */
  async enterByProxy(person: Person): Promise<void> {
    this.leave(person);
    const player: TestPlayer = { ...person, ip: '192.0.2.9' };
    this.#proxy.enter(player);
    await this.wait(1_500);
    if (person.wasBanned || this.#isClosed || this.#service !== 'back' || this.#isDatabaseBad) return;
    // A ban on a claim of theirs refuses them once, until it has moved.
    for (let attempt = 0; attempt < 2 && !this.#proxy.login(player).allow; attempt += 1)
      await this.wait(3_000);
    expect(this.#proxy.login(player), `${person.name} is free at the proxy`).toEqual({ allow: true });
  }

  leave(person: Person): void {
    for (const edge of this.#edges) {
      const mine = edge.clients.filter(({ isLetIn, name }) => isLetIn && isSame(name, person.name));
      for (const client of mine) edge.close(client);
    }
    this.#proxy.leave(person.uuid);
  }

  /** Takes a name that nobody ever had. */
  rename(person: Person): void {
    this.leave(person);
    if (person.wasBanned) person.isUnclear = true;
    this.accounts.set(person.name, null);
    person.hasLied = false;
    this.#fresh += 1;
    person.name = `Fresh${this.#fresh}`;
    this.accounts.set(person.name, person.uuid);
  }

  /** The same, and the coordinator is killed as soon as the ban is answered. */
  async banRowAndCrash(number: number, linked: readonly boolean[]): Promise<void> {
    if (this.#isDatabaseBad) return;
    await this.banRow(number, true, true);
    await this.restart(linked);
  }

  /** The admin bans whoever is in this row of the list of players, for good or for an hour. */
  async banRow(number: number, isForGood: boolean, isHasty = false): Promise<void> {
    const rows = this.#rows();
    const row = rows[number % Math.max(1, rows.length)];
    const person = this.people.find(({ name }) => isSame(name, row?.name ?? ''));
    if (row === undefined || person === undefined) return;
    const { network, clock } = this.#fixture;
    const { wasBanned } = person;
    // Whoever is kicked while the ban is written is kicked for it.
    person.wasBanned = true;
    let code: unknown = 'late';
    const time = isForGood ? 'perma' : '1h';
    const said = network.bans.ban({ uuid: row.uuid, name: row.name, time, reason: 'tnt' }, ADMIN).then(
      () => (code = null),
      (error: { code?: unknown }) => (code = error.code),
    );
    const setAt = clock.now();
    const isOver = (): boolean => isHasty && code !== 'late';
    for (let waited = 0; waited < 20_000 && !isOver(); waited += 10) await this.wait(10);
    if (code === 'late' || code === 'storage_unavailable') person.isUnclear = true;
    else if (code !== null) person.wasBanned = wasBanned;
    else if (!person.isUnclear && (isForGood || person.bannedUntil === null)) {
      person.bannedUntil = isForGood ? Number.POSITIVE_INFINITY : setAt + HOUR;
    }
    void said;
  }

  async unban(number: number): Promise<void> {
    const { network } = this.#fixture;
    const bans = [...network.bans.active()];
    const ban = bans[number % Math.max(1, bans.length)];
    if (ban === undefined) return;
    void network.bans.unban(ban.uuid, ADMIN).catch(() => undefined);
    await this.wait(this.#isDatabaseBad ? 20_000 : 500);
    for (const person of this.people) if (person.bannedUntil !== null) person.isUnclear = true;
  }

  /** The link of an edge is cut, or is there again. */
  async relink(at: number, milliseconds: number): Promise<void> {
    const edge = this.#edge(at);
    if (edge.isLinked) edge.unlink();
    else edge.link(this.#fixture.network);
    await this.wait(milliseconds);
  }

  /** The process of an edge ends with all its players, and another one begins. */
  async restartEdge(at: number, milliseconds: number): Promise<void> {
    this.#edges[at] = this.#edge(at).restarted();
    await this.wait(milliseconds);
    this.#edge(at).link(this.#fixture.network);
    await this.wait(1_000);
  }

  /** The coordinator is killed and begins anew with what the database has; these edges find it at once. */
  async restart(linked: readonly boolean[]): Promise<void> {
    const { clock, storage, network } = this.#fixture;
    if (this.#isDatabaseBad) return;
    const next = new MemoryStorage(clock);
    Object.assign(next.rows, structuredClone(storage.rows));
    for (const edge of this.#edges) edge.unlink();
    this.#proxy.drop();
    storage.away = true;
    void network.close().catch(() => undefined);
    await this.wait(100);
    clock.jump(1);
    this.#fixture = await openFixture({ accounts: this.accounts, clock, storage: next });
    for (const [at, edge] of this.#edges.entries()) {
      if (linked[at] === true) edge.link(this.#fixture.network);
    }
    this.#proxy = this.#fixture.proxy('velocity').connect();
    this.#thief = this.#fixture.backend(STOLEN).connect();
    await this.wait(3_000);
  }

  assertNobodyThrownOut(): void {
    expect(this.#thrownOut).toEqual([]);
  }

  /**
   * Everything works again, and all are linked. Then whoever is online is who they are, and nobody banned is; and everybody
   * who comes by their own uuid, or without one, is who they are, refused when banned and let in when not.
   */
  async assertSettled(): Promise<void> {
    this.#fixture.storage.faults.heal();
    this.#isDatabaseBad = false;
    await this.close(false);
    this.turn('back');
    this.accounts.nobodyKept.clear();
    for (const edge of this.#edges) edge.link(this.#fixture.network);
    await this.wait(SETTLED_MS);
    for (const { name, uuid } of this.#edges.flatMap(({ players }) => players)) {
      const person = this.people.find((one) => isSame(one.name, name));
      expect(uuid, `${name} is shown as who they are`).toBe(person?.uuid);
      if (person !== undefined) expect(this.#isBanned(person), `${name} is banned, and there`).toBe(false);
    }
    for (const person of this.people) this.leave(person);
    await this.wait(2_000);
    this.accounts.nobodyKept.clear();
    for (const [index, person] of this.people.entries()) {
      const claim = index % 2 === 0 ? person.uuid : null;
      const decision = await this.#login(this.#edge(index % 2), person.name, claim);
      this.#judgeLogin(this.#edge(index % 2), person, decision);
      if (!this.#isBanned(person)) continue;
      expect(decision.admission, `${person.name} is banned`).toMatchObject({ code: 'banned' });
    }
    this.assertNobodyThrownOut();
    await this.#fixture.network.close();
  }

  #isBanned({ bannedUntil, isUnclear }: Person): boolean {
    return bannedUntil !== null && !isUnclear && this.#fixture.clock.now() < bannedUntil - 60_000;
  }

  #judgeLogin(edge: LinkedEdge, person: Person, { uuid, admission }: Decision): void {
    const { name } = person;
    if (this.#service !== 'back' || this.#isDatabaseBad || !edge.isLinked) return;
    // That nobody has a name may be half a minute old.
    if (this.accounts.nobodyKept.has(foldName(name))) return;
    expect(uuid, `${name} is who they are`).toBe(person.uuid);
    if (!person.wasBanned && !this.#isClosed) expect(admission, `${name} is free`).toEqual({ allow: true });
  }

  /** Whether nothing but a ban may throw them out: under maintenance who comes anew may be refused until they have joined. */
  #isWelcome(person: Person, claim: Uuid | null): boolean {
    return isHonest(person, claim) && !this.#isClosed;
  }

  #judgeKick({ name, isLetIn, isHonest }: LinkedClient, message: string): void {
    const person = this.people.find((one) => isSame(one.name, name));
    if (person === undefined || person.wasBanned || !isLetIn || !isHonest) return;
    this.#thrownOut.push(`${name}: ${message}`);
  }

  #rows(): { readonly uuid: Uuid; readonly name: string }[] {
    const page = { sort: 'name', order: 'asc', search: '', limit: null, offset: 0 } as const;
    const { bytes } = this.#fixture.network.players.online(page);
    return JSON.parse(new TextDecoder().decode(bytes)) as { uuid: Uuid; name: string }[];
  }

  async #login(edge: LinkedEdge, name: string, claim: Uuid | null): Promise<Decision> {
    const login = edge.login(name, claim);
    await this.wait(ANSWERED_MS);
    return await login;
  }

  #edge(at: number): LinkedEdge {
    const edge = this.#edges[at];
    if (edge === undefined) throw new Error('no such edge');
    return edge;
  }
}

/** Whether they claim to be nobody else, and notes it where they do. */
function isHonest(person: Person, claim: Uuid | null): boolean {
  if (claim === person.uuid) return true;
  person.hasLied ||= claim !== null;
  return !person.hasLied;
}

function isSame(name: string, other: string): boolean {
  return foldName(name) === foldName(other);
}
