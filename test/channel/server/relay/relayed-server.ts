import {
  nonceCache,
  openPluginMessage,
  pluginKeyOf,
  sealPluginMessage,
} from '../../../../src/channel/protocol/plugin-message.ts';
import { type Frame, hello, type RawAgent } from '../../channel-fixture.ts';

/** The agent of a game server without a socket, which speaks by the players' connections at a proxy. */
export class RelayedServer {
  readonly #name: string;
  readonly #key: string;
  readonly #now: () => number;
  readonly #nonces = nonceCache();
  #sent = 0;
  /** The payload that was sent last. */
  last = '';

  constructor(name: string, secret: string, now: () => number) {
    this.#name = name;
    this.#key = pluginKeyOf(secret);
    this.#now = now;
  }

  seal(message: unknown): string {
    this.#sent += 1;
    const seal = { from: 'agent', agent: this.#name, key: this.#key } as const;
    const nonce = `${this.#name}-${this.#sent}`.padStart(16, '0');
    this.last = Buffer.from(sealPluginMessage(seal, JSON.stringify(message), nonce, this.#now())).toString();
    return this.last;
  }

  /** By the connection of a player at this proxy. */
  send(proxy: RawAgent, message: unknown, server = this.#name): void {
    proxy.send({ type: 'relay', server, data: this.seal(message) });
  }

  greet(proxy: RawAgent, more: Readonly<Record<string, unknown>> = {}): void {
    this.send(proxy, hello('backend', { name: this.#name, ...more }));
  }

  /** The next message of this type that came for it by the proxy. */
  async next(proxy: RawAgent, type: string): Promise<Frame> {
    for (;;) {
      const { server, data } = await proxy.next('relay');
      if (server !== this.#name) continue;
      const frame = this.open(String(data));
      if (frame.type === type) return frame;
    }
  }

  open(data: string): Frame {
    if (Buffer.byteLength(data) > 32_000) throw new Error('too long for a plugin message');
    const keys = () => [{ key: this.#key, nonces: this.#nonces }];
    const opened = openPluginMessage(Buffer.from(data), 'coordinator', keys, this.#now());
    if (!opened.ok) throw new Error(opened.reason);
    return JSON.parse(opened.text) as Frame;
  }
}
