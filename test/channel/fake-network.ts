import { EventEmitter, once } from 'node:events';
import type {
  AgentCredential,
  AgentIdentity,
  ReportedPlayer,
  ServerReport,
} from '../../src/actors/agents.ts';
import type { ActiveBan, LoggedEvent, Network } from '../../src/actors/network.ts';
import type { BackendClient, ProxyClient } from '../../src/actors/ports.ts';
import type { Admission } from '../../src/domain/admission.ts';
import { AppError } from '../../src/domain/errors.ts';
import type { NetworkEvent } from '../../src/domain/network-event.ts';
import type { Party } from '../../src/domain/party.ts';
import type { ProxyStatusResource, ServerDetail } from '../../src/domain/resources.ts';
import type { Uuid } from '../../src/domain/uuid.ts';

/** A call that an agent caused. */
export interface Call {
  readonly name: string;
  readonly value: unknown;
}

/** A network that records calls and answers as the test says. */
export class FakeNetwork {
  readonly calls: Call[] = [];
  readonly proxies: { identity: AgentIdentity; client: ProxyClient }[] = [];
  readonly backends: { identity: AgentIdentity; client: BackendClient }[] = [];
  admission: Admission = { allow: true };
  refuseCommands: AppError | null = null;
  /** While set, commands are answered only when it resolves. */
  heldCommands: Promise<void> | null = null;
  failLogins = false;
  /** Players who are on no server. */
  readonly absent = new Set<Uuid>();
  /** Servers on which proxies have somebody, each `proxy server`. */
  readonly populated = new Set<string>();
  bans: ActiveBan[] = [];
  readonly claimListeners = new Set<(uuid: Uuid) => void>();
  /** The agents with a secret of their own, by that. */
  readonly credentials = new Map<string, AgentCredential>();
  readonly revokedListeners = new Set<(credential: AgentCredential) => void>();
  servers: ServerDetail[] = [];
  /** Where players can be moved; null for every server. */
  reach: readonly string[] | null = null;
  status: ProxyStatusResource = {
    maintenance: false,
    motd: 'hello',
    maintenanceMotd: '',
    preventJoin: false,
    onlinePlayers: 0,
    maxPlayers: 100,
    maintenanceBypass: [],
  };
  readonly #called = new EventEmitter();
  readonly #listeners = new Set<(entry: LoggedEvent) => void>();
  #lastId = 0;

  /** What the channel uses of a network. */
  get network(): Network {
    return {
      events: {
        subscribe: (listener: (entry: LoggedEvent) => void) => {
          this.#listeners.add(listener);
          return () => this.#listeners.delete(listener);
        },
      },
      servers: {
        all: () => this.servers,
        has: (name: string) => this.servers.some((server) => server.name === name),
        get: (name: string) => this.servers.find((server) => server.name === name),
      },
      players: {
        send: async (uuid: string, server: string) => this.#command('send', { uuid, server }),
        reachOf: () => {
          if (this.refuseCommands !== null) throw this.refuseCommands;
          return this.reach;
        },
      },
      bans: {
        version: 7,
        active: () => this.bans,
        activeOf: (uuid: string) => this.bans.find((ban) => ban.uuid === uuid),
        onClaim: (listener: (uuid: Uuid) => void) => {
          this.claimListeners.add(listener);
          return () => this.claimListeners.delete(listener);
        },
        ban: async (request: unknown, by: unknown) => this.#command('ban', { request, by }),
      },
      staff: {
        ban: async (by: unknown, name: string, time: string, reason: string) =>
          this.#command('staff.ban', { by, name, time, reason }),
        unban: async (by: unknown, name: string) => this.#command('staff.unban', { by, name }),
        kick: async (by: unknown, name: string, reason: string) =>
          this.#command('staff.kick', { by, name, reason }),
        send: async (name: string, server: string) => this.#command('staff.send', { name, server }),
        alert: (message: string) => this.#note('staff.alert', message),
        find: async (name: string) => {
          await this.#command('staff.find', name);
          return { uuid: '11111111-1111-4111-8111-111111111111', name, proxy: 'proxy-1', server: null };
        },
      },
      proxy: { current: () => this.status },
      agentSecrets: {
        named: (name: string) => [...this.credentials.values()].find((one) => one.name === name),
        agentOf: (secret: string) => this.credentials.get(secret),
        seen: (credential: AgentCredential, version: string) =>
          this.#note('seen', { name: credential.name, version }),
        onRevoked: (listener: (credential: AgentCredential) => void) => {
          this.revokedListeners.add(listener);
          return () => this.revokedListeners.delete(listener);
        },
      },
      agents: {
        attachProxy: (identity: AgentIdentity, client: ProxyClient) => this.#proxy(identity, client),
        attachBackend: (identity: AgentIdentity, client: BackendClient) => this.#backend(identity, client),
      },
    } as unknown as Network;
  }

