import type { AgentIdentity, Network, ProxySession, ReportedPlayer } from '../../src/actors/network.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import type { ProxyClient } from '../../src/actors/ports.ts';
import type { Admission } from '../../src/domain/admission.ts';
import { AppError } from '../../src/domain/errors.ts';
import type { Uuid } from '../../src/domain/uuid.ts';
import type { Person } from './people.ts';

/** What a proxy does when it is asked to kick or move somebody. */
export type Manners = 'obeys' | 'silent' | 'refuses' | 'stalls';

interface Guest {
  readonly person: Person;
  server: string | null;
  readonly joinedAt: number;
}

/**
 * A proxy with players of its own, who are there whatever the coordinator thinks of it: it is the truth that presence
 * has to follow. It reports like a real one, and can lose its line or its process.
 */
export class FakeProxy {
  readonly name: string;
  readonly guests = new Map<Uuid, Guest>();
  /** Whom it was asked to kick, with the words. */
  readonly kicks: { readonly uuid: Uuid; readonly message: string }[] = [];
  readonly sends: { readonly uuid: Uuid; readonly server: string }[] = [];
  readonly tells: { readonly uuid: Uuid; readonly message: string }[] = [];
  readonly closes: string[] = [];
  manners: Manners = 'obeys';
  /** Servers that take nobody, although they are up. */
  readonly fullServers = new Set<string>();
  readonly #network: Network;
  readonly #clock: Clock;
  #epoch: number;
  #line: { readonly session: ProxySession; isUp: boolean } | undefined;

  constructor(network: Network, clock: Clock, name: string) {
    this.#network = network;
    this.#clock = clock;
    this.name = name;
    this.#epoch = clock.now();
  }

  get identity(): AgentIdentity {
    return { name: this.name, platform: 'modern', version: '3.4.0', epoch: this.#epoch };
  }

  get isUp(): boolean {
    return this.#line?.isUp === true;
  }

  /** The session of the newest line, whether it is up or not. */
  get session(): ProxySession {
    if (this.#line === undefined) throw new Error('the proxy never connected');
    return this.#line.session;
  }

  /** Opens a line and says its whole truth. */
  connect(): this {
    this.greet();
    this.sync();
    return this;
  }

  /** Opens a line, and says nothing yet. */
  greet(): void {
    const line = { session: this.#network.agents.attachProxy(this.identity, this.door()), isUp: true };
    this.#line = line;
  }

  sync(): void {
    if (this.isUp) this.session.sync(this.report());
  }

  report(): ReportedPlayer[] {
    return Array.from(this.guests.values(), ({ person, server, joinedAt }) => ({
      ...person,
      server,
      joinedAt,
    }));
  }

  /** The line is cut; the players stay on the proxy. */
  drop(): void {
    if (this.#line?.isUp !== true) return;
    this.#line.isUp = false;
    this.#line.session.lost();
  }

  /** The process dies with everybody on it, and a newer one takes its place. */
  restart(epoch = Math.max(this.#clock.now(), this.#epoch + 1)): this {
    this.guests.clear();
    if (this.#line !== undefined) this.#line.isUp = false;
    this.#epoch = epoch;
    return this.connect();
  }

  login(person: Person): Admission {
    return this.session.login(person);
  }

  /** The player comes in without being asked for, as after a login that went through. */
  join(person: Person, server: string | null = null): void {
    this.guests.set(person.uuid, { person, server, joinedAt: this.#clock.now() });
    if (this.isUp) this.session.join({ ...person, server });
  }

  /** The usual way in; answers whether the door let them. */
  enter(person: Person, server: string | null = null): boolean {
    if (!this.login(person).allow) return false;
    this.join(person, server);
    return true;
  }

  switch(uuid: Uuid, server: string): void {
    const guest = this.guests.get(uuid);
    if (guest === undefined) return;
    guest.server = server;
    if (this.isUp) this.session.switch(uuid, server);
  }

  leave(uuid: Uuid): void {
    if (this.guests.delete(uuid) && this.isUp) this.session.leave(uuid);
  }

  door(): ProxyClient {
    return {
      kick: async (uuid, message) => {
        this.kicks.push({ uuid, message });
        await this.#listen();
        if (this.manners === 'refuses' || !this.guests.has(uuid)) return false;
        this.leave(uuid);
        return true;
      },
      send: async (uuid, server) => {
        this.sends.push({ uuid, server });
        await this.#listen();
        if (this.manners === 'refuses' || this.fullServers.has(server) || !this.guests.has(uuid))
          return false;
        this.switch(uuid, server);
        return true;
      },
      tell: (uuid, message) => void this.tells.push({ uuid, message }),
      close: (reason) => {
        this.closes.push(reason);
      },
    };
  }

  async #listen(): Promise<void> {
    await Promise.resolve();
    if (this.manners === 'silent' || !this.isUp) throw new AppError('platform_unavailable');
    if (this.manners === 'stalls') await new Promise(() => undefined);
  }
}
