import type { AgentDeps } from './managed-agent.ts';
import { ManagedProxy, type ManagedProxyOptions } from './managed-proxy.ts';
import { ManagedServer, type ManagedServerOptions } from './managed-server.ts';
import type { ServerManagement } from './server-management.ts';

export interface ManagedNetworkOptions extends AgentDeps {
  readonly servers: readonly Omit<ManagedServerOptions, keyof AgentDeps>[];
  readonly proxies: readonly Omit<ManagedProxyOptions, keyof AgentDeps>[];
}

/** The servers and proxies that are managed from outside, each with an agent of its own. */
export class ManagedNetwork {
  readonly #members = new Map<string, ManagedServer | ManagedProxy>();

  /** Begins to look for all of them at once. */
  constructor({ servers, proxies, ...parts }: ManagedNetworkOptions) {
    for (const proxy of proxies) this.#members.set(proxy.name, new ManagedProxy({ ...proxy, ...parts }));
    for (const server of servers) this.#members.set(server.name, new ManagedServer({ ...server, ...parts }));
  }

  /** What can be done to the server or proxy of this name, if it is managed; a server hides a proxy of its name. */
  managementOf(name: string): ServerManagement | undefined {
    return this.#members.get(name)?.management;
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#members.values(), (member) => member.close()));
  }
}
