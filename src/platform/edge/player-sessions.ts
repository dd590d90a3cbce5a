import type { ReportedPlayer } from '../../actors/agents.ts';
import type { AgentClient } from '../../channel/client/agent-client.ts';
import { AppError } from '../../domain/errors.ts';
import type { Admission } from '../../domain/admission.ts';
import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import { NameIndex } from '../../runtime/name-index.ts';

/** What a login was decided on. What the edge hears of afterwards can refuse it as long as the player has not joined. */
export interface Basis {
  /** The change of the replica up to which all was considered, by the edge or by the coordinator. */
  readonly change: number;
  /** Whether the edge decided alone. */
  readonly isAlone: boolean;
  /**
   * Whether the player was online here by then, and comes in on their own place. The server may end that connection as it lets this
   * one in, and the count of the whole network stays as it was while the link is away.
   */
  readonly hasPlace: boolean;
}

/** Why a login is refused. */
export type Refusal = Extract<Admission, { allow: false }>;

/**
 * One admitted login of a player on this edge: it begins with the admission and ends with the client's connection.
 * Before an upstream has accepted the login it is only a claim to be this player.
 */
export interface PlayerSession {
  /** Changes when it turns out that the session is another player's. */
  uuid: Uuid;
  readonly name: string;
  /** What the client sent as its uuid, null for none; undefined where servers check no accounts. */
  readonly claim?: Uuid | null | undefined;
  readonly ip: string;
  /** Whether the client is connected to an upstream; before that no server can have reported the player. */
  readonly isForwarded: boolean;
  /** Whether the server behind has let the login pass. Before that anybody may be waiting under this name. */
  readonly isLetIn: boolean;
  /** The server of the network that the connection leads to; null behind a proxy, where it may change. */
  readonly server: string | null;
  /** The server that reported the player last; kicks go through it. */
  seenOn: string | null;
  /** Epoch milliseconds; null until the player counts as online. */
  joinedAt: number | null;
  /** Whether the coordinator has reserved a slot for this login, which has to be cancelled if it does not join. */
  holdsSlot: boolean;
  /** What the login was admitted on. */
  readonly basis: Basis;
  /** Whether it turns out only now that the route of the connection names a server of the network, which is `server` then. */
  learnServer(): boolean;
  /** Ends a login that would not be admitted any more; the client reads why, as long as it can. */
  refuse(refusal: Refusal): void;
  /** Kicks the player with this message, text with colours; resolves once the connection is gone. */
  kick(message: string): Promise<boolean>;
  /** Sends the player a chat message, text with colours. */
  message(text: string): Promise<void>;
}

/**
 * The player sessions of this edge, and their reports to the coordinator. Two sessions may have the same uuid, because
 * a uuid is only a claim until an upstream has accepted it: the upstream decides between them, and the player is online
 * while one of them is joined.
 */
export class PlayerSessions {
  readonly #sessions = new Map<Uuid, PlayerSession[]>();
  readonly #names = new NameIndex();
  /** Those that have not joined. */
  readonly #underWay = new Set<PlayerSession>();
  /** Those that a server has let in, joined or not. */
  readonly #inside = new Set<PlayerSession>();
  /** How many of them have joined. */
  #joined = 0;
  readonly #coordinator: Pick<AgentClient, 'send' | 'cancel' | 'supports'>;
  readonly #now: () => number;
  /** Sessions of which the coordinator said that they are not the player whose uuid they have. */
  readonly #disowned = new WeakSet<PlayerSession>();
  /** Sessions that are being kicked. */
  readonly #leaving = new WeakSet<PlayerSession>();
  #online = 0;

  constructor(coordinator: Pick<AgentClient, 'send' | 'cancel' | 'supports'>, now: () => number) {
    this.#coordinator = coordinator;
    this.#now = now;
  }

  /** How many players are online here. */
  get online(): number {
    return this.#online;
  }

  /** How many connections servers have let in, without those of this player. */
  insideBeside(who: Pick<PlayerSession, 'uuid' | 'name'>): number {
    return this.#inside.size - this.#ofPlayer(who).filter((one) => this.#inside.has(one)).length;
  }

  /** How many of these have joined. */
  joinedBeside(who: Pick<PlayerSession, 'uuid' | 'name'>): number {
    return this.#joined - joinedOf(this.#ofPlayer(who)).length;
  }

