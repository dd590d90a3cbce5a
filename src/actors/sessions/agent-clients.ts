/** The clients of the agents that are connected now: those of proxies by lease, those of game servers by name. */
export class AgentClients<Client> {
  readonly #clients = new Map<string, Client>();

  of(key: string): Client | undefined {
    return this.#clients.get(key);
  }

  keys(): Iterable<string> {
    return this.#clients.keys();
  }

  values(): Iterable<Client> {
    return this.#clients.values();
  }

  add(key: string, client: Client): void {
    this.#clients.set(key, client);
  }

  /** Does nothing when another client has taken the place of this one. */
  remove(key: string, client: Client): void {
    if (this.#clients.get(key) === client) this.#clients.delete(key);
  }
}
