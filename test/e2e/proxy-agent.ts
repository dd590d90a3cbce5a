import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { Inbox } from './inbox.ts';

export interface Frame {
  readonly type: string;
  readonly [key: string]: unknown;
}

export interface ProxyAgentOptions {
  readonly name?: string;
  /** The certificate authority of the server. */
  readonly ca?: string;
}

let epoch = Date.now();

/** A proxy agent written from docs/asyncapi.json alone: a WebSocket and raw frames. */
export class ProxyAgent {
  /** All frames of the coordinator except heartbeats. */
  readonly inbox = new Inbox<Frame>('the channel');
  readonly #socket: WebSocket;
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString('utf8')) as Frame;
      if (frame.type === 'ping') this.say({ type: 'pong', at: frame['at'] });
      else this.inbox.put(frame);
    });
    socket.on('close', () => this.inbox.end());
    socket.on('error', () => undefined);
  }

  /** Connects, sends `hello` and an empty report, and resolves after `welcome`. Closed when the test ends. */
  static async open(url: string, secret: string, options: ProxyAgentOptions = {}): Promise<ProxyAgent> {
    const { name = 'proxy-under-test', ca } = options;
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/channel`, ['net.channel.v1'], {
      headers: { Authorization: `Bearer ${secret}` },
      ...(ca === undefined ? {} : { ca }),
    });
    onTestFinished(() => socket.terminate());
    const agent = new ProxyAgent(socket);
    await once(socket, 'open');
    epoch += 1;
    agent.say({
      type: 'hello',
      role: 'proxy',
      name,
      platform: 'modern',
      version: '3.4.0',
      epoch,
      protocol: 1,
    });
    await agent.hears('welcome');
    agent.say({ type: 'players', players: [] });
    return agent;
  }

  say(frame: Frame): void {
    this.#socket.send(JSON.stringify(frame));
  }

  /** The first matching frame of this type, received already or later. */
  hears(type: string, wanted: (frame: Frame) => boolean = () => true): Promise<Frame> {
    return this.inbox.first((frame) => frame.type === type && wanted(frame));
  }

  /** Requests the admission of a player. */
  login(uuid: string, name: string, ip = addressOf(uuid)): Promise<Frame> {
    this.#asked += 1;
    const id = this.#asked;
    this.say({ type: 'player.login', id, uuid, name, ip });
    return this.hears('admission', ({ re }) => re === id);
  }

  join(uuid: string, name: string, ip = addressOf(uuid)): void {
    this.say({ type: 'player.join', uuid, name, ip });
  }
}

/** An address for each player: one address may not log in for many players at once. */
function addressOf(uuid: string): string {
  return `203.0.113.${Number.parseInt(uuid.slice(-2), 16)}`;
}
