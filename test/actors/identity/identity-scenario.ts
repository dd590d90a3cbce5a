import { expect } from 'vitest';
import type { Admission } from '../../../src/domain/admission.ts';
import { foldName } from '../../../src/domain/player-name.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { offlineUuid } from '../../../src/runtime/offline-uuid.ts';
import type { NetworkFixture } from '../network-fixture.ts';
import { openFixture } from '../network-fixture.ts';
import { ADMIN, testPlayers } from '../test-players.ts';
import { FakeAccounts } from './fake-accounts.ts';
import { decideAlone } from './alone-decision.ts';
import { type EdgeSession, FakeEdge } from './fake-edge.ts';

const DAY = 86_400_000;
/** After this long everybody who is online was asked about, if the account service answers. */
const ASKED_WITHIN_MS = 130_000;
/** How the account service behaves; `spent`: logins have used up their questions. */
export type ServiceState = 'away' | 'silent' | 'late' | 'spent' | 'back';
/** A name is free for others this long after a rename at the earliest. */
const NAME_FREE_MS = 37 * DAY;

/** The servers behind the two edges. */
const SERVERS = ['lobby', 'arena'];

interface Person {
  readonly uuid: Uuid;
  name: string;
  /** The session that must stay: it is theirs, and was let in by a proof. */
  session: { readonly edge: FakeEdge; readonly at: EdgeSession } | null;
  /** The edge that let them in alone, and where they must stay, whoever they claimed to be. */
  alone: FakeEdge | null;
}

/**
 * People with accounts, of whom anybody may claim anything at two edges, beside what is true of them: who has which name,
 * and whom admins banned. Servers let a login pass only under a name that is the person's own.
 */
export class IdentityScenario {
  readonly fixture: NetworkFixture;
  readonly accounts: FakeAccounts;
  readonly people: Person[];
  readonly #edges: FakeEdge[];
  /** Names that were given up, and when. */
  readonly #given = new Map<string, number>();
  /** Bans by the true uuid of somebody who was not shown there by a claim. */
  readonly #banned = new Set<Uuid>();
  /** Bans of whoever was there under a claimed uuid: who it really was, and by which name. */
  readonly #bannedClaims = new Map<Person, { readonly name: string; readonly claimed: Uuid }>();
  /** Bans set by the admin, by uuid; further ones of a uuid were moved there. */
  readonly #set = new Map<Uuid, number>();
  /** Bans of which nobody can tell whether they are the name's or the player's. */
  readonly #unclear = new Set<Uuid>();
  /** Names and uuids that were shown together by a claim or by the word of a server, and since when. */
  readonly #claimed = new Map<string, number>();
  /** Whom edges let in while they decided alone, and have not reported yet. */
  readonly #alone = new Map<
    Person,
    { readonly edge: FakeEdge; readonly uuid: Uuid; readonly isHonest: boolean }
  >();
  /** The row of the list that the admin has on the screen, and who it really is. */
  #row: { readonly uuid: Uuid; readonly name: string; readonly who: Person } | undefined;
  /** The name under which each was last let in while the account service answered. */
  readonly #vouched = new Map<Person, string>();
  #fresh = 0;
  #state: ServiceState = 'back';

  private constructor(fixture: NetworkFixture, accounts: FakeAccounts) {
    this.fixture = fixture;
    this.accounts = accounts;
    this.people = testPlayers(4).map(({ uuid, name }) => ({ uuid, name, session: null, alone: null }));
    this.#edges = ['edge', 'edge-2'].map((name) => new FakeEdge(fixture.network, fixture.clock, name));
    for (const { name, uuid } of this.people) accounts.set(name, uuid);
  }

  static async open(): Promise<IdentityScenario> {
    const accounts = new FakeAccounts();
    return new IdentityScenario(await openFixture({ accounts }), accounts);
  }

