import type { AgentIdentity, ProxySession, ReportedPlayer } from '../../src/actors/agents.ts';
import type { Network } from '../../src/actors/network.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import type { ProxyClient } from '../../src/actors/ports.ts';
import type { Admission } from '../../src/domain/admission.ts';
import { AppError } from '../../src/domain/errors.ts';
import type { Audience, MessageStyle, NoticeKind } from '../../src/domain/text/audience.ts';
import type { Uuid } from '../../src/domain/uuid.ts';
import type { TestPlayer } from './test-players.ts';

/** What a proxy does when it is asked to kick or move a player. */
export type Behaviour = 'obeys' | 'silent' | 'refuses' | 'stalls' | 'pretends';

interface PlayerOnProxy {
  readonly player: TestPlayer;
  server: string | null;
  readonly joinedAt: number;
}

/**
 * A proxy with players of its own, whom it keeps whatever the coordinator decides: presence has to follow it. It reports
 * like a real one, and can lose its connection or its process.
 */
export class FakeProxy {
  readonly name: string;
  readonly players = new Map<Uuid, PlayerOnProxy>();
  /** The kicks that it was asked for. */
  readonly kicks: { readonly uuid: Uuid; readonly message: string }[] = [];
  readonly sends: { readonly uuid: Uuid; readonly server: string }[] = [];
  readonly messages: { readonly uuid: Uuid; readonly message: string }[] = [];
  /** What a proxy with the features of its own is told. */
  readonly shown: { readonly to: Audience; readonly message: string; readonly style: MessageStyle }[] = [];
  readonly offers: { readonly uuid: Uuid; readonly server: string; readonly message: string }[] = [];
  readonly notices: { readonly kind: NoticeKind; readonly message: string }[] = [];
  /** Whether it knows these features; to be set before it connects. */
  speaks = false;
  readonly closes: string[] = [];
  behaviour: Behaviour = 'obeys';
  /** Whether it takes players to another server when they come back, as an edge does; it reaches none. */
  takesTargets = false;
  /** Servers that take no player, although they are up. */
  readonly fullServers = new Set<string>();
  readonly #network: Network;
  readonly #clock: Clock;
  readonly #as: Partial<AgentIdentity>;
  #epoch: number;
  #connection: { readonly session: ProxySession; isUp: boolean } | undefined;

  /** `as`: what else it says of itself, as that it is an edge, or behind one. */
  constructor(network: Network, clock: Clock, name: string, as: Partial<AgentIdentity> = {}) {
    this.#network = network;
    this.#clock = clock;
    this.#as = as;
    this.name = name;
    this.#epoch = clock.now();
  }

  get identity(): AgentIdentity {
    return { name: this.name, platform: 'modern', version: '3.4.0', epoch: this.#epoch, ...this.#as };
  }

  get isUp(): boolean {
    return this.#connection?.isUp === true;
  }

  /** The session of the newest connection, whether it is up or not. */
  get session(): ProxySession {
    if (this.#connection === undefined) throw new Error('the proxy never connected');
    return this.#connection.session;
  }

  /** Connects and reports all its players. */
  connect(): this {
    this.greet();
    this.sync();
    return this;
  }

  /** Connects, and reports nothing yet. */
  greet(): void {
    const session = this.#network.agents.attachProxy(this.identity, this.client());
    this.#connection = { session, isUp: true };
  }

  sync(): void {
    if (this.isUp) this.session.sync(this.report());
  }

  report(): ReportedPlayer[] {
    return Array.from(this.players.values(), ({ player, server, joinedAt }) => ({
      ...player,
      server,
      joinedAt,
    }));
  }

  /** The connection is lost; the players stay on the proxy. */
  drop(): void {
    if (this.#connection?.isUp !== true) return;
    this.#connection.isUp = false;
    this.#connection.session.lost();
  }

  /** The process dies with all its players, and a newer one takes its place. */
  restart(epoch = Math.max(this.#clock.now(), this.#epoch + 1)): this {
    this.players.clear();
    if (this.#connection !== undefined) this.#connection.isUp = false;
    this.#epoch = epoch;
    return this.connect();
  }

  login(player: TestPlayer): Admission {
    return this.session.login(player);
  }

  /** An admitted login will not join. */
  cancel(uuid: Uuid): void {
    if (this.isUp) this.session.cancel(uuid);
  }

  /** The player joins without a login, as after one that was allowed. */
  join(player: TestPlayer, server: string | null = null): void {
    this.players.set(player.uuid, { player, server, joinedAt: this.#clock.now() });
    if (this.isUp) this.session.join({ ...player, server });
  }

  /** Logs in and joins; false when the login was refused. */
  enter(player: TestPlayer, server: string | null = null): boolean {
    if (!this.login(player).allow) return false;
    this.join(player, server);
    return true;
  }

  switch(uuid: Uuid, server: string): void {
    const entry = this.players.get(uuid);
    if (entry === undefined) return;
    entry.server = server;
    if (this.isUp) this.session.switch(uuid, server);
  }

  leave(uuid: Uuid): void {
    if (this.players.delete(uuid) && this.isUp) this.session.leave(uuid);
  }

  client(): ProxyClient {
    return {
      kick: async (uuid, message) => {
        this.kicks.push({ uuid, message });
        await this.#behave();
        if (this.behaviour === 'pretends') return true;
        if (this.behaviour === 'refuses' || !this.players.has(uuid)) return false;
        this.leave(uuid);
        return true;
      },
      send: async (uuid, server) => {
        this.sends.push({ uuid, server });
        await this.#behave();
        if (this.behaviour === 'refuses' || this.fullServers.has(server) || !this.players.has(uuid))
          return false;
        this.switch(uuid, server);
        return true;
      },
      ...(this.takesTargets ? { expect: () => Promise.resolve(), reaches: new Set<string>() } : {}),
      sendMessage: (uuid, message) => void this.messages.push({ uuid, message }),
      ...(this.speaks ? this.#words() : {}),
      close: (reason) => {
        this.closes.push(reason);
      },
    };
  }

  #words(): Pick<ProxyClient, 'show' | 'offer' | 'notify'> {
    return {
      show: (to, message, style) => void this.shown.push({ to, message, style }),
      offer: (uuid, server, message) => void this.offers.push({ uuid, server, message }),
      notify: (kind, message) => void this.notices.push({ kind, message }),
    };
  }

  async #behave(): Promise<void> {
    await Promise.resolve();
    if (this.behaviour === 'silent' || !this.isUp) throw new AppError('platform_unavailable');
    if (this.behaviour === 'stalls') await new Promise(() => undefined);
  }
}
