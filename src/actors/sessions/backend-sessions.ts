import type { ServerProfile } from '../../domain/server.ts';
import { actorsWithin, type RunningActors } from '../inspection/running-actors.ts';
import { isConnected, type ConnectionActor, spawnConnection } from '../entities/connection-actor.ts';
import type { AgentIdentity, BackendSession, RebootOverrides, ServerReport } from '../network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { BackendClient } from '../ports.ts';
import type { ProfileWriter } from '../entities/profile-writer.ts';
import type { Reboots } from './reboots.ts';
import type { ServerActors } from '../entities/server-actors.ts';
import type { Whereabouts } from './player-locations.ts';

export interface BackendSessionsDeps {
  readonly serverActors: ServerActors;
  readonly reboots: () => Reboots;
  readonly whereabouts: Whereabouts;
  readonly writer: ProfileWriter;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The turn of a session that never had one: nothing that it says counts. */
const OUTDATED = -1;

interface BackendConnection {
  readonly identity: AgentIdentity;
  readonly link: ConnectionActor;
  client: BackendClient;
  /** Grows with every line that comes or goes; the session of one that is gone no longer speaks for the server. */
  turn: number;
  /** An admin deleted the server while its agent was here: this process of it is not listened to any more. */
  isDismissed: boolean;
  /** As last reported. */
  overrides: RebootOverrides;
}

/** The agents that stand beside game servers. */
export class BackendSessions {
  readonly #deps: BackendSessionsDeps;
  readonly #links = new Map<string, BackendConnection>();

  constructor(deps: BackendSessionsDeps) {
    this.#deps = deps;
  }

  get linked(): number {
    let up = 0;
    for (const { link } of this.#links.values()) if (isConnected(link)) up += 1;
    return up;
  }

  get count(): number {
    return this.#links.size;
  }

  /** For the inspector. */
  get running(): RunningActors {
    return actorsWithin(this.#links, ({ link }) => link);
  }

  clientOf(server: string): BackendClient | undefined {
    const backend = this.#links.get(server);
    return backend !== undefined && !backend.isDismissed && isConnected(backend.link)
      ? backend.client
      : undefined;
  }

  /** How the agent of this server wants it rebooted. */
  overridesOf(server: string): RebootOverrides {
    return this.#links.get(server)?.overrides ?? {};
  }

  /** True while the word of an agent counts for this server, also in the grace after its link was lost. */
  vouchesFor(server: string): boolean {
    return this.#links.has(server);
  }

  attach(identity: AgentIdentity, client: BackendClient): BackendSession {
    const known = this.#links.get(identity.name);
    if (known !== undefined && identity.epoch < known.identity.epoch) {
      client.close('a newer process has this name');
      return this.#sessionOf(known, OUTDATED);
    }
    if (known !== undefined && identity.epoch === known.identity.epoch) return this.#resume(known, client);
    if (known !== undefined) {
      known.client.close('a newer process took this name');
      if (isConnected(known.link)) this.#lose(known);
      known.link.send({ type: 'link.replaced' });
    }
    const backend = this.#begin(identity, client);
    this.#links.set(identity.name, backend);
    return this.#sessionOf(backend, backend.turn);
  }

  /** The server was deleted; it comes back with the next process of it, or when an admin adds it again. */
  dismiss(server: string): void {
    const backend = this.#links.get(server);
    if (backend !== undefined) backend.isDismissed = true;
  }

  /** An admin wants the server after all: its agent is to say anew what it is. */
  recall(server: string, why: string): void {
    const backend = this.#links.get(server);
    if (backend?.isDismissed !== true) return;
    backend.isDismissed = false;
    backend.client.close(why);
  }

  close(): void {
    for (const { link } of this.#links.values()) link.stop();
    this.#links.clear();
  }

  #begin(identity: AgentIdentity, client: BackendClient): BackendConnection {
    const { clock, logger } = this.#deps;
    const { name, platform, epoch } = identity;
    const link = spawnConnection(
      { role: 'backend', name, platform, epoch },
      {
        overdue: () => backend.client.close('the report of the server did not come'),
        closed: () => this.#end(backend),
        died: () => {
          backend.client.close('the lease was lost');
          this.#end(backend);
        },
      },
      clock,
      logger,
    );
    const backend: BackendConnection = { identity, link, client, turn: 1, isDismissed: false, overrides: {} };
    logger.info({ event: 'link.opened', role: 'backend', name, platform, version: identity.version });
    return backend;
  }

  #resume(backend: BackendConnection, client: BackendClient): BackendSession {
    if (backend.client !== client) backend.client.close('the same process opened another link');
    if (isConnected(backend.link)) this.#lose(backend);
    backend.client = client;
    backend.turn += 1;
    backend.link.send({ type: 'link.resumed' });
    return this.#sessionOf(backend, backend.turn);
  }

  #sessionOf(backend: BackendConnection, turn: number): BackendSession {
    const isOnLine = (): boolean => backend.turn === turn;
    const isLive = (): boolean => isOnLine() && !backend.isDismissed;
    return {
      id: `${backend.identity.name}#${backend.identity.epoch}.${turn}`,
      report: (report) => {
        if (isLive()) this.#report(backend, report);
        // Who is not listened to is not overdue either: its line would be dropped again and again.
        if (isOnLine()) backend.link.send({ type: 'link.synced' });
      },
      rebootProgress: (reboot, phase, detail = '') => {
        const { name } = backend.identity;
        if (isLive()) this.#deps.reboots().progress(name, reboot, { type: 'reboot.progress', phase, detail });
      },
      lost: () => {
        if (isOnLine()) this.#lose(backend);
      },
    };
  }

  #report(backend: BackendConnection, report: ServerReport): void {
    const { serverActors, writer, whereabouts } = this.#deps;
    const { name } = backend.identity;
    if (report.reboot !== undefined) backend.overrides = report.reboot;
    const before = serverActors.has(name) ? serverActors.profile(name) : undefined;
    const profile = merged(name, before, report);
    if (before === undefined) serverActors.add(profile);
    else if (!isSame(before, profile)) serverActors.configure(profile);
    if (before === undefined || !isSame(before, profile)) writer.write(profile);
    if (report.state !== undefined) serverActors.report(name, report.state);
    if (report.players !== undefined) whereabouts.list(name, report.players);
  }

  #lose(backend: BackendConnection): void {
    backend.turn += 1;
    const { name } = backend.identity;
    backend.link.send({ type: 'link.lost' });
    // A server that is being rebooted goes away because it was asked to: there is nothing to wait for.
    if (this.#deps.reboots().expectsAway(name)) this.#isGone(name);
  }

  #end(backend: BackendConnection): void {
    backend.turn += 1;
    const { name } = backend.identity;
    if (this.#links.get(name) !== backend) return;
    this.#links.delete(name);
    this.#deps.whereabouts.forget(name);
    this.#isGone(name);
  }

  #isGone(name: string): void {
    const state = this.#deps.serverActors.has(name) ? this.#deps.serverActors.state(name) : 'OFFLINE';
    if (state !== 'OFFLINE') this.#deps.serverActors.tell(name, { type: 'server.lost' });
    this.#deps.reboots().tell(name, { type: 'server.gone' });
  }
}

function merged(name: string, before: ServerProfile | undefined, report: ServerReport): ServerProfile {
  return {
    name,
    type: report.type ?? before?.type ?? 'GAME',
    maxPlayers: report.maxPlayers ?? before?.maxPlayers ?? 100,
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