  /** From now on the account service behaves like this. */
  turn(state: ServiceState): void {
    const { accounts, fixture } = this;
    this.#state = state;
    accounts.away = state === 'away';
    accounts.silent = state === 'silent';
    accounts.spent = state === 'spent';
    const wait = state === 'late' ? 2_000 : 0;
    accounts.slow = () =>
      wait === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            fixture.clock.setTimeout(resolve, wait);
          });
  }

  /** Logs in under their own name, and joins when they are let in. */
  async enter(person: Person, at: number, claim: Uuid | null): Promise<void> {
    const edge = this.#edge(at);
    const { admission, uuid } = await this.#login(edge, person.name, claim);
    // A name that nobody had when it was asked about is not asked about for a login.
    const isUp = this.#state === 'back' && !this.accounts.nobodyKept.has(foldName(person.name));
    if (isUp) this.#check(person, admission, uuid);
    if (!admission.allow) return;
    this.#alone.delete(person);
    this.#end(person);
    const session = edge.join(uuid, person.name, SERVERS[at] ?? null);
    await this.fixture.clock.advance(0);
    this.#noteClaims();
    if (isUp) person.session = { edge, at: session };
  }

  /** Logs in under their own name at an edge that decides alone, which lets in everybody who is free and honest. */
  async enterAlone(person: Person, at: number, claim: Uuid | null): Promise<void> {
    const { network, clock } = this.fixture;
    const { admission, uuid } = await decideAlone(network, clock, person.name, claim);
    const isHonest = claim === person.uuid;
    if (isHonest && this.#isOut(person)) {
      expect(admission, `${person.name} is banned`).toMatchObject({ code: 'banned' });
    } else if (isHonest && this.#isFree(person)) {
      expect(admission, `${person.name} is free`).toEqual({ allow: true });
    }
    if (!admission.allow) return;
    this.leave(person);
    this.#alone.set(person, { edge: this.#edge(at), uuid, isHonest });
  }

  /** The edges are connected again, and report whom they let in alone. */
  async reportAlone(): Promise<void> {
    const entered = [...this.#alone];
    this.#alone.clear();
    for (const [{ name }, { edge, uuid }] of entered) edge.join(uuid, name);
    await this.fixture.clock.advance(1_000);
    this.#noteClaims();
    for (const [person, { edge, isHonest }] of entered) {
      if (!isHonest || !this.#isFree(person)) continue;
      const isThere = edge.sessions.some(({ name }) => name === person.name);
      expect(isThere, `${person.name} stays, whom an edge let in alone`).toBe(true);
    }
  }

  /** Comes to an edge that asks nobody; the coordinator hears of it afterwards. */
  async joinUnasked(person: Person, at: number, claim: Uuid | null): Promise<void> {
    this.#end(person);
    const edge = this.#edge(at);
    const uuid = claim ?? offlineUuid(person.name);
    // While nobody can be asked, they may be shown by what they claimed before, until a proof takes that place.
    const isFree = !this.#isRefused(person, uuid) && !this.#isBanned(person);
    if (this.#state === 'back' && isFree) person.alone = edge;
    edge.join(uuid, person.name, SERVERS[at] ?? null);
    await this.fixture.clock.advance(100);
    this.#noteClaims();
  }

  /** Logs in under a name that is not theirs: the server lets nobody pass. */
  async pretend(name: string, at: number, claim: Uuid | null): Promise<void> {
    await this.#login(this.#edge(at), name, claim);
  }

  leave(person: Person): void {
    this.#alone.delete(person);
    this.#end(person);
    for (const edge of this.#edges) {
      for (const session of edge.sessions.filter(({ name }) => name === person.name)) edge.leave(session);
    }
  }

  /** Takes a new name, or one that was given up long enough ago. */
  rename(person: Person, toOld: boolean): void {
    this.leave(person);
    this.#row = undefined;
    if (this.#bannedClaims.delete(person)) this.#unclear.add(person.uuid);
    const now = this.fixture.clock.now();
    const free = [...this.#given].find(([, since]) => now - since >= NAME_FREE_MS);
    this.#given.set(person.name, now);
    this.accounts.set(person.name, null);
    const old = toOld ? free?.[0] : undefined;
    this.#fresh += 1;
    person.name = old ?? `Fresh_${this.#fresh}`;
    this.#given.delete(person.name);
    this.accounts.set(person.name, person.uuid);
  }

  /** Bans a player by uuid; `name` is what the admin typed. */
  async ban(person: Person, typed: string): Promise<void> {
    const shown = this.#shownAs(person.uuid);
    const name = shown ?? typed;
    const claimer = this.people.find((other) => other !== person && other.name === shown);
    // A mistyped name under which the uuid was shown is no mistake that anybody could see.
    if (shown === undefined && this.#claimed.has(`${name} ${person.uuid}`)) return;
    await this.#ban({ uuid: person.uuid, name, who: claimer ?? person });
  }

  /** The admin looks at the row of whoever is shown as this player. */
  look(person: Person): void {
    const name = this.#shownAs(person.uuid);
    const who = this.people.find((other) => other.name === name);
    if (name !== undefined && who !== undefined) this.#row = { uuid: person.uuid, name, who };
  }

  /** The admin bans who was in the row, whatever is true by now. */
  async banRow(): Promise<void> {
    const row = this.#row;
    this.#row = undefined;
    if (row !== undefined) await this.#ban(row);
  }

  /** `who` is whom the admin means. */
  async #ban({ uuid, name, who }: { uuid: Uuid; name: string; who: Person }): Promise<void> {
    const request = { uuid, name, time: 'perma', reason: 'x' } as const;
    const done = await this.fixture.network.bans.ban(request, ADMIN).catch(() => undefined);
    if (done !== undefined) {
      this.#set.set(done.uuid, (this.#set.get(done.uuid) ?? 0) + 1);
      const isUp = this.#state === 'back';
      // Where nobody vouched for the name yet and nobody can be asked, the ban may be the name's and not the player's.
      const isKnown = isUp || this.#vouched.get(who) === who.name || done.name !== name;
      // Who is known by a name of their own by now is banned by the uuid, and the answer shows it.
      const isByUuid = who.uuid === uuid || done.name !== name;
      if (!isByUuid) this.#bannedClaims.set(who, { name, claimed: uuid });
      else if (isKnown) this.#banned.add(uuid);
      else this.#unclear.add(uuid);
    }
    await this.fixture.clock.advance(1_000);
  }

  async unban(person: Person): Promise<void> {
    await this.fixture.network.bans.unban(person.uuid, ADMIN).catch(() => undefined);
    this.#banned.delete(person.uuid);
    this.#unclear.delete(person.uuid);
    for (const [claimer, { claimed }] of this.#bannedClaims) {
      if (claimed === person.uuid || claimer === person) this.#bannedClaims.delete(claimer);
    }
  }

  /** The game servers name everybody who is on them, as they are. */
  async report(): Promise<void> {
    for (const [at, { sessions }] of this.#edges.entries()) {
      const found = this.people.filter(({ name }) => sessions.some((session) => session.name === name));
      const server = this.fixture.backend(SERVERS[at] ?? '').return();
      server.session.report({ players: found.map(({ uuid }) => uuid), names: found.map(({ name }) => name) });
    }
    await this.fixture.clock.advance(1_000);
    this.#noteClaims();
  }

  /** Somebody with the secret of the first server says there that these names are that player's. */
  async lie(names: readonly string[], uuid: Uuid): Promise<void> {
    const server = this.fixture.backend(SERVERS[0] ?? '').return();
    for (const name of names) server.session.report({ players: [uuid], names: [name] });
    await this.fixture.clock.advance(1_000);
    this.#noteClaims();
  }

  /**
   * Whoever was let in by a proof is there, as who they are, unless they are banned. Once those who were let in without one
   * could be asked about, they are who they are as well, and out if they are banned.
   */
  async assertHonest(): Promise<void> {
    await this.fixture.clock.advance(100);
    if (this.#state !== 'away' && this.#state !== 'silent') await this.#assertAsked();
    for (const person of this.people) {
      if (this.#isBanned(person)) person.session = null;
      if (this.#isBanned(person) || this.#isRefused(person)) person.alone = null;
      const isThere = person.alone?.sessions.some(({ name }) => name === person.name) ?? true;
      expect(isThere, `${person.name} is not thrown out for a claim`).toBe(true);
      if (person.session === null) continue;
      const { edge, at } = person.session;
      expect(edge.has(at), `${person.name} is still there`).toBe(true);
      expect(at.uuid, `${person.name} is who they are`).toBe(person.uuid);
      expect(this.#shownAs(person.uuid), 'shown under their own name').toBe(person.name);
    }
  }

  async #assertAsked(): Promise<void> {
    await this.fixture.clock.advance(ASKED_WITHIN_MS);
    for (const { name, uuid } of this.#edges.flatMap(({ sessions }) => sessions)) {
      const person = this.people.find((one) => one.name === name);
      expect(uuid, `${name} is shown as who they are`).toBe(person?.uuid);
      if (person !== undefined) expect(this.#isOut(person), `${name} is banned, and still there`).toBe(false);
    }
  }

  #isOut(person: Person): boolean {
    if (this.#banned.has(person.uuid)) return true;
    const claim = this.#bannedClaims.get(person);
    if (claim?.name !== person.name) return false;
    // After this long the name could be somebody else's by now: the ban does not follow it any more.
    const since = this.#claimed.get(`${claim.name} ${claim.claimed}`) ?? 0;
    return this.fixture.clock.now() - since < NAME_FREE_MS;
  }

  #check(person: Person, admission: Admission, uuid: Uuid): void {
    this.#vouched.set(person, person.name);
    expect(uuid, `${person.name} is known`).toBe(person.uuid);
    if (this.#isOut(person)) expect(admission, `${person.name} is banned`).toMatchObject({ code: 'banned' });
    else if (!this.#isBanned(person)) expect(admission, `${person.name} is free`).toEqual({ allow: true });
  }

  /** Unproved, somebody is refused for a ban of their name, and for one of what they claim. */
  #isRefused({ name }: Person, claim?: Uuid): boolean {
    const bans = [...this.fixture.storage.rows.bans.values()].filter(({ active }) => active);
    return bans.some((ban) => ban.uuid === claim || foldName(ban.name) === foldName(name));
  }

  #isBanned(person: Person): boolean {
    const { uuid } = person;
    if (this.#banned.has(uuid) || this.#unclear.has(uuid) || this.#bannedClaims.has(person)) return true;
    // A ban that moved to whom a name was proved to be stays theirs over a rename.
    const row = this.fixture.storage.rows.bans.get(person.uuid);
    return row?.active === true && this.#wasMoved(person);
  }

  /** Not banned, and no ban has their name. */
  #isFree(person: Person): boolean {
    const bans = [...this.fixture.network.bans.active()];
    return !this.#isBanned(person) && bans.every(({ name }) => foldName(name) !== foldName(person.name));
  }

  #wasMoved({ uuid }: Person): boolean {
    const bans = this.fixture.events('ban_update').filter((one) => one.uuid === uuid && one.action === 'ban');
    return bans.length > (this.#set.get(uuid) ?? 0);
  }

  #noteClaims(): void {
    // Also who was shown for a moment only.
    const shown = this.fixture.events('player_join');
    for (const { uuid, name } of [...shown, ...this.#edges.flatMap(({ sessions }) => sessions)]) {
      const key = `${name} ${uuid}`;
      this.#claimed.set(key, this.#claimed.get(key) ?? this.fixture.clock.now());
    }
  }

  #shownAs(uuid: Uuid): string | undefined {
    const page = { sort: 'name', order: 'asc', search: '', limit: null, offset: 0 } as const;
    const { bytes } = this.fixture.network.players.online(page);
    const shown = JSON.parse(new TextDecoder().decode(bytes)) as { uuid: Uuid; name: string }[];
    return shown.find((one) => one.uuid === uuid)?.name;
  }

  async #login(edge: FakeEdge, name: string, claim: Uuid | null) {
    const login = edge.login(name, claim);
    await this.fixture.clock.advance(this.#state === 'silent' || this.#state === 'late' ? 4_000 : 0);
    return await login;
  }

  #end(person: Person): void {
    if (person.session !== null) person.session.edge.leave(person.session.at);
    person.session = null;
    person.alone = null;
    this.#alone.delete(person);
    for (const edge of this.#edges) {
      const mine = edge.sessions.filter(({ name }) => foldName(name) === foldName(person.name));
      for (const session of mine) edge.leave(session);
    }
  }

  #edge(at: number): FakeEdge {
    const edge = this.#edges[at];
    if (edge === undefined) throw new Error('no such edge');
    return edge;
  }
}
