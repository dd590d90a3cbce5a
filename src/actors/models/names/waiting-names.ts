import type { Uuid } from '../../../domain/uuid.ts';
import type { NameRecord } from '../../ports.ts';

/**
 * Names that wait for the database, one record each, in the order in which they came. There may be tens of thousands while it
 * is away, and every login asks for those of its player: they are found by the player too.
 */
export class WaitingNames {
  readonly #byKey = new Map<string, NameRecord>();
  readonly #byPlayer = new Map<Uuid, Map<string, NameRecord>>();

  get size(): number {
    return this.#byKey.size;
  }

  has(key: string): boolean {
    return this.#byKey.has(key);
  }

  get(key: string): NameRecord | undefined {
    return this.#byKey.get(key);
  }

  /** Takes the place of what waited under this name, and keeps its place in the order. */
  set(record: NameRecord): void {
    const before = this.#byKey.get(record.key);
    if (before !== undefined && before.uuid !== record.uuid) this.#forget(before);
    this.#byKey.set(record.key, record);
    const names = this.#byPlayer.get(record.uuid);
    if (names === undefined) this.#byPlayer.set(record.uuid, new Map([[record.key, record]]));
    else names.set(record.key, record);
  }

  delete(key: string): void {
    const before = this.#byKey.get(key);
    if (before === undefined) return;
    this.#byKey.delete(key);
    this.#forget(before);
  }

  clear(): void {
    this.#byKey.clear();
    this.#byPlayer.clear();
  }

  /** Those that came first, at most so many. Takes a time that depends on these and not on how many wait. */
  first(count: number): string[] {
    const keys: string[] = [];
    for (const key of this.#byKey.keys()) {
      if (keys.length >= count) break;
      keys.push(key);
    }
    return keys;
  }

  keys(): Iterable<string> {
    return this.#byKey.keys();
  }

  /** Those that wait under this uuid. */
  of(uuid: Uuid): Iterable<NameRecord> {
    return this.#byPlayer.get(uuid)?.values() ?? [];
  }

  #forget({ key, uuid }: NameRecord): void {
    const names = this.#byPlayer.get(uuid);
    names?.delete(key);
    if (names?.size === 0) this.#byPlayer.delete(uuid);
  }
}
