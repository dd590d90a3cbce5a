import type { Ban } from '../../domain/ban.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { Presence } from '../../machines/player/events.ts';
import type { BanService } from '../entities/ban-service.ts';
import type { PlayerListener } from '../entities/player-actors.ts';
import type { ServerActors } from '../entities/server-actors.ts';
import type { WritableEventLog } from '../models/event-log.ts';
import type { ClaimedBans } from '../identity/bans/claimed-bans.ts';
import type { UnprovedPlayers } from '../identity/unproved-players.ts';
import { makeEntry } from '../models/online-entry.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { Playtime } from '../models/playtime.ts';
import type { PlayerLocations } from '../sessions/locations/player-locations.ts';
import type { ProxySessions } from '../sessions/proxy-sessions.ts';
import type { Reboots } from '../sessions/reboots/reboots.ts';
import type { ServerWords } from '../sessions/server-words.ts';

export interface PlayerReactionsDeps {
  readonly online: OnlinePlayers;
  readonly playtime: Playtime;
  readonly bans: BanService;
  readonly events: WritableEventLog;
  readonly serverActors: ServerActors;
  readonly reboots: Reboots;
  readonly playerLocations: PlayerLocations;
  readonly serverWords: ServerWords;
  readonly proxySessions: ProxySessions;
  readonly claimedBans: ClaimedBans;
  readonly unprovedPlayers: UnprovedPlayers;
}

/**
 * What follows when something happened to a player. Each method is the list of what is done, in this order: the read
 * models first, so that a reader who receives the event finds in them what it says.
 */
export class PlayerReactions implements PlayerListener {
  readonly #deps: PlayerReactionsDeps;

  constructor(deps: PlayerReactionsDeps) {
    this.#deps = deps;
  }

  joined(uuid: Uuid, name: string, presence: Presence): void {
    const { online, playtime, events, playerLocations, serverWords } = this.#deps;
    const entry = makeEntry(uuid, name, presence);
    online.add(entry);
    playtime.arrive(entry);
    this.#playersChanged(null, entry.server);
    const server = entry.server ?? '';
    events.append({ type: 'player_join', data: { uuid, name, server, onlinePlayers: online.count } });
    if (entry.server === null) playerLocations.joined(uuid);
    else serverWords.arrived(uuid);
  }

  switched(uuid: Uuid, from: string | null, to: string | null): void {
    const { online, serverWords } = this.#deps;
    const entry = online.get(uuid);
    if (entry !== undefined) online.move(entry, to);
    this.#playersChanged(from, to);
    serverWords.arrived(uuid);
  }

  passed(uuid: Uuid, presence: Presence): void {
    const entry = this.#deps.online.get(uuid);
    if (entry === undefined) return;
    entry.lease = presence.lease;
    entry.claim = presence.claim;
  }

  left(uuid: Uuid): void {
    const { online, playtime, events, playerLocations, unprovedPlayers } = this.#deps;
    const entry = online.get(uuid);
    if (entry === undefined) return;
    online.remove(entry);
    playerLocations.left(uuid);
    unprovedPlayers.left(entry.name);
    playtime.depart(entry);
    this.#playersChanged(entry.server, null);
    const { name } = entry;
    events.append({ type: 'player_leave', data: { uuid, name, onlinePlayers: online.count } });
  }

  /** A banned player came in past the admission: kicked from the proxy that let them. */
  refused(uuid: Uuid, name: string, { ip, lease, claim }: Presence): void {
    const { bans, proxySessions } = this.#deps;
    bans.noteAddress(uuid, ip);
    proxySessions.kickBanned(lease, { uuid, name, claim });
  }

  /** The database committed the ban before this, and the request is answered after it. */
  banned(ban: Ban): void {
    const { bans, online, proxySessions } = this.#deps;
    bans.index(ban);
    const entry = online.get(ban.uuid);
    if (entry !== undefined) proxySessions.kickBanned(entry.lease, entry);
    else proxySessions.sayBanned(ban);
    void proxySessions.kickNamed(ban.name, ban.uuid);
    this.#deps.claimedBans.add(ban.name);
    bans.announce(ban, 'ban');
  }

  /** The database committed the unban before this, and the request is answered after it. */
  unbanned(ban: Ban): void {
    const { bans } = this.#deps;
    bans.unindex(ban);
    bans.announce(ban, 'unban');
  }

  banExpired(ban: Ban): void {
    const { bans } = this.#deps;
    bans.unindex(ban);
    bans.announce(ban, 'expire');
  }

  /** The servers' counts are announced, and a reboot that waits for one of them to be empty looks again. */
  #playersChanged(from: string | null, to: string | null): void {
    const { serverActors, reboots } = this.#deps;
    serverActors.countChanged(from);
    serverActors.countChanged(to);
    reboots.checkEmpty(from);
    reboots.checkEmpty(to);
  }
}
