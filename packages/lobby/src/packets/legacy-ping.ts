const PING = 0xfe;
const OF_1_4 = 0x01;
/** A handshake of this length begins like a ping, and then has its number. */
const HANDSHAKE = 0x00;

/**
 * The ping of a client before 1.7 (docs/game-protocols.md "Handshake, status and login"), which is no frame, as the library
 * names its field; undefined when the first piece of a connection is none.
 */
export function legacyPing(piece: Buffer): { readonly payload: number } | undefined {
  const [first, second = 0, third] = piece;
  if (first !== PING) return undefined;
  const isAlone = piece.length === 1;
  const isOf14 = second === OF_1_4 && third !== HANDSHAKE;
  return isAlone || isOf14 ? { payload: second } : undefined;
}
