import type { ServerState } from '../../domain/server.ts';
import type { BackendLinks } from '../sessions/backend-sessions.ts';
import type { BanIndex } from '../models/ban-index.ts';
import type { Gatekeeper } from '../admission/admission-control.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { Vitals } from '../network.ts';
import type { PlayerActors } from '../entities/player-actors.ts';
import type { ProxyHead } from '../entities/proxy-actor.ts';
import type { ProxyLeases } from '../sessions/proxy-sessions.ts';
import type { Reboots } from '../sessions/reboots.ts';
import type { ServerFleet } from '../entities/server-actors.ts';

export interface VitalOrgans {
  readonly online: OnlinePlayers;
  readonly gatekeeper: Gatekeeper;
  readonly fleet: ServerFleet;
  readonly leases: ProxyLeases;
  readonly links: BackendLinks;
  readonly index: BanIndex;
  readonly actors: PlayerActors;
  readonly reboots: Reboots;
  readonly head: ProxyHead;
  readonly clockSkewMs: number;
}

/** Reads the figures for `/metrics` and `/readyz` off the living network. */
export function takeVitals(organs: VitalOrgans): Vitals {
  const { online, gatekeeper, fleet, leases, links, index, actors, reboots, head, clockSkewMs } = organs;
  return {
    onlinePlayers: online.count,
    seatsHeld: gatekeeper.seatsHeld,
    servers: countStates(fleet),
    links: { proxy: leases.linked, backend: links.linked },
    activeBans: index.size,
    admissions: gatekeeper.outcomes,
    actors: {
      player: actors.count,
      server: fleet.count,
      proxy: 1,
      reboot: reboots.count,
      link: leases.count + links.count,
    },
    rebuilt: actors.rebuilt + fleet.rebuilt + head.rebuilt,
    clockSkewMs,
  };
}

function countStates(fleet: ServerFleet): Record<ServerState, number> {
  const counts: Record<ServerState, number> = {
    OFFLINE: 0,
    STARTING: 0,
    IDLE: 0,
    WAITING: 0,
    RUNNING: 0,
    ENDING: 0,
    DRAINING: 0,
    RESTARTING: 0,
  };
  for (const { state } of fleet.all()) counts[state] += 1;
  return counts;
}
