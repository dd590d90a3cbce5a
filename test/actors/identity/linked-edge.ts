import type { AgentIdentity, ProxySession } from '../../../src/actors/agents.ts';
import type { Network } from '../../../src/actors/network.ts';
import type { KickOutcome, ProxyClient } from '../../../src/actors/ports.ts';
import type { AgentClient } from '../../../src/channel/client/agent-client.ts';
import { AppError } from '../../../src/domain/errors.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import type { Decision, EdgeAdmission } from '../../../src/platform/edge/edge-admission.ts';
import { type PlayerSession, PlayerSessions } from '../../../src/platform/edge/player-sessions.ts';
import { EdgeReplica } from '../../../src/platform/edge/replica/edge-replica.ts';
import type { Clock } from '../../../src/runtime/clock.ts';
import { admissionOf, learn } from './alone-decision.ts';

/** A player whom a server has let in counts as online after this long. */
const JOINED_AFTER_MS = 2_000;

/** One client of the edge, whom a server behind it has let in or leaves waiting. */
export interface LinkedClient extends PlayerSession {
  isGone: boolean;
  /** Whether nothing but a ban may throw them out. */
  isHonest: boolean;
}

/**
 * An edge whose link comes and goes: its sessions, its admission and its copy of the bans are those of a real one, and only the
 * connections are missing, that to the coordinator and those of the players.
 */
export class LinkedEdge {
  readonly name: string;
  readonly clients: LinkedClient[] = [];
  /** Where its route leads; null for a proxy. */
  server: string | null = null;
  /** Where clients come from. */
  ip = '192.0.2.1';
  readonly #clock: Clock;
  readonly #onKick: (client: LinkedClient, message: string) => void;
  readonly #replica: EdgeReplica;
  readonly #sessions: PlayerSessions;
  readonly #admission: EdgeAdmission;
  readonly #epoch: number;
  #linkedAt = 0;
  #link: { readonly network: Network; readonly client: ProxyClient; readonly session: ProxySession } | null =
    null;

  /** `replica` is what a process before this one had kept. */
  constructor(
    name: string,
    clock: Clock,
    onKick: (client: LinkedClient, message: string) => void,
    replica = new EdgeReplica(),
  ) {
    this.name = name;
    this.#replica = replica;
    this.#clock = clock;
    this.#onKick = onKick;
    this.#epoch = clock.now();
    this.#sessions = new PlayerSessions(this.#coordinator(), () => clock.now());
    const client = {
      supports: () => this.isLinked,
      find: () => Promise.reject(new AppError('player_not_found')),
      login: (login: Parameters<AgentClient['login']>[0]) => this.#ask(login),
    };
    this.#admission = admissionOf(client, this.#replica, this.#sessions, clock);
  }

  get isLinked(): boolean {
    return this.#link !== null;
  }

  /** Those who count as online. */
  get players(): LinkedClient[] {
    return this.clients.filter(({ joinedAt }) => joinedAt !== null);
  }

  /** Those who joined since the edge is linked: no list had them. */
  get joined(): LinkedClient[] {
    return this.isLinked ? this.players.filter(({ joinedAt }) => (joinedAt ?? 0) >= this.#linkedAt) : [];
  }

  /** Connects, and reports everybody who is there. */
  link(network: Network): void {
    if (this.isLinked) return;
    const identity: AgentIdentity = {
      name: this.name,
      platform: 'edge',
      version: '1.0.0',
      epoch: this.#epoch,
      accounts: 'online',
    };
    const client = this.#client();
    const session = network.agents.attachProxy(identity, client);
    this.#link = { network, client, session };
    this.#linkedAt = this.#clock.now();
    session.sync([...this.#sessions.report()]);
  }

  /** The connection is lost. Until then the edge was told every ban. */
  unlink(): void {
    if (this.#link === null) return;
    const { network, session } = this.#link;
    learn(this.#replica, network);
    this.#link = null;
    session.lost();
  }

  /** The process dies with all its players; the next one has what it kept, and is not linked yet. */
  restarted(): LinkedEdge {
    this.unlink();
    const next = new LinkedEdge(this.name, this.#clock, this.#onKick, this.#replica);
    next.server = this.server;
    next.ip = this.ip;
    return next;
  }

  /** Resolves within some seconds. */
  async login(name: string, claim: Uuid | null): Promise<Decision> {
    return await this.#admission.decide({ name, uuid: claim, isNameValid: true }, this.ip);
  }

  /** Passes an admitted client on to a server, which lets it in or leaves it waiting. */
  open(
    name: string,
    { uuid, holdsSlot, basis }: Decision,
    isLetIn: boolean,
    isHonest: boolean,
    claim: Uuid | null,
  ): LinkedClient {
    const client: LinkedClient = {
      uuid,
      name,
      claim,
      ip: this.ip,
      isForwarded: true,
      isLetIn,
      isHonest,
      isGone: false,
      server: this.server,
      seenOn: null,
      joinedAt: null,
      holdsSlot,
      basis,
      refuse: () => this.close(client),
      kick: async (message) => {
        this.#onKick(client, message);
        this.close(client);
        return true;
      },
      message: () => Promise.resolve(),
      learnServer: () => false,
    };
    this.clients.push(client);
    this.#sessions.add(client);
    if (isLetIn) this.#clock.setTimeout(() => this.#sessions.join(client), JOINED_AFTER_MS);
    return client;
  }

  close(client: LinkedClient): void {
    if (client.isGone) return;
    client.isGone = true;
    this.clients.splice(this.clients.indexOf(client), 1);
    this.#sessions.remove(client);
  }

  #coordinator(): Pick<AgentClient, 'send' | 'cancel' | 'supports'> {
    return {
      send: (report) => {
        const session = this.#link?.session;
        if (session === undefined) return false;
        if (report.type === 'player.join') {
          const { uuid, name, ip, server = null, claim } = report;
          session.join({ uuid, name, ip: ip ?? '', server, claim });
        } else if (report.type === 'player.leave') session.leave(report.uuid);
        else if (report.type === 'player.switch') session.switch(report.uuid, report.server);
        return true;
      },
      cancel: (uuid) => this.#link?.session.cancel(uuid),
      supports: () => true,
    };
  }

  async #ask({ uuid, name, ip, claimed }: Parameters<AgentClient['login']>[0]) {
    const session = this.#link?.session;
    if (session === undefined) throw new AppError('platform_unavailable');
    const claim = claimed === true ? uuid : null;
    const who = await session.resolve({ name, claim, ip, identity: 'online' });
    const admission = session.login({ ...who, name, ip, claim });
    return { type: 'admission' as const, re: 0, ...admission, uuid: who.uuid };
  }

  #client(): ProxyClient {
    const isUp = (): boolean => this.#link?.client === client;
    const client: ProxyClient = {
      kick: async (uuid, message, name): Promise<KickOutcome> => {
        await Promise.resolve();
        if (!isUp()) throw new AppError('platform_unavailable');
        try {
          return (await this.#sessions.kick(uuid, message, name)) ? true : 'without-words';
        } catch {
          return false;
        }
      },
      send: () => Promise.resolve(false),
      sendMessage: () => undefined,
      close: () => undefined,
      identify: (name, uuid) => {
        if (isUp()) this.#sessions.identify(name, uuid);
      },
    };
    return client;
  }
}
