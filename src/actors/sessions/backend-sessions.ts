import type { BanAuthor } from '../../domain/ban.ts';
import { AppError } from '../../domain/errors.ts';
import {
  DEFAULT_MAX_PLAYERS,
  DEFAULT_SERVER_TYPE,
  MAX_SERVERS_OF_ANYBODY,
  type ServerProfile,
} from '../../domain/server.ts';
import type { Uuid } from '../../domain/uuid.ts';
import { isConnected } from '../entities/lease-actor.ts';
import type { ProfileWriter } from '../entities/profile-writer.ts';
import type { ServerActors } from '../entities/server-actors.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { AgentIdentity, BackendSession, ServerReport } from '../agents.ts';
import type { Clock } from '../../runtime/clock.ts';
import { FoldedLog } from '../../runtime/folded-log.ts';
import type { SlicedWork, WorkLane } from '../../runtime/limits/sliced-work.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { BackendClient } from '../ports.ts';
import type { AgentClients } from './agent-clients.ts';
import { AgentLeases, type Lease, type LeaseFigures, type LeaseListener } from './agent-leases.ts';
import type { PlayerLocations } from './locations/player-locations.ts';
import type { Reboots } from './reboots/reboots.ts';
import type { ServerWords } from './server-words.ts';
import type { Strangers } from './strangers.ts';

const TOO_MANY_SERVERS =
  'The network has so many servers that it takes no new one by channel.secret: give this server a secret of its own, or remove others';
/** Servers that are not added have so many lines of the log a minute. */
const MAX_REFUSED_LINES = 10;

export interface BackendSessionsDeps {
  readonly serverActors: ServerActors;
  readonly reboots: Reboots;
  readonly playerLocations: PlayerLocations;
  readonly serverWords: ServerWords;
  readonly strangers: Strangers;
  readonly online: OnlinePlayers;
  readonly profileWriter: ProfileWriter;
  readonly backendClients: AgentClients<BackendClient>;
  readonly work: SlicedWork;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface BackendLease extends Lease<BackendClient> {
  /** An admin deleted the server while its agent was connected: what this process reports is ignored. */
  isIgnored: boolean;
  /** Its lists of players are taken in order, and long ones over several turns. */
  readonly lane: WorkLane;
}

/** What the agents beside game servers report of them. */
export class BackendSessions implements LeaseListener<BackendClient, BackendLease> {
  readonly #deps: BackendSessionsDeps;
  readonly #leases: AgentLeases<BackendClient, BackendLease>;
  readonly #notAdded: FoldedLog;

