import type { AgentClient } from '../../../src/channel/client/agent-client.ts';
import type { Network } from '../../../src/actors/network.ts';
import { AppError } from '../../../src/domain/errors.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { EdgeAdmission, type Decision } from '../../../src/platform/edge/edge-admission.ts';
import { PlayerSessions } from '../../../src/platform/edge/player-sessions.ts';
import { EdgeReplica } from '../../../src/platform/edge/replica/edge-replica.ts';
import type { Clock } from '../../../src/runtime/clock.ts';
import { TEXTS } from '../network-fixture.ts';

const IGNORED = () => undefined;
const LOGGER = { debug: IGNORED, info: IGNORED, warn: IGNORED, error: IGNORED };
const AWAY = () => Promise.reject(new AppError('platform_unavailable'));

/** How an edge decides about logins that asks this client, and goes by its copy of the network while it does not answer. */
export function admissionOf(
  client: Pick<AgentClient, 'login' | 'find' | 'supports'>,
  replica: EdgeReplica,
  sessions: PlayerSessions,
  clock: Clock,
): EdgeAdmission {
  return new EdgeAdmission(
    {
      identity: 'online',
      onUnknown: 'deny',
      unknownText: 'unknown',
      refusals: TEXTS,
      clock,
      logger: LOGGER,
    },
    { client: () => client as AgentClient, replica, sessions },
  );
}

/** The copy learns what the network would send it now. */
export function learn(replica: EdgeReplica, network: Network): void {
  replica.apply({ type: 'status', status: network.proxy.current() });
  replica.apply({ type: 'bans', version: 1, bans: [...network.bans.active()] });
}

/** What an edge decides that knows what the network would send it now, and then finds the coordinator away. */
export async function decideAlone(
  network: Network,
  clock: Clock,
  name: string,
  claim: Uuid | null,
): Promise<Decision> {
  const replica = new EdgeReplica();
  learn(replica, network);
  const sessions = new PlayerSessions({ send: () => false, cancel: IGNORED, supports: () => false }, () =>
    clock.now(),
  );
  const admission = admissionOf({ login: AWAY, find: AWAY, supports: () => false }, replica, sessions, clock);
  return await admission.decide({ name, uuid: claim, isNameValid: true }, '192.0.2.1');
}
