/** The first protocol whose plugin channels have namespaces (1.13). */
const NAMESPACED_PROTOCOL = 393;

/** The plugin channel from a server to its proxy (docs/game-protocols.md "Plugin channels"), by the player's protocol. */
export function proxyChannel(protocol: number): string {
  return protocol >= NAMESPACED_PROTOCOL ? 'bungeecord:main' : 'BungeeCord';
}

/** The plugin message that makes the proxy move the player of this connection to a server. */
export function connectMessage(server: string): Buffer {
  return Buffer.concat([javaText('Connect'), javaText(server)]);
}

/** A string as Java's `writeUTF`: its length, then modified UTF-8. Names of servers are ASCII, which is the same in it. */
function javaText(text: string): Buffer {
  const bytes = Buffer.from(text, 'ascii');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
