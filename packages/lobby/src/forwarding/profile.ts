import type { Uuid } from '../../../../src/domain/uuid.ts';

/** Who somebody is, as the proxy in front vouches for. */
export interface Profile {
  readonly uuid: Uuid;
  readonly name: string;
  /** As the proxy saw it; empty where it does not say. */
  readonly ip: string;
}

/** Nobody vouches for this player. `reason` is for the log: a player is only told that they must use the proxy. */
export class NotForwarded extends Error {
  override readonly name = 'NotForwarded';
}
