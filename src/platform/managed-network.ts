import type { ServerManagement } from './server-management.ts';

/** A server or proxy that this process reaches from outside: with an agent, or for kicks and messages only. */
export interface ManagedMember {
  readonly management: ServerManagement;
  /** Why it cannot be reached now, with what to check; undefined while it can. */
  readonly closedReason: string | undefined;
  close(): Promise<void>;
}

/** The servers and proxies that this process reaches from outside, by their names in the network. */
export class ManagedNetwork {
  readonly #members: readonly ManagedMember[];
  readonly #byName: ReadonlyMap<string, ManagedMember>;

  /** Of two members with one name the later is the one that is found; both are closed. */
  constructor(members: Iterable<readonly [name: string, member: ManagedMember]>) {
    const entries = [...members];
    this.#members = entries.map(([, member]) => member);
    this.#byName = new Map(entries);
  }

  /** What can be done to the server or proxy of this name, if it is managed. */
  managementOf(name: string): ServerManagement | undefined {
    return this.#byName.get(name)?.management;
  }

  /** Why the server or proxy of this name cannot be reached now; undefined while it can, and for one that is not managed. */
  closedReasonOf(name: string): string | undefined {
    return this.#byName.get(name)?.closedReason;
  }

  async close(): Promise<void> {
    await Promise.all(this.#members.map((member) => member.close()));
  }
}
