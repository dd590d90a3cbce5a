import type { RefusalTexts } from '../domain/admission.ts';
import { dateTextIn } from '../domain/time/date-text.ts';
import { AddressWatch } from './services/address-watch.ts';
import type { Random } from '../runtime/backoff.ts';
import { BackendLinks } from './sessions/backend-sessions.ts';
import { BanAuthority } from './entities/ban-service.ts';
import { BanIndex } from './models/ban-index.ts';
import { Evacuation } from './sessions/evacuation.ts';
import { createEventLog } from './models/event-log.ts';
import { Gatekeeper } from './admission/admission-control.ts';
import { NetworkInspection } from './inspection/inspection.ts';
import { prefixed } from './inspection/running-actors.ts';
import { MinuteHistory } from './models/minute-history.ts';
import { makeEntry } from './models/online-entry.ts';
import { OnlinePlayers } from './models/online-players.ts';
import type { Network, ProxyDesk } from './network.ts';
import { PartyRegistry } from './models/party-registry.ts';
import { type PlayerAudience, PlayerActors } from './entities/player-actors.ts';
import { PlayerDesk } from './services/player-service.ts';
import { Playtime } from './models/playtime.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';
import type { StatusProbe, Storage } from './ports.ts';
import { ProfileWriter } from './entities/profile-writer.ts';
import { ProxyDoors } from './sessions/proxy-clients.ts';
import { ProxyHead } from './entities/proxy-actor.ts';
import { ProxyLeases } from './sessions/proxy-sessions.ts';
import { DEFAULT_REBOOT_RULES, type RebootRules, Reboots } from './sessions/reboots.ts';
import { ServerDesk } from './services/server-service.ts';
import { ServerFleet } from './entities/server-actors.ts';
import { Views } from './models/views.ts';
import { takeVitals } from './services/vitals.ts';
import { Whereabouts } from './sessions/player-locations.ts';

/** CONTRACT §2. */
const TOLERATED_SKEW_MS = 2000;

export interface NetworkOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Where chance comes from; `Math.random` when absent. */
  readonly random?: Random;
  /** IANA name; a RangeError for one that does not exist. */
  readonly timezone: string;
  readonly texts: RefusalTexts;
  /** How servers are restarted; what is absent is as in `DEFAULT_REBOOT_RULES`. */
  readonly reboot?: Partial<RebootRules>;
  /** Absent: servers without an agent are not asked. */
  readonly probe?: StatusProbe;
}

