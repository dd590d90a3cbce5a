import { AppError } from '../../../domain/errors.ts';
import type { Uuid } from '../../../domain/uuid.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { within } from '../../../runtime/deadline.ts';
import type { AdmissionControl } from '../../admission/admission-control.ts';
import type { ServerActors } from '../../entities/server-actors.ts';
import type { OnlineEntry } from '../../models/online-entry.ts';
import type { OnlinePlayers } from '../../models/online-players.ts';
import type { BackendClient, ProxyClient } from '../../ports.ts';
import type { AgentClients } from '../agent-clients.ts';
import type { ProxyClients } from '../proxy-clients.ts';
import type { PlayerLocations } from './player-locations.ts';

/** How long an edge may take to remember where a player goes. */
const REMEMBER_WITHIN_MS = 1_000;
/** How long a server may take to send a player away: a menu waits 5 s in all. */
const SEND_AWAY_WITHIN_MS = 3_500;

export interface PlayerMovesDeps {
  readonly online: OnlinePlayers;
  readonly serverActors: Pick<ServerActors, 'all'>;
  readonly proxyClients: ProxyClients;
  readonly playerLocations: Pick<PlayerLocations, 'serversOf'>;
  readonly backendClients: AgentClients<BackendClient>;
  readonly admissionControl: Pick<AdmissionControl, 'mayComeBack' | 'loginsOf'>;
  readonly clock: Clock;
}

/**
 * Moves players from server to server. A proxy does it itself. An edge never speaks inside a connection: it is told where the
 * player goes, and the server that holds them sends them back to it.
 */
export class PlayerMoves {
  readonly #deps: PlayerMovesDeps;
  /** Who is being sent back to their edge. */
  readonly #underWay = new Set<Uuid>();

  constructor(deps: PlayerMovesDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves once the proxy has moved the player, or the player has left for the edge. Rejects with `platform_unavailable` or
   * `server_not_found`, in words for an admin.
   */
  async move(entry: OnlineEntry, server: string): Promise<void> {
    const client = this.#deps.proxyClients.of(entry.lease);
    if (client === undefined) {
      throw new AppError('platform_unavailable', 'The proxy of this player is away', {
        retryAfterSeconds: 5,
      });
    }
    if (client.expect !== undefined) await this.#transferOnce(entry, server, client.expect);
    else if (!(await client.send(entry.uuid, server))) {
      throw new AppError('platform_unavailable', 'The server did not take the player', {
        retryAfterSeconds: 5,
      });
    }
  }

  /** To which servers a player can be moved who is online or logs in; null for all. Throws `player_offline` for others. */
  reachOf(uuid: Uuid): readonly string[] | null {
    const { online, admissionControl, proxyClients, serverActors } = this.#deps;
    const leases = [online.get(uuid)?.lease ?? [], admissionControl.loginsOf(uuid)].flat();
    const [lease] = leases;
    if (lease === undefined) throw new AppError('player_offline');
    const clients = leases.map((one) => proxyClients.of(one));
    // A proxy behind the edge that has asked about the login too moves the player itself.
    const isAtProxy = online.get(uuid) === undefined && clients.some((one) => one?.expect === undefined);
    const client = isAtProxy ? undefined : clients[0];
    // An edge that cannot take players anywhere says so when it is asked to.
    if (client?.expect === undefined) return null;
    return serverActors.all().flatMap(({ name }) => (client.reaches?.has(name) === true ? [name] : []));
  }

  async #transferOnce(
    entry: OnlineEntry,
    server: string,
    expect: NonNullable<ProxyClient['expect']>,
  ): Promise<void> {
    // A client that never leaves would hold one command of its server for each click.
    if (this.#underWay.has(entry.uuid)) {
      throw new AppError('platform_unavailable', 'The player is being moved already', {
        retryAfterSeconds: 5,
      });
    }
    this.#underWay.add(entry.uuid);
    await this.#transfer(entry, server, expect).finally(() => this.#underWay.delete(entry.uuid));
  }

  async #transfer(
    { uuid, name, ip }: OnlineEntry,
    server: string,
    expect: NonNullable<ProxyClient['expect']>,
  ): Promise<void> {
    const { backendClients, playerLocations, admissionControl, clock } = this.#deps;
    const from = playerLocations.serversOf(uuid);
    // It would renew where others who have the name and the address are let to.
    if (from.includes(server))
      throw new AppError('platform_unavailable', 'The player is on this server already');
    const transfers = from.flatMap((name) => backendClients.of(name)?.transfer ?? []);
    if (transfers.length === 0) {
      throw new AppError(
        'platform_unavailable',
        'An edge moves players only from a server whose agent can transfer them, such as the lobby',
      );
    }
    // A proxy would keep them; here they would be out.
    if (!admissionControl.mayComeBack({ uuid, name })) {
      throw new AppError('platform_unavailable', 'The network would not let this player in again now');
    }
    const player = { name, ip };
    const late = 'The edge did not answer in time';
    await within(clock, REMEMBER_WITHIN_MS, expect(player, server), 'platform_unavailable', late);
    const stayed = 'The server did not send the player away in time';
    const sent = firstOf(transfers.map((transfer) => transfer({ uuid, name })));
    await within(clock, SEND_AWAY_WITHIN_MS, sent, 'platform_unavailable', stayed);
  }
}

/** Resolves with the first that does; rejects with the reason of the first in the list when none does. */
async function firstOf(attempts: readonly Promise<void>[]): Promise<void> {
  await Promise.any(attempts).catch(() => attempts[0]);
}