  /** As an actor would: appends to the event log. */
  emit(event: NetworkEvent): void {
    this.#lastId += 1;
    for (const listener of this.#listeners) listener({ id: this.#lastId, event, at: 0 });
  }

  /** The first call of this name, now or later. */
  async called(name: string): Promise<unknown> {
    for (;;) {
      const found = this.calls.find((call) => call.name === name);
      if (found !== undefined) return found.value;
      await once(this.#called, 'call');
    }
  }

  #note(name: string, value: unknown): void {
    this.calls.push({ name, value });
    this.#called.emit('call');
  }

  async #command(name: string, value: unknown): Promise<void> {
    if (this.refuseCommands !== null) throw this.refuseCommands;
    this.#note(name, value);
    await this.heldCommands;
  }

  #proxy(identity: AgentIdentity, client: ProxyClient) {
    this.proxies.push({ identity, client });
    return {
      id: `proxy-${this.proxies.length}`,
      lost: () => this.#note('lost', identity.name),
      login: (player: unknown) => {
        if (this.failLogins) throw new Error('a bug');
        this.#note('login', player);
        return this.admission;
      },
      join: (player: unknown) => this.#note('join', player),
      switch: (uuid: string, server: string, at?: number) =>
        this.#note('switch', at === undefined ? { uuid, server } : { uuid, server, at }),
      leave: (uuid: string, joinedAt?: number) =>
        this.#note('leave', joinedAt === undefined ? uuid : { uuid, joinedAt }),
      hasPlayersOn: (server: string) => this.populated.has(`${identity.name} ${server}`),
      ownServers: (servers: readonly unknown[]) => this.#note('ownServers', servers),
      authorOf: (by: { uuid: Uuid } | null) => {
        if (by !== null && this.absent.has(by.uuid)) throw new AppError('not_permitted');
        return { via: 'menu', name: by === null ? 'console' : 'Staff', uuid: by?.uuid ?? null };
      },
      cancel: (uuid: string) => this.#note('cancel', uuid),
      sync: (players: readonly ReportedPlayer[]) => this.#note('sync', players),
      parties: (parties: readonly Party[]) => this.#note('parties', parties),
    };
  }

  #backend(identity: AgentIdentity, client: BackendClient) {
    this.backends.push({ identity, client });
    return {
      id: `backend-${this.backends.length}`,
      lost: () => this.#note('lost', identity.name),
      report: (report: ServerReport) => this.#note('report', report),
      rebootProgress: (reboot: string, phase: string, detail?: string) =>
        this.#note('progress', { reboot, phase, detail }),
      authorOf: (by: { uuid: Uuid; name: string }) => {
        if (this.absent.has(by.uuid)) throw new AppError('not_permitted');
        return { via: 'menu', ...by };
      },
      assertHolds: (uuid: Uuid) => {
        if (this.absent.has(uuid)) throw new AppError('not_permitted');
      },
    };
  }
}
