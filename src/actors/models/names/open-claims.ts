import { LRUCache } from 'lru-cache';
import { foldName } from '../../../domain/player-name.ts';
import { isMadeOfName, type Uuid } from '../../../domain/uuid.ts';

/** Over all names; the name that got none for longest goes for a new one. */
const MAX_CLAIMS = 10_000;
/** Of one name. With the one that the table has they are as many as are remembered once they are proved to be false. */
const MAX_OF_NAME = 7;

/**
 * Under which players' uuids somebody was shown by a claim, beside what the table keeps of the name, until it is proved whose the
 * name is: then all of these were false. No claim takes the place of another one here. A name that has as many as may be
 * gets no further player's uuid by a claim, so nobody makes an earlier one forgotten by further ones.
 */
export class OpenClaims {
  /** By name, folded. */
  readonly #byName = new LRUCache<string, readonly Uuid[]>({
    maxSize: MAX_CLAIMS,
    sizeCalculation: (uuids) => uuids.length,
  });

  /** Nobody loses anything by a claim of a uuid that is made of a name. */
  add(name: string, uuid: Uuid): void {
    const key = foldName(name);
    const others = this.#byName.peek(key) ?? [];
    if (isMadeOfName(uuid) || others.includes(uuid) || others.length >= MAX_OF_NAME) return;
    this.#byName.set(key, [...others, uuid]);
  }

  has(name: string, uuid: Uuid): boolean {
    return this.#byName.peek(foldName(name))?.includes(uuid) === true;
  }

  /** Whether this one would be remembered, or is. */
  mayAdd(name: string, uuid: Uuid): boolean {
    const others = this.#byName.peek(foldName(name)) ?? [];
    return isMadeOfName(uuid) || others.length < MAX_OF_NAME || others.includes(uuid);
  }

  /** The player has the name by more than an open claim. */
  delete(name: string, uuid: Uuid): void {
    const key = foldName(name);
    const uuids = this.#byName.peek(key);
    if (uuids?.includes(uuid) !== true) return;
    const others = uuids.filter((one) => one !== uuid);
    if (others.length === 0) this.#byName.delete(key);
    else this.#byName.set(key, others);
  }

  /** All of the name, which has none any more. */
  take(name: string): readonly Uuid[] {
    const key = foldName(name);
    const uuids = this.#byName.peek(key) ?? [];
    this.#byName.delete(key);
    return uuids;
  }
}
