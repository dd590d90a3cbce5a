/** Codes with which a channel closes a WebSocket (RFC 6455 §7.4.1), and one of our own. */
export const CLOSE_CODES = {
  goingAway: 1001,
  unsupported: 1003,
  policy: 1008,
  tooBig: 1009,
  internal: 1011,
  /** A newer peer of the same name is connected, or the network closed the session; an agent reconnects slowly. */
  replaced: 4001,
} as const;

/** By which an agent closes its connection when it ends as it should; one that is killed sends none. */
export const ENDED_CODE = 1000;
