import { dateTextIn } from '../domain/time/date-text.ts';
import type { Uuid } from '../domain/uuid.ts';
import { SlicedWork } from '../runtime/limits/sliced-work.ts';
import { ThinnedLog } from '../runtime/thinned-log.ts';
import { SINGLE_TURN } from '../runtime/turns.ts';
import { AdmissionControl } from './admission/admission-control.ts';
import { BanService } from './entities/ban-service.ts';
import { PlayerActors } from './entities/player-actors.ts';
import { ProfileWriter } from './entities/profile-writer.ts';
import { ProxyActor } from './entities/proxy-actor.ts';
import { ServerActors } from './entities/server-actors.ts';
import { NetworkInspection } from './inspection/inspection.ts';
import { prefixed } from './inspection/running-actors.ts';
import { BanClaims } from './identity/bans/ban-claims.ts';
import { BanIndex } from './models/ban-index.ts';
import { BanNaming } from './models/ban-naming.ts';
import { createEventLog } from './models/event-log.ts';
import { MinuteHistory } from './models/minute-history.ts';
import type { OnlineEntry } from './models/online-entry.ts';
import { OnlinePlayers } from './models/online-players.ts';
import { PartyNames } from './parties/party-names.ts';
import { PartyRegistry } from './parties/party-registry.ts';
import { Playtime } from './models/playtime.ts';
import { Views } from './models/views.ts';
import { openIdentity } from './identity/open-identity.ts';
import { StoreReadings } from './identity/store-readings.ts';
import { NameRegistry } from './models/name-registry.ts';
import type { AgentSessions } from './agents.ts';
import type { Network, Vitals } from './network.ts';
import type { NetworkOptions } from './network-options.ts';
import type { BackendClient } from './ports.ts';
import { PlayerReactions } from './reactions/player-reactions.ts';
import { AgentSecrets } from './services/agent-secrets.ts';
import { AgentSightings } from './services/agent-sightings.ts';
import { AddressWatch } from './services/address-watch.ts';
import { Closures } from './services/closures.ts';
import { HeadCount } from './services/head-count.ts';
import { compareClocks } from './services/clock-comparison.ts';
import { NetworkStatus } from './services/network-status.ts';
import { OwnServers } from './services/own-servers.ts';
import { PlayerMoves } from './sessions/locations/player-moves.ts';
import { ServerKicks } from './sessions/locations/server-kicks.ts';
import { PlayerService } from './services/player-service.ts';
import { ProxyService } from './services/proxy-service.ts';
import { KEEP_EVERYTHING, Retention } from './services/retention.ts';
import { ServerService } from './services/server-service.ts';
import { NO_NOTICES, StaffNotices } from './staff/staff-notices.ts';
import { StaffService } from './staff/staff-service.ts';
import { takeVitals } from './services/vitals.ts';
import { AgentClients } from './sessions/agent-clients.ts';
import { Announcements } from './staff/announcements.ts';
import { BackendSessions } from './sessions/backend-sessions.ts';
import { Evacuation } from './sessions/reboots/evacuation.ts';
import { PlayerLocations } from './sessions/locations/player-locations.ts';
import { ProxyClients } from './sessions/proxy-clients.ts';
import { ProxySessions } from './sessions/proxy-sessions.ts';
import { ServerWords } from './sessions/server-words.ts';
import { Strangers } from './sessions/strangers.ts';
import { DEFAULT_REBOOT_RULES } from './sessions/reboots/reboot-rules.ts';
import { Reboots } from './sessions/reboots/reboots.ts';

/**
 * Builds the network and fills it from what is stored. When it resolves, every stored ban is in force. Each object gets
 * those that it sends messages to; those that are built later and receive its news subscribe below, in one place.
 */
