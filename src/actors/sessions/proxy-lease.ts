import { foldName } from '../../domain/player-name.ts';
import type { ConnectedProxy, ServerDifferences } from '../../domain/resources.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { WorkLane } from '../../runtime/limits/sliced-work.ts';
import type { ClaimedLogin } from '../agents.ts';
import { isConnected } from '../entities/lease-actor.ts';
import type { ProxyClient } from '../ports.ts';
import type { AgentLeases, Lease } from './agent-leases.ts';
import { HeldPlayers } from '../identity/held-players.ts';
import { RenamedSessions } from '../identity/renamed-sessions.ts';

/** Refused players of one proxy that are remembered, as many as one list may have; the oldest goes for a new one. */
const MAX_REFUSED = 200_000;

/** What one process of a proxy reported, and who was refused on it. */
export interface ProxyLease extends Lease<ProxyClient> {
  readonly players: Set<Uuid>;
  /** When the sessions of players began by the proxy's own clock, where that is not when they count as begun. */
  readonly starts: Map<Uuid, number>;
  /** Players who were refused when they joined and may still be on the proxy. A report cannot make them present. */
  readonly refused: Set<Uuid>;
  /** Who came under the uuid of another player, by `impostorKey`. They do not become present when that player leaves. */
  readonly impostors: Set<string>;
  /** Players who came to an edge without the coordinator, until it is checked who they are. */
  readonly held: HeldPlayers;
  /** Who goes on by another uuid, and is reported by it soon. */
  readonly renamed: RenamedSessions;
  /** What it reports is taken in order, and a long list over several turns. */
  readonly lane: WorkLane;
  /** Whether the servers behind an edge check accounts; null while nothing tells: older edges say it at a login only. */
  servers: ClaimedLogin['identity'] | null;
}

export type ProxyLeases = AgentLeases<ProxyClient, ProxyLease>;

/** The lease of a process that has reported nothing yet. */
export function openProxyLease(lease: Lease<ProxyClient>, lane: WorkLane): ProxyLease {
  const nobody = { players: new Set<Uuid>(), refused: new Set<Uuid>(), impostors: new Set<string>() };
  const { platform, accounts = null } = lease.identity;
  const servers = platform === 'edge' ? accounts : null;
  const own = { starts: new Map<Uuid, number>(), held: new HeldPlayers(), renamed: new RenamedSessions() };
  return { ...lease, ...nobody, ...own, lane, servers };
}

/** What admins read of it. */
export function connectedProxyOf(
  { identity, actor, players }: ProxyLease,
  servers: ServerDifferences | null,
): ConnectedProxy {
  const { name, platform, version } = identity;
  return { name, platform, version, connected: isConnected(actor), players: players.size, servers };
}

/** Stands for who came under this uuid by this name. */
export function impostorKey(uuid: Uuid, name: string): string {
  return `${uuid} ${foldName(name)}`;
}

/** A player was refused when they joined: no list makes them present, as long as this is remembered. */
export function noteRefusal({ refused }: Pick<ProxyLease, 'refused'>, uuid: Uuid): void {
  refused.add(uuid);
  const [oldest] = refused;
  if (refused.size > MAX_REFUSED && oldest !== undefined) refused.delete(oldest);
}

/** Nobody of this uuid is on the proxy any more: who comes next is judged anew. */
export function forgetRefusals({ refused, impostors }: ProxyLease, uuid: Uuid): void {
  refused.delete(uuid);
  for (const impostor of impostors) if (impostor.startsWith(uuid)) impostors.delete(impostor);
}
