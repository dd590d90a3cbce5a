import { foldName } from '../domain/player-name.ts';
import type { Uuid } from '../domain/uuid.ts';

/** Players by a name that several of them may have, compared without regard to case. */
export class NameIndex {
  /** Most names have one player: a set is made only for the second. */
  readonly #players = new Map<string, Uuid | Set<Uuid>>();

  add(name: string, uuid: Uuid): void {
    const key = foldName(name);
    const before = this.#players.get(key);
    if (before === undefined || before === uuid) this.#players.set(key, uuid);
    else if (typeof before === 'string') this.#players.set(key, new Set([before, uuid]));
    else before.add(uuid);
  }

  delete(name: string, uuid: Uuid): void {
    const key = foldName(name);
    const before = this.#players.get(key);
    if (before === uuid) this.#players.delete(key);
    if (!(before instanceof Set)) return;
    before.delete(uuid);
    const [last] = before;
    if (before.size === 1 && last !== undefined) this.#players.set(key, last);
  }

  /** In the order in which they were added. */
  of(name: string): Iterable<Uuid> {
    const found = this.#players.get(foldName(name));
    return typeof found === 'string' ? [found] : (found ?? []);
  }
}