  /** The logins that have not joined; with a uuid and a name, those that are in some way under one of them. */
  underWay(by?: { readonly uuid: Uuid; readonly name: string }): PlayerSession[] {
    if (by === undefined) return [...this.#underWay];
    const uuids = new Set([by.uuid, ...this.#names.of(by.name)]);
    return [...this.#underWay].filter(({ uuid, claim }) => uuids.has(uuid) || claim === by.uuid);
  }

  /** The server behind has let this login pass. */
  letIn(session: PlayerSession): void {
    if (this.#sessions.get(session.uuid)?.includes(session) === true) this.#inside.add(session);
  }

  isOnline(uuid: Uuid): boolean {
    return this.sessionOf(uuid) !== undefined;
  }

  add(session: PlayerSession): void {
    // A player who is online already needs no slot, and none was reserved.
    if (this.isOnline(session.uuid)) session.holdsSlot = false;
    const sessions = this.#sessions.get(session.uuid);
    if (sessions === undefined) this.#sessions.set(session.uuid, [session]);
    else sessions.push(session);
    this.#names.add(session.name, session.uuid);
    this.#underWay.add(session);
    if (session.isLetIn) this.#inside.add(session);
  }

  /** From now on the player of this session counts as online. */
  join(session: PlayerSession): void {
    if (session.joinedAt !== null || this.#sessions.get(session.uuid)?.includes(session) !== true) return;
    const before = joinedOf(this.#sessions.get(session.uuid));
    session.joinedAt = this.#now();
    this.#underWay.delete(session);
    this.#joined += 1;
    if (before.length === 0) this.#online += 1;
    const { uuid } = session;
    if (before.some((other) => isSameName(other, session))) return this.#reportChange(session, before);
    // The join takes the slot, also that of other logins of this player.
    for (const one of this.#sessions.get(uuid) ?? []) one.holdsSlot = false;
    // One of another name takes the coordinator to decide: only one of the two can be this player.
    this.#reportJoin(session);
  }

  remove(session: PlayerSession): void {
    const sessions = this.#sessions.get(session.uuid);
    if (sessions === undefined || !sessions.includes(session)) return;
    this.#underWay.delete(session);
    this.#inside.delete(session);
    if (session.joinedAt !== null) this.#joined -= 1;
    const rest = sessions.filter((other) => other !== session);
    if (rest.length > 0) this.#sessions.set(session.uuid, rest);
    else this.#sessions.delete(session.uuid);
    if (!rest.some((other) => isSameName(other, session))) this.#names.delete(session.name, session.uuid);
    if (session.holdsSlot) this.#coordinator.cancel(session.uuid);
    session.holdsSlot = false;
    if (session.joinedAt !== null) this.#reportGone(session, joinedOf(sessions));
  }

  /**
   * A game server has reported the player: kicks of them go through it. That is said of a session that was let in before,
   * and by the server that the connection leads to, where that is known. It makes nobody present: the player may be there
   * by another edge, while somebody else is being refused here under their name.
   */
  seen(uuid: Uuid, server: string): void {
    const session = this.#sessions.get(uuid)?.findLast((one) => one.isLetIn);
    if (session === undefined) return;
    if (session.server === null || session.server === server) session.seenOn = server;
  }

  /** The network has other servers than before: whose route names one that was not known is on it from now on. */
  serversChanged(): void {
    for (const [uuid, sessions] of this.#sessions) {
      for (const session of sessions) {
        const { server } = session.learnServer() ? session : { server: null };
        if (server === null || session !== this.sessionOf(uuid)) continue;
        this.#coordinator.send({ type: 'player.switch', uuid, server });
      }
    }
  }

  /** A game server has checked that who is here under this name is this player: their sessions become this player's. */
  identify(name: string, uuid: Uuid): void {
    for (const claimed of Array.from(this.#names.of(name))) {
      if (claimed === uuid) continue;
      const here = this.#sessions.get(claimed) ?? [];
      for (const session of here.filter((one) => one.isForwarded && foldName(one.name) === foldName(name))) {
        const wasJoined = session.joinedAt !== null;
        this.#disowned.add(session);
        this.remove(session);
        this.#disowned.delete(session);
        session.uuid = uuid;
        session.joinedAt = null;
        this.add(session);
        if (wasJoined) this.join(session);
      }
    }
  }

  /**
   * Ends every session of the player, also one that is not forwarded yet; with a name, only those under it. Rejects with
   * `player_not_found`.
   * Resolves to whether all of them were shown the message.
   */
  async kick(uuid: Uuid, message: string, name?: string): Promise<boolean> {
    const sessions = this.#sessions
      .get(uuid)
      ?.filter((one) => name === undefined || foldName(one.name) === foldName(name));
    if (sessions === undefined || sessions.length === 0) throw new AppError('player_not_found');
    for (const session of sessions) {
      this.#leaving.add(session);
      if (name !== undefined) this.#disowned.add(session);
    }
    const words = await Promise.all(sessions.map((session) => session.kick(message)));
    return words.every(Boolean);
  }

  /** The newest session of an online player. */
  sessionOf(uuid: Uuid): PlayerSession | undefined {
    return this.#sessions.get(uuid)?.findLast((session) => session.joinedAt !== null);
  }

  /** By which uuid somebody of this name, however it is written, is online here; undefined when nobody is. */
  uuidOf(name: string): Uuid | undefined {
    for (const uuid of this.#names.of(name)) {
      const isJoined = joinedOf(this.#sessions.get(uuid)).some(
        (one) => foldName(one.name) === foldName(name),
      );
      if (isJoined) return uuid;
    }
    return undefined;
  }

  /**
   * Whether somebody of another name is here by this uuid, online or let in by the server behind, and came first. A login
   * that no server has let in says nothing: anybody can begin one under any name.
   */
  isOthers(uuid: Uuid, name: string): boolean {
    const first = this.#sessions.get(uuid)?.find(({ isLetIn, joinedAt }) => isLetIn || joinedAt !== null);
    return first !== undefined && foldName(first.name) !== foldName(name);
  }

  /** Whether somebody else is here whose name differs by case only. */
  hasNamesake({ uuid, name }: Pick<PlayerSession, 'uuid' | 'name'>): boolean {
    return [...this.#names.of(name)].some((other) => other !== uuid);
  }

  /**
   * Everybody online here, with the time of their oldest session, and with the server and the address of the newest. A uuid
   * that several names claim comes once for each of them: which of them is the player, the coordinator finds out.
   */
  *report(): Generator<ReportedPlayer, void, void> {
    for (const sessions of this.#sessions.values()) {
      const joined = joinedOf(sessions);
      for (const first of firstOfNames(joined)) {
        const { uuid, name, joinedAt } = first;
        if (joinedAt === null) continue;
        const { ip, server } = joined.findLast((one) => isSameName(one, first)) ?? first;
        yield { uuid, name, ip, server, joinedAt, ...this.#claimOf(first) };
      }
    }
  }

  #ofPlayer(who: Pick<PlayerSession, 'uuid' | 'name'>): PlayerSession[] {
    return (this.#sessions.get(who.uuid) ?? []).filter((one) => isSameName(one, who));
  }

  /** `before` are those who were online by the uuid, with this one. */
  #reportGone(session: PlayerSession, before: readonly PlayerSession[]): void {
    const rest = before.filter((one) => one !== session);
    if (rest.some((other) => isSameName(other, session))) return this.#reportChange(session, before);
    if (rest.length === 0) this.#online -= 1;
    // A leave ends whoever is shown as the player, which may be another name: not where the coordinator knows that it is.
    if (rest.length === 0 || !this.#disowned.has(session)) {
      this.#coordinator.send({ type: 'player.leave', uuid: session.uuid });
    }
    for (const other of newestOfNames(rest)) this.#reportJoin(other);
  }

  /**
   * A session of somebody came or went who is online by another one too: the coordinator knows where they are, and from
   * which address, by the newest that was there `before`, and hears of it where that differs now. Of several names by one
   * uuid it hears once it has told them apart.
   */
  #reportChange(changed: PlayerSession, before: readonly PlayerSession[]): void {
    const now = joinedOf(this.#sessions.get(changed.uuid));
    const [was, is] = [before.at(-1), now.at(-1)];
    if (was === undefined || is === undefined || !now.every((one) => isSameName(one, is))) return;
    // Who is being kicked leaves soon, and may be online by another edge: a join would bring them back here.
    if (this.#leaving.has(is)) return;
    const { uuid, server } = is;
    if (was.ip === is.ip && was.server === server) return;
    if (was.ip === is.ip && server !== null) {
      this.#coordinator.send({ type: 'player.switch', uuid, server });
    } else this.#reportJoin(is);
  }

  #reportJoin(session: PlayerSession): void {
    const { uuid, name, ip, server } = session;
    const at = server === null ? {} : { server };
    this.#coordinator.send({ type: 'player.join', uuid, name, ip, ...at, ...this.#claimOf(session) });
  }

  /** What the client sent, where that is not the uuid it is reported by: then others said that this is the player. */
  #claimOf({ uuid, claim }: PlayerSession): { claim?: Uuid | null } {
    const isTold = claim !== undefined && claim !== uuid && this.#coordinator.supports('sent');
    return isTold ? { claim } : {};
  }
}

function joinedOf(sessions: readonly PlayerSession[] = []): PlayerSession[] {
  return sessions.filter(({ joinedAt }) => joinedAt !== null);
}

/** The first session under each name. */
function firstOfNames(sessions: readonly PlayerSession[]): PlayerSession[] {
  return sessions.filter((one, at) => sessions.findIndex((other) => isSameName(other, one)) === at);
}

/** The last session under each name. */
function newestOfNames(sessions: readonly PlayerSession[]): PlayerSession[] {
  return sessions.filter((one, at) => sessions.findLastIndex((other) => isSameName(other, one)) === at);
}

function isSameName(one: Pick<PlayerSession, 'name'>, other: Pick<PlayerSession, 'name'>): boolean {
  return foldName(one.name) === foldName(other.name);
}
