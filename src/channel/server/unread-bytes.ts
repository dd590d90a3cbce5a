import type { LaneKind } from './frame-turns.ts';

const MI = 1024 * 1024;

/**
 * Bytes that may wait unsent for all agents of a kind. One connection may have 32 MiB, which would be 128 GiB for all that there
 * can be: whoever has the shared secret can open as many as it likes and read nothing.
 */
export const MAX_UNREAD: Readonly<Record<LaneKind, number>> = {
  stranger: 128 * MI,
  server: 64 * MI,
  proxy: 256 * MI,
};

/** An agent, and the bytes that wait because it does not read them. */
export interface UnreadAgent {
  readonly kind: LaneKind;
  readonly unread: number;
}

/** Who has to go so that what is unread fits the memory of each kind: of a kind with too much, those who read least. */
export function slowestReaders<A extends UnreadAgent>(agents: Iterable<A>, limits = MAX_UNREAD): A[] {
  const waiting: Record<LaneKind, number> = { stranger: 0, server: 0, proxy: 0 };
  const slow: { readonly agent: A; readonly unread: number }[] = [];
  for (const agent of agents) {
    const { unread } = agent;
    if (unread === 0) continue;
    waiting[agent.kind] += unread;
    slow.push({ agent, unread });
  }
  const gone: A[] = [];
  for (const { agent, unread } of slow.sort((one, other) => other.unread - one.unread)) {
    if (waiting[agent.kind] <= limits[agent.kind]) continue;
    waiting[agent.kind] -= unread;
    gone.push(agent);
  }
  return gone;
}
