import { createHash, timingSafeEqual } from 'node:crypto';
import type { AgentRole } from '../../domain/agent-role.ts';
import { AppError } from '../../domain/errors.ts';
import type { AgentResource, NewAgent } from '../../domain/resources.ts';
import type { Clock } from '../../runtime/clock.ts';
import { randomSecret } from '../../runtime/random-secret.ts';
import type { AgentCredential, AgentSecretDirectory } from '../agents.ts';
import type { AgentRecord, AgentStore } from '../ports.ts';
import type { AgentSightings } from './agent-sightings.ts';

/** Rows of the table; beyond them the agent that was revoked first is forgotten. */
const MAX_AGENTS = 4_096;

interface AgentSecretsDeps {
  readonly store: AgentStore;
  readonly clock: Clock;
  readonly sightings: AgentSightings;
}

/**
 * The agents that have a secret of their own (docs/channel.md "Secrets"). Only hashes are kept, in memory as well, and a
 * secret is looked up by its hash, so that the time of it says nothing about another secret.
 */
export class AgentSecrets implements AgentSecretDirectory {
  readonly #store: AgentStore;
  readonly #clock: Clock;
  readonly #sightings: AgentSightings;
  readonly #revokedListeners = new Set<(credential: AgentCredential) => void>();
  #byName = new Map<string, AgentRecord>();
  #byHash = new Map<string, AgentRecord>();
  /** Grows with each change made here: what was read before one must not undo it. */
  #changes = 0;

  constructor({ store, clock, sightings }: AgentSecretsDeps) {
    this.#store = store;
    this.#clock = clock;
    this.#sightings = sightings;
  }

  list(): readonly AgentResource[] {
    const inOrder = [...this.#byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    return inOrder.map((record) => resourceOf({ ...record, ...this.#sightings.of(record) }));
  }

  async create(
    name: string,
    role: AgentRole,
    { mayBan = false }: { readonly mayBan?: boolean | undefined } = {},
  ): Promise<NewAgent> {
    if (mayBan && role === 'edge')
      throw new AppError(
        'invalid_body',
        'mayBan is for the roles proxy and backend: nobody gives commands at an edge',
      );
    if (this.#byName.get(name)?.revokedAt === 0) throw exists(name);
    await this.#makeRoom(name);
    const secret = randomSecret();
    const agent = { name, role, mayBan, secretHash: hashOf(secret), createdAt: this.#clock.now() };
    // Another process may have added it since the table was read.
    if (!(await this.#store.add(agent))) throw exists(name);
    const record = { ...agent, revokedAt: 0, lastSeen: 0, version: '' };
    this.#changes += 1;
    this.#set([...this.#others(name), record]);
    return { ...resourceOf(record), secret };
  }

  async revoke(name: string): Promise<void> {
    const record = this.#byName.get(name);
    const at = this.#clock.now();
    if (!(await this.#store.revoke(name, at))) {
      // Another process may have revoked it since the table was read.
      if (record?.revokedAt === 0) await this.reload();
      throw new AppError('agent_not_found');
    }
    this.#changes += 1;
    if (record === undefined) return;
    this.#set([...this.#others(name), { ...record, revokedAt: at }]);
  }

  named(name: string): AgentCredential | undefined {
    const record = this.#byName.get(name);
    return record?.revokedAt === 0 ? credentialOf(record) : undefined;
  }

  agentOf(secret: string): AgentCredential | undefined {
    const hash = hashOf(secret);
    const record = this.#byHash.get(hash);
    if (record === undefined || !timingSafeEqual(Buffer.from(record.secretHash), Buffer.from(hash)))
      return undefined;
    return credentialOf(record);
  }

  seen(credential: AgentCredential, version: string): void {
    this.#sightings.note(credential, version);
  }

  onRevoked(listener: (credential: AgentCredential) => void): () => void {
    this.#revokedListeners.add(listener);
    return () => this.#revokedListeners.delete(listener);
  }

  async reload(): Promise<void> {
    const before = this.#changes;
    const records = await this.#store.all();
    if (before === this.#changes) this.#set(records);
  }

  async #makeRoom(name: string): Promise<void> {
    if (this.#byName.has(name) || this.#byName.size < MAX_AGENTS) return;
    const [oldest] = [...this.#byName.values()]
      .filter(({ revokedAt }) => revokedAt > 0)
      .sort((a, b) => a.revokedAt - b.revokedAt);
    if (oldest === undefined)
      throw new AppError('overloaded', `There are ${MAX_AGENTS} agents; revoke one first`);
    await this.#store.forget(oldest.name);
    this.#changes += 1;
    this.#set(this.#others(oldest.name));
  }

  #others(name: string): AgentRecord[] {
    return [...this.#byName.values()].filter((record) => record.name !== name);
  }

  /** Replaces what is known, and tells of every secret that no longer holds. */
  #set(records: readonly AgentRecord[]): void {
    const held = this.#byHash;
    this.#byName = new Map(records.map((record) => [record.name, record]));
    const live = records.filter(({ revokedAt }) => revokedAt === 0);
    this.#byHash = new Map(live.map((record) => [record.secretHash, record]));
    for (const [hash, record] of held) {
      if (this.#byHash.has(hash)) continue;
      for (const listener of this.#revokedListeners) listener(credentialOf(record));
    }
  }
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function credentialOf({ name, role, mayBan, secretHash }: AgentRecord): AgentCredential {
  return { name, role, mayBan, secretHash };
}

function exists(name: string): AppError {
  return new AppError('agent_exists', `There is an agent ${name}; revoke it to give it another secret`);
}

function resourceOf(record: AgentRecord): AgentResource {
  const { name, role, mayBan, createdAt, revokedAt, lastSeen, version } = record;
  return {
    name,
    role,
    mayBan,
    createdAt,
    revokedAt: revokedAt === 0 ? null : revokedAt,
    lastSeen: lastSeen === 0 ? null : lastSeen,
    version: version === '' ? null : version,
  };
}
