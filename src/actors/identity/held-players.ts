import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { ReportedPlayer } from '../agents.ts';

/** A player whom an edge reported, and what is to be done once it is known that the uuid is theirs. */
export interface HeldPlayer {
  player: ReportedPlayer;
  /** Whether they were there before: then nothing but a ban may refuse them. */
  readonly wasThere: boolean;
  readonly release: (player: ReportedPlayer) => void;
}

/** Players of one edge who are not present yet, because nobody has checked whose their uuid is; in order. */
export class HeldPlayers {
  readonly #byUuid = new Map<Uuid, Set<HeldPlayer>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(held: HeldPlayer): void {
    const { uuid } = held.player;
    const others = this.#byUuid.get(uuid);
    if (others === undefined) this.#byUuid.set(uuid, new Set([held]));
    else others.add(held);
    this.#size += 1;
  }

  /** Those who are held for longest, at most `limit`. */
  first(limit: number): HeldPlayer[] {
    const found: HeldPlayer[] = [];
    for (const sameUuid of this.#byUuid.values()) {
      for (const held of sameUuid) {
        if (found.length >= limit) return found;
        found.push(held);
      }
    }
    return found;
  }

  /** False when this one was not held any more. */
  take(held: HeldPlayer): boolean {
    const { uuid } = held.player;
    const here = this.#byUuid.get(uuid);
    if (here?.delete(held) !== true) return false;
    if (here.size === 0) this.#byUuid.delete(uuid);
    this.#size -= 1;
    return true;
  }

  /** It is the others' turn: this one, and whoever has the same uuid, comes last. */
  postpone({ player: { uuid } }: HeldPlayer): void {
    const here = this.#byUuid.get(uuid);
    if (here === undefined) return;
    this.#byUuid.delete(uuid);
    this.#byUuid.set(uuid, here);
  }

  /** Whether somebody of another name is held by this uuid. */
  hasOther(uuid: Uuid, name: string): boolean {
    const folded = foldName(name);
    for (const { player } of this.#byUuid.get(uuid) ?? []) if (foldName(player.name) !== folded) return true;
    return false;
  }

  /** Who is held by this uuid and was there before. */
  *thereBefore(uuid: Uuid): Iterable<ReportedPlayer> {
    for (const { player, wasThere } of this.#byUuid.get(uuid) ?? []) if (wasThere) yield player;
  }

  /** Whether the player of this uuid and name is held and was there before. */
  wasThere(uuid: Uuid, name: string): boolean {
    const folded = foldName(name);
    for (const before of this.thereBefore(uuid)) if (foldName(before.name) === folded) return true;
    return false;
  }

  /** The player is on this server by now. */
  move(uuid: Uuid, server: string): void {
    for (const held of this.#byUuid.get(uuid) ?? []) held.player = { ...held.player, server };
  }

  /** Nobody of this uuid is there any more. */
  forget(uuid: Uuid): void {
    this.#size -= this.#byUuid.get(uuid)?.size ?? 0;
    this.#byUuid.delete(uuid);
  }

  clear(): void {
    this.#byUuid.clear();
    this.#size = 0;
  }
}
