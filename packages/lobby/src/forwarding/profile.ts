import type { Uuid } from '../../../../src/domain/uuid.ts';

/** Who a player is, as the proxy forwards it. */
export interface Profile {
  readonly uuid: Uuid;
  readonly name: string;
  /** The address that the proxy saw; empty where it is not forwarded. */
  readonly ip: string;
}

/** The player was not forwarded by the proxy. The message is for the log; the player only reads that they must use it. */
export class NotForwarded extends Error {
  override readonly name = 'NotForwarded';
}