export async function openNetwork(options: NetworkOptions): Promise<Network> {
  const { storage, clock, logger, timezone, texts, probe, random = Math.random } = options;
  const { slotsPerAddress = Number.POSITIVE_INFINITY, turns = SINGLE_TURN } = options;
  const instanceId = `${clock.now().toString(36)}${Math.floor(random() * 0xffffff).toString(36)}`;

  // Read models, and the log of events.
  const events = createEventLog(clock, logger);
  const index = new BanIndex();
  const isBanned = (uuid: Uuid): boolean => index.activeAt(uuid, clock.now()) !== undefined;
  const views = new Views(dateTextIn(timezone), isBanned);
  const write = (entry: OnlineEntry, now: number): string => views.onlinePlayerText(entry, now);
  const online = new OnlinePlayers({ clock, instanceId, write });
  /** What nearly every class below takes some of. */
  const common = { clock, logger, random, instanceId, events, index, views, online };

  // Actors, and what writes for them.
  const proxyActor = await ProxyActor.open({ ...common, store: storage.settings });
  const closures = await Closures.open({ ...common, store: storage.settings }, proxyActor.settings());
  const headCount = await HeadCount.open({ ...common, store: storage.settings });
  const status = new NetworkStatus({ ...common, closures, headCount });
  const { servers: outages } = status;
  const isCounted = (): boolean => {
    headCount.minutePassed();
    return status.isCounted();
  };
  const history = new MinuteHistory({ ...common, isCounted, store: storage.history });
  const playtime = new Playtime({ ...common, store: storage.players });
  const profileWriter = new ProfileWriter(storage.servers, clock, logger, random);
  const serverActors = new ServerActors({ ...common, outages });
  const playerActors = new PlayerActors({ ...common, store: storage.bans });
  const names = new NameRegistry({ ...common, store: storage.names });
  const readings = new StoreReadings(common);
  const namesNotRead = new ThinnedLog({ ...common, level: 'warn', event: 'names.not-read', by: 'reader' });
  const work = new SlicedWork(turns, (error) => logger.error({ event: 'presence.failed', err: error }));
  const partyNames = new PartyNames({ ...common, players: storage.players });
  const parties = new PartyRegistry({ ...common, names: partyNames, work });
  // Where servers check no accounts, the account of a name is somebody else than who has the name here.
  const accounts = options.edgeIdentity === 'offline' ? undefined : options.accounts;
  const asksAccounts = accounts !== undefined;
  const banClaims = new BanClaims({
    ...common,
    names,
    store: storage.names,
    players: storage.players,
    asksAccounts,
  });
  /** And what the rest takes some of. */
  const shared = {
    ...common,
    names,
    banClaims,
    status,
    headCount,
    playerActors,
    serverActors,
    proxyActor,
    parties,
    playtime,
    profileWriter,
    readings,
    namesNotRead,
  };
  const naming = new BanNaming({ ...shared, players: storage.players, asksAccounts });
  const proxyClients = new ProxyClients(common);
  const notices = new StaffNotices({ proxyClients, texts: options.notices ?? NO_NOTICES });
  const bans = new BanService({ ...shared, naming, notices, store: storage.bans, players: storage.players });

  // Who a player is.
  const identify = (name: string, uuid: Uuid): void => {
    proxyClients.identifyEverywhere(name, uuid);
  };
  const { moves, ...identity } = openIdentity({
    ...shared,
    accounts,
    identify,
    players: storage.players,
    nameStore: storage.names,
  });
  const { ownership, unprovedPlayers, claimedBans } = identity;

  // Agents: proxies with their players, and game servers with their reboots.
  const admissionControl = new AdmissionControl({
    ...shared,
    texts,
    slotsPerAddress,
    databaseLease: storage.lease,
  });
  const backendClients = new AgentClients<BackendClient>();
  const serverKicks = new ServerKicks({ backendClients, clock });
  const playerLocations = new PlayerLocations({ ...shared, proxyClients });
  const playerMoves = new PlayerMoves({
    ...shared,
    proxyClients,
    backendClients,
    playerLocations,
    admissionControl,
  });
  const clients = { proxyClients, backendClients, serverKicks, playerMoves };
  const strangers = new Strangers({ ...shared, work });
  const ownServers = new OwnServers(shared);
  const proxySessions = new ProxySessions({
    ownServers,
    ...shared,
    ...clients,
    playerLocations,
    ...identity,
    edgeIdentity: options.edgeIdentity,
    work,
    admissionControl,
  });
  const serverWords = new ServerWords({ ...shared, ...clients, ownership, playerLocations });
  const evacuation = new Evacuation({ ...shared, ...clients, playerLocations });
  const announcements = new Announcements({ ...shared, ...clients, playerLocations });
  const rules = { ...DEFAULT_REBOOT_RULES, ...options.reboot };
  const { closedReasonOf = () => undefined } = options;
  const reboots = new Reboots({
    ...shared,
    ...clients,
    playerLocations,
    strangers,
    evacuation,
    announcements,
    rules,
    closedReasonOf,
  });
  const reporting = { work, reboots, playerLocations, serverWords, strangers };
  const backendSessions = new BackendSessions({ ...shared, ...clients, ...reporting });

  // Who receives what happened.
  const places = { serverActors, reboots, playerLocations, serverWords, proxySessions };
  playerActors.subscribe(new PlayerReactions({ ...common, ...places, ...identity, playtime, bans }));
  serverActors.subscribe(reboots);
  proxyClients.subscribe(proxySessions);
  proxyActor.subscribe(status);

  // What the gateway and the channel use.
  const addressWatch = probe && new AddressWatch({ ...common, serverActors, backendSessions, probe });
  const services = {
    ...shared,
    ...clients,
    backendSessions,
    proxySessions,
    reboots,
    evacuation,
    announcements,
    notices,
    addressWatch,
  };
  const servers = new ServerService({ ...services, store: storage.servers });
  const { friends } = storage;
  const players = new PlayerService({ ...services, admissionControl, store: storage.players, friends, bans });
  const staff = new StaffService({ ...services, players, bans });
  const proxy = new ProxyService({ ...common, proxyActor, history, proxySessions, texts });
  const sightings = new AgentSightings({ ...common, store: storage.agents });
  const agentSecrets = new AgentSecrets({ ...common, store: storage.agents, sightings });
  const rowsKept = { store: storage.retention, rules: options.keep ?? KEEP_EVERYTHING };
  agentSecrets.onRevoked(({ name, role }) => {
    if (role !== 'backend') headCount.settle(name);
  });
  const retention = new Retention({ ...common, ...rowsKept });
  const agents: AgentSessions = {
    attachProxy: (identity, client) => proxySessions.attach(identity, client),
    attachBackend: (identity, client) => backendSessions.attach(identity, client),
  };
  const inspection = new NetworkInspection(
    {
      player: playerActors.running,
      server: serverActors.running,
      proxy: proxyActor.running,
      reboot: reboots.running,
      link: prefixed({ proxy: proxySessions.figures.running, backend: backendSessions.figures.running }),
    },
    clock,
  );
  const actors = { playerActors, serverActors, proxyActor, reboots, proxySessions, backendSessions };

  const sessions = [
    work,
    reboots,
    strangers,
    backendSessions,
    proxySessions,
    proxyClients,
    ownServers,
    sightings,
    unprovedPlayers,
  ];
  const writers = [
    retention,
    addressWatch,
    history,
    status,
    bans,
    profileWriter,
    claimedBans,
    moves,
    readings,
    namesNotRead,
    parties,
    ...sessions,
  ];
  const close = async (): Promise<void> => {
    for (const writer of writers) writer?.close();
    await names.close().catch((error: unknown) => logger.warn({ event: 'names.not-written', err: error }));
    await playtime.close().finally(() => {
      for (const owner of [serverActors, playerActors, proxyActor]) owner.close();
    });
  };
  const open = async (): Promise<number> => {
    await bans.open();
    await servers.open();
    await history.open();
    await agentSecrets.reload();
    retention.open();
    status.open();
    return await compareClocks(storage, clock, logger);
  };
  const clockSkewMs = await open().catch(async (error: unknown) => {
    // A network that could not open must not go on counting minutes beside the next one.
    await close();
    throw error;
  });

  const vitals = (): Vitals => takeVitals({ ...actors, online, bans, admissionControl, clockSkewMs });
  const read = { events, servers, players, bans, proxy, status, parties, inspection };
  return { ...read, proxies: proxySessions, staff, agents, agentSecrets, vitals, close };
}