/** Brings the network to life from what is stored. When it resolves, every ban holds at every door. */
export async function openNetwork(options: NetworkOptions): Promise<Network> {
  const { storage, clock, logger, random = Math.random } = options;
  const boot = `${clock.now().toString(36)}${Math.floor(random() * 0xffffff).toString(36)}`;
  const events = createEventLog(clock, logger);
  const index = new BanIndex();
  const isBanned = (uuid: Parameters<BanIndex['activeAt']>[0]): boolean =>
    index.activeAt(uuid, clock.now()) !== undefined;
  const views = new Views(dateTextIn(options.timezone), isBanned);
  const online = new OnlinePlayers({
    clock,
    boot,
    write: (entry, now) => views.onlinePlayerText(entry, now),
  });
  const head = await ProxyHead.open({ store: storage.settings, online, events, clock, logger, boot });
  const playtime = new Playtime({ store: storage.players, online, clock, logger, random });
  const doors = new ProxyDoors(clock, logger, random, (lease, uuid) => players.forgetAt(lease, uuid));
  const parties = new PartyRegistry(online, storage.players, logger, boot);
  const fleet: ServerFleet = new ServerFleet({
    online,
    events,
    clock,
    logger,
    boot,
    onState: (name, state) => reboots.onState(name, state),
  });

  /** Somebody moved: the counts of both servers and a reboot that waits for one of them to be empty hear of it. */
  const moved = (from: string | null, to: string | null): void => {
    fleet.miscount(from);
    fleet.miscount(to);
    reboots.checkEmpty(from);
    reboots.checkEmpty(to);
  };
  const audience: PlayerAudience = {
    joined: (uuid, name, presence) => {
      const entry = makeEntry(uuid, name, presence);
      online.add(entry);
      playtime.arrive(entry);
      moved(null, entry.server);
      const server = entry.server ?? '';
      events.append({ type: 'player_join', data: { uuid, name, server, onlinePlayers: online.count } });
      if (entry.server === null) whereabouts.joined(uuid);
    },
    switched: (uuid, from, to) => {
      const entry = online.get(uuid);
      if (entry !== undefined) online.move(entry, to);
      moved(from, to);
    },
    left: (uuid) => {
      const entry = online.get(uuid);
      if (entry === undefined) return;
      online.remove(entry);
      whereabouts.left(uuid);
      playtime.depart(entry);
      moved(entry.server, null);
      const { name } = entry;
      events.append({ type: 'player_leave', data: { uuid, name, onlinePlayers: online.count } });
    },
    refused: (uuid, presence) => {
      bans.noteAddress(uuid, presence.ip);
      expelBanned(uuid, presence.lease);
    },
    banned: (ban) => {
      bans.took(ban);
      const entry = online.get(ban.uuid);
      if (entry !== undefined) expelBanned(ban.uuid, entry.lease);
      bans.announce(ban, 'ban');
    },
    unbanned: (ban) => bans.announce(ban, 'unban'),
    banExpired: (ban) => bans.announce(ban, 'expire'),
  };
  const expelBanned: (uuid: Parameters<typeof isBanned>[0], lease: string) => void = (uuid, lease) => {
    const message = gatekeeper.banMessage(uuid);
    if (message !== undefined) doors.expel(lease, uuid, message, () => isBanned(uuid));
  };

  const actors = new PlayerActors({ store: storage.bans, index, audience, clock, logger });
  const bans = new BanAuthority({
    store: storage.bans,
    players: storage.players,
    index,
    actors,
    online,
    views,
    events,
    clock,
    logger,
  });
  const gatekeeper = new Gatekeeper({ index, online, proxy: head, texts: options.texts, clock });
  const whereabouts = new Whereabouts(
    online,
    (uuid, server) => actors.tell(uuid, { type: 'presence.switch', server }),
    (uuid, server) => doors.seen(uuid, server),
  );
  const leases = new ProxyLeases({ gatekeeper, actors, online, parties, doors, clock, logger });
  const evacuation = new Evacuation({ online, fleet, doors, logger });
  const writer = new ProfileWriter(storage.servers, clock, logger, random);
  const links: BackendLinks = new BackendLinks({
    fleet,
    reboots: () => reboots,
    whereabouts,
    writer,
    clock,
    logger,
  });
  const reboots = new Reboots({
    fleet,
    online,
    evacuation,
    doors,
    doorOf: (server) => links.doorOf(server),
    wishesOf: (server) => links.wishesOf(server),
    rules: { ...DEFAULT_REBOOT_RULES, ...options.reboot },
    clock,
    logger,
  });
  const { probe } = options;
  const watch = probe === undefined ? undefined : new AddressWatch({ fleet, links, probe, clock, random });
  const servers = new ServerDesk({
    store: storage.servers,
    fleet,
    links,
    reboots,
    evacuation,
    writer,
    online,
    views,
    watch,
    clock,
    logger,
    boot,
  });
  const players = new PlayerDesk({
    store: storage.players,
    friends: storage.friends,
    online,
    playtime,
    bans,
    parties,
    doors,
    leases,
    fleet,
    views,
    clock,
  });
  const history = new MinuteHistory({
    store: storage.history,
    events,
    clock,
    logger,
    boot,
    count: () => online.count,
  });

  const close = async (): Promise<void> => {
    watch?.close();
    history.close();
    bans.close();
    writer.close();
    reboots.close();
    links.close();
    leases.close();
    await playtime.close().finally(() => {
      fleet.close();
      actors.close();
      head.close();
    });
  };
  const open = async (): Promise<number> => {
    await bans.open();
    await servers.open();
    await history.open();
    return await compareClocks(storage, clock, logger);
  };
  const clockSkewMs = await open().catch(async (error: unknown) => {
    // A network that did not come to life must not go on counting minutes beside the next one.
    await close();
    throw error;
  });

  const proxy: ProxyDesk = {
    status: () => head.status(),
    current: () => head.current(),
    settings: () => head.settings(),
    update: async (patch, kickPlayers = false) => {
      await head.update(patch);
      if (kickPlayers && patch.maintenance === true) sendAwayWithoutBypass();
      return head.current();
    },
    addBypass: (name) => head.addBypass(name),
    removeBypass: (name) => head.removeBypass(name),
    history: () => history.encoded(),
  };
  const sendAwayWithoutBypass = (): void => {
    for (const { uuid, name, lease } of online.values()) {
      if (head.isBypassing(name)) continue;
      doors.expel(lease, uuid, options.texts.maintenance, () => online.get(uuid)?.lease === lease);
    }
  };

  return {
    events,
    servers,
    players,
    bans,
    proxy,
    parties,
    agents: {
      attachProxy: (identity, door) => leases.attach(identity, door),
      attachBackend: (identity, door) => links.attach(identity, door),
    },
    inspection: new NetworkInspection(
      {
        player: actors.living,
        server: fleet.living,
        proxy: head.living,
        reboot: reboots.living,
        link: prefixed({ proxy: leases.living, backend: links.living }),
      },
      clock,
    ),
    vitals: () =>
      takeVitals({ online, gatekeeper, fleet, leases, links, index, actors, reboots, head, clockSkewMs }),
    close,
  };
}

/** Bans end by our clock and other programs read them by the database's: two that differ are worth a warning. */
async function compareClocks(storage: Storage, clock: Clock, logger: Logger): Promise<number> {
  const before = clock.now();
  const theirs = await storage.now();
  const skew = Math.round(theirs - (before + clock.now()) / 2);
  if (Math.abs(skew) > TOLERATED_SKEW_MS) logger.warn({ event: 'clock.skewed', skewMs: skew });
  return skew;
}
