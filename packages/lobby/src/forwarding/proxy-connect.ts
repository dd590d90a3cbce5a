/** The first protocol whose plugin channels have namespaces (1.13). */
const NAMESPACED_PROTOCOL = 393;

/** The plugin channel on which a server tells a proxy what to do (PROTOCOLS §5), by the player's protocol. */
export function proxyChannel(protocol: number): string {
  return protocol >= NAMESPACED_PROTOCOL ? 'bungeecord:main' : 'BungeeCord';
}

/** "Move whose connection this is to that server." */
export function connectMessage(server: string): Buffer {
  return Buffer.concat([javaText('Connect'), javaText(server)]);
}

/** Java's own UTF: a length, then modified UTF-8; names of servers are ASCII, where both are the same. */
function javaText(text: string): Buffer {
  const bytes = Buffer.from(text, 'ascii');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
