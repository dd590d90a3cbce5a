import type { Uuid } from './uuid.ts';

/** A party as the proxy reports it; the leader is one of the members. */
export interface Party {
  readonly id: string;
  readonly leader: Uuid;
  readonly members: readonly Uuid[];
  /** Epoch milliseconds. */
  readonly createdAt: number;
}
