import type { Uuid } from '../../domain/uuid.ts';
import type { ReportedPlayer } from '../agents.ts';

/** A player whom an edge reported, and what is to be done once it is known that the uuid is theirs. */
export interface HeldPlayer {
  player: ReportedPlayer;
  readonly release: (player: ReportedPlayer) => void;
}

/** Players of one edge who are not present yet, because nobody has checked whose their uuid is; in order. */
export class HeldPlayers {
  readonly #byUuid = new Map<Uuid, HeldPlayer[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(held: HeldPlayer): void {
    const { uuid } = held.player;
    const others = this.#byUuid.get(uuid);
    if (others === undefined) this.#byUuid.set(uuid, [held]);
    else others.push(held);
    this.#size += 1;
  }

  /** Those who are held for longest, at most `limit`. */
  first(limit: number): HeldPlayer[] {
    const found: HeldPlayer[] = [];
    for (const held of this.#byUuid.values()) {
      found.push(...held);
      if (found.length >= limit) break;
    }
    return found.slice(0, limit);
  }

  /** False when this one was not held any more. */
  take(held: HeldPlayer): boolean {
    const { uuid } = held.player;
    const here = this.#byUuid.get(uuid) ?? [];
    const rest = here.filter((one) => one !== held);
    if (rest.length === here.length) return false;
    if (rest.length === 0) this.#byUuid.delete(uuid);
    else this.#byUuid.set(uuid, rest);
    this.#size -= 1;
    return true;
  }

  /** The player is on this server by now. */
  move(uuid: Uuid, server: string): void {
    for (const held of this.#byUuid.get(uuid) ?? []) held.player = { ...held.player, server };
  }

  /** Nobody of this uuid is there any more. */
  forget(uuid: Uuid): void {
    this.#size -= this.#byUuid.get(uuid)?.length ?? 0;
    this.#byUuid.delete(uuid);
  }

  clear(): void {
    this.#byUuid.clear();
    this.#size = 0;
  }
}
