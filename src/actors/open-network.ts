import type { RefusalTexts } from '../domain/admission.ts';
import { dateTextIn } from '../domain/time/date-text.ts';
import { AddressWatch } from './services/address-watch.ts';
import type { Random } from '../runtime/backoff.ts';
import { BackendSessions } from './sessions/backend-sessions.ts';
import { BanService } from './entities/ban-service.ts';
import { BanIndex } from './models/ban-index.ts';
import { Evacuation } from './sessions/evacuation.ts';
import { createEventLog } from './models/event-log.ts';
import { AdmissionControl } from './admission/admission-control.ts';
import { NetworkInspection } from './inspection/inspection.ts';
import { prefixed } from './inspection/running-actors.ts';
import { MinuteHistory } from './models/minute-history.ts';
import { makeEntry } from './models/online-entry.ts';
import { OnlinePlayers } from './models/online-players.ts';
import type { Network, ProxyDirectory } from './network.ts';
import { PartyRegistry } from './models/party-registry.ts';
import { type PlayerListener, PlayerActors } from './entities/player-actors.ts';
import { PlayerService } from './services/player-service.ts';
import { Playtime } from './models/playtime.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';
import type { StatusProbe, Storage } from './ports.ts';
import { ProfileWriter } from './entities/profile-writer.ts';
import { ProxyClients } from './sessions/proxy-clients.ts';
import { ProxyActor } from './entities/proxy-actor.ts';
import { ProxySessions } from './sessions/proxy-sessions.ts';
import { DEFAULT_REBOOT_RULES, type RebootRules, Reboots } from './sessions/reboots.ts';
import { ServerService } from './services/server-service.ts';
import { ServerActors } from './entities/server-actors.ts';
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
  const instanceId = `${clock.now().toString(36)}${Math.floor(random() * 0xffffff).toString(36)}`;
  const events = createEventLog(clock, logger);
  const index = new BanIndex();
  const isBanned = (uuid: Parameters<BanIndex['activeAt']>[0]): boolean =>
    index.activeAt(uuid, clock.now()) !== undefined;
  const views = new Views(dateTextIn(options.timezone), isBanned);
  const online = new OnlinePlayers({
    clock,
    instanceId,
    write: (entry, now) => views.onlinePlayerText(entry, now),
  });
  const proxyActor = await ProxyActor.open({
    store: storage.settings,
    online,
    events,
    clock,
    logger,
    instanceId,
  });
  const playtime = new Playtime({ store: storage.players, online, clock, logger, random });
  const proxyClients = new ProxyClients(clock, logger, random, (lease, uuid) =>
    players.forgetAt(lease, uuid),
  );
  const parties = new PartyRegistry(online, storage.players, logger, instanceId);
  const serverActors: ServerActors = new ServerActors({
    online,
    events,
    clock,
    logger,
    instanceId,
    onState: (name, state) => reboots.onState(name, state),
  });

  /** Somebody moved: the counts of both servers and a reboot that waits for one of them to be empty hear of it. */
  const moved = (from: string | null, to: string | null): void => {
    serverActors.miscount(from);
    serverActors.miscount(to);
    reboots.checkEmpty(from);
    reboots.checkEmpty(to);
  };
  const listener: PlayerListener = {
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
    const message = admissionControl.banMessage(uuid);
    if (message !== undefined) proxyClients.expel(lease, uuid, message, () => isBanned(uuid));
  };

  const actors = new PlayerActors({ store: storage.bans, index, listener, clock, logger });
  const bans = new BanService({
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
  const admissionControl = new AdmissionControl({
    index,
    online,
    proxy: proxyActor,
    texts: options.texts,
    clock,
  });
  const whereabouts = new Whereabouts(
    online,
    (uuid, server) => actors.tell(uuid, { type: 'presence.switch', server }),
    (uuid, server) => proxyClients.seen(uuid, server),
  );
  const proxySessions = new ProxySessions({
    admissionControl,
    actors,
    online,
    parties,
    proxyClients,
    clock,
    logger,
  });
  const evacuation = new Evacuation({ online, serverActors, proxyClients, logger });
  const writer = new ProfileWriter(storage.servers, clock, logger, random);
  const backendSessions: BackendSessions = new BackendSessions({
    serverActors,
    reboots: () => reboots,
    whereabouts,
    writer,
    clock,
    logger,
  });
  const reboots = new Reboots({
    serverActors,
    online,
    evacuation,
    proxyClients,
    clientOf: (server) => backendSessions.clientOf(server),
    overridesOf: (server) => backendSessions.overridesOf(server),
    rules: { ...DEFAULT_REBOOT_RULES, ...options.reboot },
    clock,
    logger,
  });
  const { probe } = options;
  const watch =
    probe === undefined
      ? undefined
      : new AddressWatch({ serverActors, backendSessions, probe, clock, random });
  const servers = new ServerService({
    store: storage.servers,
    serverActors,
    backendSessions,
    reboots,
    evacuation,
    writer,
    online,
    views,
    watch,
    clock,
    logger,
    instanceId,
  });
  const players = new PlayerService({
    store: storage.players,
    friends: storage.friends,
    online,
    playtime,
    bans,
    parties,
    proxyClients,
    proxySessions,
    serverActors,
    views,
    clock,
  });
  const history = new MinuteHistory({
    store: storage.history,
    events,
    clock,
    logger,
    instanceId,
    count: () => online.count,
  });

  const close = async (): Promise<void> => {
    watch?.close();
    history.close();
    bans.close();
    writer.close();
    reboots.close();
    backendSessions.close();
    proxySessions.close();
    await playtime.close().finally(() => {
      serverActors.close();
      actors.close();
      proxyActor.close();
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

  const proxy: ProxyDirectory = {
    status: () => proxyActor.status(),
    current: () => proxyActor.current(),
    settings: () => proxyActor.settings(),
    update: async (patch, kickPlayers = false) => {
      await proxyActor.update(patch);
      if (kickPlayers && patch.maintenance === true) sendAwayWithoutBypass();
      return proxyActor.current();
    },
    addBypass: (name) => proxyActor.addBypass(name),
    removeBypass: (name) => proxyActor.removeBypass(name),
    history: () => history.encoded(),
  };
  const sendAwayWithoutBypass = (): void => {
    for (const { uuid, name, lease } of online.values()) {
      if (proxyActor.isBypassing(name)) continue;
      proxyClients.expel(lease, uuid, options.texts.maintenance, () => online.get(uuid)?.lease === lease);
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
      attachProxy: (identity, client) => proxySessions.attach(identity, client),
      attachBackend: (identity, client) => backendSessions.attach(identity, client),
    },
    inspection: new NetworkInspection(
      {
        player: actors.running,
        server: serverActors.running,
        proxy: proxyActor.running,
        reboot: reboots.running,
        link: prefixed({ proxy: proxySessions.running, backend: backendSessions.running }),
      },
      clock,
    ),
    vitals: () =>
      takeVitals({
        online,
        admissionControl,
        serverActors,
        proxySessions,
        backendSessions,
        index,
        actors,
        reboots,
        proxyActor,
        clockSkewMs,
      }),
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