  constructor(deps: BackendSessionsDeps) {
    const { clock, logger } = deps;
    this.#deps = deps;
    this.#leases = new AgentLeases({ role: 'backend', listener: this, clock, logger });
    this.#notAdded = new FoldedLog({
      clock,
      logger,
      level: 'warn',
      event: 'server.not-added',
      by: 'name',
      maxSources: MAX_REFUSED_LINES,
    });
  }

  get figures(): LeaseFigures {
    return this.#leases;
  }

  /** True while the reports of an agent count for this server, also in the grace after its connection was lost. */
  hasLease(server: string): boolean {
    return this.#leases.of(server) !== undefined;
  }

  attach(identity: AgentIdentity, client: BackendClient): BackendSession {
    const { id, lease, isCurrent } = this.#leases.attach(identity, client);
    return {
      id,
      report: (report) => {
        if (!isCurrent()) return;
        if (!lease.isIgnored) this.#report(lease, report);
        // Also where it is ignored: otherwise the agent would be overdue, and disconnected again and again.
        lease.actor.send({ type: 'link.synced' });
      },
      rebootProgress: (reboot, phase, detail = '') => {
        if (!isCurrent() || lease.isIgnored) return;
        this.#deps.reboots.progress(identity.name, reboot, { type: 'reboot.progress', phase, detail });
      },
      authorOf: (by) => this.#authorOf(identity.name, by),
      assertHolds: (uuid) => this.#assertHolds(identity.name, uuid),
      lost: () => {
        if (isCurrent()) this.#leases.lose(lease);
      },
    };
  }

  /** The server was deleted; it comes back with its next process, or when an admin adds it again. */
  ignore(server: string): void {
    const lease = this.#leases.of(server);
    if (lease === undefined) return;
    lease.isIgnored = true;
    lease.lane.run(this.#deps.playerLocations.forget(server));
    this.#deps.strangers.forget(server);
    this.disconnected(lease);
  }

  /** An admin wants the server after all: its agent is disconnected, so that it comes back and reports everything. */
  stopIgnoring(server: string, why: string): void {
    const lease = this.#leases.of(server);
    if (lease?.isIgnored !== true) return;
    lease.isIgnored = false;
    if (isConnected(lease.actor)) this.connected(lease);
    lease.client.close(why);
  }

  close(): void {
    this.#leases.close();
    this.#notAdded.close();
  }

  opened(lease: Lease<BackendClient>): BackendLease {
    return { ...lease, isIgnored: false, lane: this.#deps.work.lane() };
  }

  connected({ identity, client, isIgnored }: BackendLease): void {
    if (isIgnored) return;
    this.#deps.backendClients.add(identity.name, client);
    this.#deps.serverActors.noteLink(identity.name, true);
  }

  disconnected({ identity, client }: BackendLease): void {
    this.#deps.backendClients.remove(identity.name, client);
  }

  lost({ identity }: BackendLease): void {
    // A server that reboots goes away because it was asked to: there is nothing to wait for.
    if (this.#deps.reboots.expectsAway(identity.name)) this.#gone(identity.name);
    else this.#deps.serverActors.noteLink(identity.name, false);
  }

  overdue(lease: BackendLease): void {
    this.disconnected(lease);
    lease.client.close('the report of the server did not come');
  }

  ended({ identity: { name }, lane }: BackendLease): void {
    const { playerLocations, serverWords, strangers, reboots } = this.#deps;
    lane.run(playerLocations.forget(name));
    serverWords.forget(name);
    strangers.forget(name);
    this.#deps.serverActors.notePlayersUnknown(name, null);
    reboots.override(name, undefined);
    this.#gone(name);
  }

  #report(lease: BackendLease, report: ServerReport): void {
    const { serverActors, profileWriter, reboots } = this.#deps;
    const { name } = lease.identity;
    const before = serverActors.has(name) ? serverActors.profile(name) : undefined;
    if (before === undefined) this.#assertMayAdd(lease.identity);
    if (report.reboot !== undefined) reboots.override(name, report.reboot);
    const profile = merged(name, before, report);
    if (before === undefined) serverActors.add(profile);
    else if (!isSame(before, profile)) serverActors.configure(profile);
    if (before === undefined || !isSame(before, profile)) profileWriter.write(profile);
    if (report.playersUnknown !== undefined) serverActors.notePlayersUnknown(name, report.playersUnknown);
    if (report.state !== undefined) serverActors.report(name, report.state);
    if (report.players !== undefined) this.#list(lease, report.players, report.names ?? []);
    reboots.checkEmpty(name);
  }

  #list(lease: BackendLease, players: readonly Uuid[], names: readonly string[]): void {
    const { playerLocations, serverWords, strangers } = this.#deps;
    const { name } = lease.identity;
    const { generation } = lease;
    const list = playerLocations.list(name, players);
    lease.lane.run(whileHeld(list, () => lease.generation === generation && !lease.isIgnored));
    serverWords.list(name, players, names);
    strangers.list(name, players, names);
  }

  /** Servers are stored until an admin removes each: strangers with the secret of all must not add them without end. */
  #assertMayAdd({ name, isByAnybody = false }: AgentIdentity): void {
    if (!isByAnybody || this.#deps.serverActors.count < MAX_SERVERS_OF_ANYBODY) return;
    this.#notAdded.note(name, { detail: TOO_MANY_SERVERS });
    throw new AppError('overloaded', TOO_MANY_SERVERS);
  }

  /** A server may name only who is on it, by their uuid or, where it knows another one, by their name. */
  #authorOf(server: string, { uuid, name }: { readonly uuid: Uuid; readonly name: string }): BanAuthor {
    const { online, playerLocations } = this.#deps;
    const found = [online.get(uuid), ...online.named(name)];
    const entry = found.find((one) => one !== undefined && playerLocations.isHeldBy(one.uuid, server));
    if (entry === undefined) throw new AppError('not_permitted', `${name} is not on the server ${server}`);
    return { via: 'menu', name: entry.name, uuid: entry.uuid };
  }

  #assertHolds(server: string, uuid: Uuid): void {
    const { online, playerLocations } = this.#deps;
    const entry = online.get(uuid);
    if (entry === undefined) throw new AppError('player_offline');
    if (!playerLocations.isHeldBy(uuid, server))
      throw new AppError('not_permitted', `${entry.name} is not on the server ${server}`);
  }

  #gone(name: string): void {
    const { serverActors, reboots } = this.#deps;
    const state = serverActors.has(name) ? serverActors.state(name) : 'OFFLINE';
    if (state !== 'OFFLINE') serverActors.send(name, { type: 'server.lost' });
    reboots.send(name, { type: 'server.gone' });
  }
}

/** Steps that end as soon as nobody vouches for them any more: a list that is gone must not come back. */
function* whileHeld(steps: Iterator<number>, holds: () => boolean): Iterator<number> {
  while (holds()) {
    const { done, value } = steps.next();
    if (done === true) return;
    yield value;
  }
}

function merged(name: string, before: ServerProfile | undefined, report: ServerReport): ServerProfile {
  return {
    name,
    type: report.type ?? before?.type ?? DEFAULT_SERVER_TYPE,
    maxPlayers: report.maxPlayers ?? before?.maxPlayers ?? DEFAULT_MAX_PLAYERS,
    serverId: report.serverId ?? before?.serverId ?? name,
    gameName: report.gameName ?? before?.gameName ?? '',
    gameData: report.gameData ?? before?.gameData ?? '',
    canRejoin: report.canRejoin ?? before?.canRejoin ?? false,
    address: report.address ?? before?.address ?? null,
  };
}

function isSame(a: ServerProfile, b: ServerProfile): boolean {
  return (
    a.type === b.type &&
    a.maxPlayers === b.maxPlayers &&
    a.serverId === b.serverId &&
    a.gameName === b.gameName &&
    a.gameData === b.gameData &&
    a.canRejoin === b.canRejoin &&
    a.address === b.address
  );
}
