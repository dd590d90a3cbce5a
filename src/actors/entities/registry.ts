/** The running actors of one kind, by the id of their entity. Typed, as XState's own system is not. */
export class Registry<Id, A> {
  readonly #actors = new Map<Id, A>();

  get size(): number {
    return this.#actors.size;
  }

  get(id: Id): A | undefined {
    return this.#actors.get(id);
  }

  /** Throws for an id that is taken: two actors of one entity would contradict each other. */
  add(id: Id, actor: A): A {
    if (this.#actors.has(id)) throw new Error(`an actor of this id is running already: ${String(id)}`);
    this.#actors.set(id, actor);
    return actor;
  }

  /** Adds an actor, in the place of another one where there is one. */
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
