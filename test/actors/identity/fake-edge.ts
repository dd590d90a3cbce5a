import type { AgentIdentity, ProxySession, ResolvedLogin } from '../../../src/actors/agents.ts';
import type { Network } from '../../../src/actors/network.ts';
import type { ProxyClient } from '../../../src/actors/ports.ts';
import type { Admission } from '../../../src/domain/admission.ts';
import { foldName } from '../../../src/domain/player-name.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import type { Clock } from '../../../src/runtime/clock.ts';

/** One client at the edge. */
export interface EdgeSession {
  uuid: Uuid;
  readonly name: string;
  readonly server: string | null;
  readonly joinedAt: number;
  /** What the client sent as its uuid, null for none; undefined where it sent the first that it had here. */
  readonly claim?: Uuid | null | undefined;
}

/** An edge as the network sees it: it tells names and claims, obeys kicks, and takes corrections. */
export class FakeEdge {
  readonly sessions: EdgeSession[] = [];
  readonly kicks: { readonly uuid: Uuid; readonly message: string; readonly name: string | undefined }[] = [];
  readonly corrections: { readonly name: string; readonly uuid: Uuid }[] = [];
  readonly identity: 'online' | 'offline';
  /** How long the edge takes to do as it is told about a name, in milliseconds. */
  correctionTakesMs = 0;
  /** How long clients stay who are kicked, in milliseconds. */
  kickTakesMs = 0;
  readonly #clock: Clock;
  readonly #session: ProxySession;

  /**
   * `there` are clients who came before the coordinator was started; `accounts` is what the edge says of its servers in
   * its `hello`, null for one that does not say it.
   */
  constructor(
    network: Network,
    clock: Clock,
    name: string,
    identity: 'online' | 'offline' = 'online',
    there: readonly EdgeSession[] = [],
    accounts: 'online' | 'offline' | null = identity,
  ) {
    this.identity = identity;
    this.#clock = clock;
    const epoch = clock.now();
    const agent: AgentIdentity = {
      name,
      platform: 'edge',
      version: '1.0.0',
      epoch,
      accounts: accounts ?? undefined,
    };
    this.#session = network.agents.attachProxy(agent, this.#client());
    this.sessions.push(...there);
    this.#session.sync(there.map((one) => ({ ...one, ip: '192.0.2.1', server: null })));
  }

  /** Asks as an edge does; `claim` is what the client sent. */
  async login(
    name: string,
    claim: Uuid | null,
    ip = '192.0.2.1',
  ): Promise<ResolvedLogin & { admission: Admission }> {
    const resolved = await this.#session.resolve({ name, claim, ip, identity: this.identity });
    return { ...resolved, admission: this.#session.login({ ...resolved, name, ip, claim }) };
  }

  /** The server behind let the player pass. */
  join(
    uuid: Uuid,
    name: string,
    server: string | null = null,
    claim: Uuid | null | undefined = uuid,
  ): EdgeSession {
    const session = { uuid, name, server, joinedAt: this.#clock.now(), claim };
    this.sessions.push(session);
    const sent = claim === uuid ? {} : { claim };
    this.#session.join({ uuid, name, ip: '192.0.2.1', server, ...sent });
    return session;
  }

  /** Logs in and joins; undefined when the login was refused. */
  async enter(
    name: string,
    claim: Uuid | null,
    server: string | null = null,
  ): Promise<EdgeSession | undefined> {
    const { uuid, admission } = await this.login(name, claim);
    return admission.allow ? this.join(uuid, name, server, claim) : undefined;
  }

  leave(session: EdgeSession): void {
    const at = this.sessions.indexOf(session);
    if (at < 0) return;
    this.sessions.splice(at, 1);
    if (!this.sessions.some(({ uuid }) => uuid === session.uuid)) this.#session.leave(session.uuid);
  }

  has(session: EdgeSession | undefined): boolean {
    return session !== undefined && this.sessions.includes(session);
  }

  #client(): ProxyClient {
    return {
      kick: async (uuid, message, name) => {
        this.kicks.push({ uuid, message, name });
        await Promise.resolve();
        const { kickTakesMs } = this;
        if (kickTakesMs > 0) {
          await new Promise<void>((resolve) => this.#clock.setTimeout(resolve, kickTakesMs));
        }
        const gone = this.sessions.filter(
          (one) => one.uuid === uuid && (name === undefined || foldName(one.name) === foldName(name)),
        );
        for (const one of gone) this.leave(one);
        return gone.length > 0;
      },
      send: () => Promise.resolve(false),
      sendMessage: () => undefined,
      close: () => undefined,
      identify: (name, uuid) => {
        this.corrections.push({ name, uuid });
        const { correctionTakesMs } = this;
        if (correctionTakesMs === 0) this.#correct(name, uuid);
        else this.#clock.setTimeout(() => this.#correct(name, uuid), correctionTakesMs);
      },
    };
  }

  #correct(name: string, uuid: Uuid): void {
    for (const session of Array.from(this.sessions)) {
      if (foldName(session.name) !== foldName(name) || session.uuid === uuid) continue;
      this.leave(session);
      this.join(uuid, session.name, session.server, session.claim);
    }
  }
}
