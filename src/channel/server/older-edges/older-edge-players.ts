import { LRUCache } from 'lru-cache';
import type { ReportedPlayer } from '../../../actors/agents.ts';
import { foldName } from '../../../domain/player-name.ts';
import { isMadeOfName, type Uuid } from '../../../domain/uuid.ts';
import { NameIndex } from '../../../runtime/name-index.ts';

/** Players of one edge, as many as one list may have; what is said of one more is passed on as it came. */
const MAX_PLAYERS = 200_000;
/** Logins whose join may be on its way. */
const MAX_LOGINS = 10_000;

/** A player as the edge knows them, and who they are for the network. */
interface ClaimedPlayer {
  readonly claimed: Uuid;
  readonly name: string;
  readonly ip: string;
  server: string | null;
  shown: Uuid;
}

/** By which uuids an edge of an older version knows its players, and which players they are. */
export class OlderEdgePlayers {
  readonly #players = new Map<Uuid, ClaimedPlayer>();
  readonly #byShown = new Map<Uuid, Set<Uuid>>();
  readonly #names = new NameIndex();
  readonly #logins = new LRUCache<string, Uuid>({ max: MAX_LOGINS });
  /** Who the latest login by a uuid is, under whatever name. */
  readonly #latest = new LRUCache<Uuid, Uuid>({ max: MAX_LOGINS });

  /** The coordinator found out who a login is; what it reports next by this uuid and name is that player's. */
  noteLogin(claimed: Uuid, name: string, shown: Uuid): void {
    this.#logins.set(loginKey(claimed, name), shown);
    this.#latest.set(claimed, shown);
  }

  /** Who logged in by this uuid last. */
  lastLogin(claimed: Uuid): Uuid {
    return this.#latest.get(claimed) ?? claimed;
  }

  /** The edge has this player: answers with who that is. */
  add<T extends Pick<ReportedPlayer, 'uuid' | 'name' | 'ip' | 'server'>>(
    player: T,
  ): T & Pick<ReportedPlayer, 'claim'> {
    const { uuid: claimed, name, ip, server } = player;
    const before = this.#players.get(claimed);
    const isSame = before !== undefined && foldName(before.name) === foldName(name);
    const shown = this.#logins.get(loginKey(claimed, name)) ?? (isSame ? before.shown : claimed);
    this.#forget(claimed);
    if (this.#players.size < MAX_PLAYERS) this.#keep({ claimed, name, ip, server, shown });
    return { ...player, ...whoAndSent(claimed, shown) };
  }

  /** The edge has these players and no others. */
  replace(players: readonly ReportedPlayer[]): ReportedPlayer[] {
    const here = new Set(players.map(({ uuid }) => uuid));
    for (const claimed of this.#players.keys()) if (!here.has(claimed)) this.#forget(claimed);
    return players.map((player) => this.add(player));
  }

  /** Who is on this server by now. */
  move(claimed: Uuid, server: string): Uuid {
    const player = this.#players.get(claimed);
    if (player !== undefined) player.server = server;
    return player?.shown ?? claimed;
  }

  /** The edge has nobody by this uuid any more: answers with who left, undefined where they are there by another one, too. */
  remove(claimed: Uuid): Uuid | undefined {
    const shown = this.#players.get(claimed)?.shown ?? claimed;
    this.#forget(claimed);
    return this.#byShown.has(shown) ? undefined : shown;
  }

  /** Whom the edge has under this name as somebody else than this player. */
  othersNamed(name: string, uuid: Uuid): ClaimedPlayer[] {
    return Array.from(this.#names.of(name)).flatMap((claimed) => {
      const player = this.#players.get(claimed);
      return player === undefined || player.shown === uuid ? [] : [player];
    });
  }

  /** It turned out who this is: answers with whom they were taken for, undefined where somebody is there as that player. */
  correct(player: ClaimedPlayer, uuid: Uuid): Uuid | undefined {
    const { claimed, name, shown: before } = player;
    this.#forget(claimed);
    this.#keep({ ...player, shown: uuid });
    this.noteLogin(claimed, name, uuid);
    return this.#byShown.has(before) ? undefined : before;
  }

  /** By which uuids the edge knows this player; with a name, only those where it has nobody of another name. */
  claimsOf(shown: Uuid, name?: string): Uuid[] {
    const claims = [...(this.#byShown.get(shown) ?? [shown])];
    if (name === undefined) return claims;
    return claims.filter((claimed) => {
      const player = this.#players.get(claimed);
      return player === undefined || foldName(player.name) === foldName(name);
    });
  }

  #keep(player: ClaimedPlayer): void {
    const { claimed, name, shown } = player;
    this.#players.set(claimed, player);
    this.#names.add(name, claimed);
    const claims = this.#byShown.get(shown);
    if (claims === undefined) this.#byShown.set(shown, new Set([claimed]));
    else claims.add(claimed);
  }

  #forget(claimed: Uuid): void {
    const player = this.#players.get(claimed);
    if (player === undefined) return;
    this.#players.delete(claimed);
    this.#names.delete(player.name, claimed);
    const claims = this.#byShown.get(player.shown);
    claims?.delete(claimed);
    if (claims?.size === 0) this.#byShown.delete(player.shown);
  }
}

/** Who a player is, and what their client sent where that is another uuid; one that is made of a name is the edge's. */
export function whoAndSent(claimed: Uuid, shown: Uuid): Pick<ReportedPlayer, 'uuid' | 'claim'> {
  if (claimed === shown) return { uuid: shown };
  return { uuid: shown, claim: isMadeOfName(claimed) ? null : claimed };
}

function loginKey(claimed: Uuid, name: string): string {
  return `${claimed} ${foldName(name)}`;
}
