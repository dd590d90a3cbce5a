import type { ServerState } from '../../domain/server.ts';
import type { BackendSessions } from '../sessions/backend-sessions.ts';
import type { BanService } from '../entities/ban-service.ts';
import type { AdmissionControl } from '../admission/admission-control.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { Vitals } from '../network.ts';
import type { PlayerActors } from '../entities/player-actors.ts';
import type { ProxyActor } from '../entities/proxy-actor.ts';
import type { ProxySessions } from '../sessions/proxy-sessions.ts';
import type { Reboots } from '../sessions/reboots/reboots.ts';
import type { ServerActors } from '../entities/server-actors.ts';

export interface VitalsDeps {
  readonly online: OnlinePlayers;
  readonly admissionControl: AdmissionControl;
  readonly serverActors: ServerActors;
  readonly proxySessions: ProxySessions;
  readonly backendSessions: BackendSessions;
  readonly bans: BanService;
  readonly playerActors: PlayerActors;
  readonly reboots: Reboots;
  readonly proxyActor: ProxyActor;
  readonly clockSkewMs: number;
}

/** Reads the figures for `/metrics` and `/readyz`. */
export function takeVitals(deps: VitalsDeps): Vitals {
  const {
    online,
    admissionControl,
    serverActors,
    proxySessions,
    backendSessions,
    bans,
    playerActors,
    reboots,
    proxyActor,
    clockSkewMs,
  } = deps;
  return {
    onlinePlayers: online.count,
    slotsReserved: admissionControl.slotsReserved,
    servers: countStates(serverActors),
    connections: { proxy: proxySessions.figures.connected, backend: backendSessions.figures.connected },
    activeBans: bans.activeCount,
    admissions: admissionControl.outcomes,
    actors: {
      player: playerActors.count,
      server: serverActors.count,
      proxy: 1,
      reboot: reboots.count,
      link: proxySessions.figures.count + backendSessions.figures.count,
    },
    rebuilt: playerActors.rebuilt + serverActors.rebuilt + proxyActor.rebuilt,
    clockSkewMs,
  };
}

function countStates(serverActors: ServerActors): Record<ServerState, number> {
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
  for (const { state } of serverActors.all()) counts[state] += 1;
  return counts;
}
