/** The living actors of one kind, by the id of what they stand for. Ours, because XState's own system is stringly. */
export class Registry<Id, A> {
  readonly #actors = new Map<Id, A>();

  get size(): number {
    return this.#actors.size;
  }

  get(id: Id): A | undefined {
    return this.#actors.get(id);
  }

  /** Two actors for one entity would decide against each other: a second registration is a bug. */
  add(id: Id, actor: A): A {
    if (this.#actors.has(id)) throw new Error(`an actor of this id lives already: ${String(id)}`);
    this.#actors.set(id, actor);
    return actor;
  }

  /** Puts an actor in the place of one that died. */
  replace(id: Id, actor: A): A {
    this.#actors.set(id, actor);
    return actor;
  }

  delete(id: Id): void {
    this.#actors.delete(id);
  }

  entries(): Iterable<[Id, A]> {
    return this.#actors.entries();
  }

  values(): Iterable<A> {
    return this.#actors.values();
  }
}
