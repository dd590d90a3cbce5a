import type { Server } from '../api/schema.ts';
import { isCounted, type KnownOfNetwork } from '../status/status-sentence.ts';

const UNCOUNTED = 'Nobody can tell who is online: a proxy is lost, or none is connected';

/** A server as it can be shown now. */
export type KnownServer<S extends Server = Server> = S & {
  /** It is as it was when the last of all servers was lost; the coordinator waits 10 s for them before it says that they are offline. */
  readonly isLost: boolean;
};

/** What is said of servers when it is asked for, and what of it nobody knows now. */
export function knownServers<S extends Server>(
  servers: readonly S[],
  known: Pick<KnownOfNetwork, 'connection' | 'status'>,
): readonly KnownServer<S>[] {
  const { status } = known;
  const isEveryLost = status !== undefined && status.servers.online === 0 && status.servers.lost > 0;
  const unknown = isCounted(known) || known.connection === 'behind' ? null : UNCOUNTED;
  return servers.map((server) => ({
    ...server,
    isLost: isEveryLost && server.online,
    playersUnknown: server.playersUnknown ?? (server.state === 'OFFLINE' ? null : unknown),
  }));
}
