import { EventEmitter, once } from 'node:events';
import { App } from 'uWebSockets.js';
import { WebSocket } from 'ws';
import type { LogFields, Logger } from '../../src/runtime/logger.ts';
import {
  attachChannel,
  type ChannelOptions,
  type ChannelServer,
} from '../../src/channel/server/channel-server.ts';
import { listenOn } from '../../src/gateway/listen.ts';
import type { Uuid } from '../../src/domain/uuid.ts';
import { SyncTestClock } from '../fixtures/test-clock.ts';
import { FakeNetwork } from './fake-network.ts';

export const SECRET = 'sssssssssssssssssssssssssssssssS';
export const ALICE = '11111111-1111-4111-8111-111111111111' as Uuid;
export const BOB = '22222222-2222-4222-8222-222222222222' as Uuid;

/** Keeps what was logged. */
export class KeptLog implements Logger {
  readonly lines: LogFields[] = [];
  debug(fields: LogFields): void {
    this.lines.push(fields);
  }
  info(fields: LogFields): void {
    this.lines.push(fields);
  }
  warn(fields: LogFields): void {
    this.lines.push(fields);
  }
  error(fields: LogFields): void {
    this.lines.push(fields);
  }
}

export interface Served {
  readonly port: number;
  readonly url: string;
  readonly channel: ChannelServer;
  readonly fake: FakeNetwork;
  readonly clock: SyncTestClock;
  readonly log: KeptLog;
  close(): void;
}

/** A channel on a port of its own, over a fake network. */
export async function serveChannel(
  fake = new FakeNetwork(),
  options: Partial<ChannelOptions> = {},
): Promise<Served> {
  const app = App();
  const clock = new SyncTestClock();
  const log = new KeptLog();
  const channel = attachChannel(app, {
    network: fake.network,
    secret: SECRET,
    clock,
    logger: log,
    version: '1.0.0',
    ...options,
  });
  const listening = await listenOn(app, { host: '127.0.0.1', port: 0 });
  const { port } = listening;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    channel,
    fake,
    clock,
    log,
    close: () => {
      channel.close();
      listening.close();
    },
  };
}

export type Frame = Record<string, unknown> & { readonly type: string };

/** An agent that sends any text and records every frame. */
export class RawAgent {
  readonly socket: WebSocket;
  readonly frames: Frame[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #arrived = new EventEmitter();

  constructor(port: number, secret = SECRET, protocols = ['net.channel.v1']) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/channel`, protocols, {
      headers: { authorization: `Bearer ${secret}` },
    });
    this.socket.on('message', (data) => {
      this.frames.push(JSON.parse((data as Buffer).toString()) as Frame);
      this.#arrived.emit('frame');
    });
    this.closed = new Promise((resolve) => {
      this.socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
    });
    this.socket.on('error', () => {});
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  /** The first frame that fits, arrived or to arrive; it is removed. */
  async next(type: string, fits: (frame: Frame) => boolean = () => true): Promise<Frame> {
    for (;;) {
      const at = this.frames.findIndex((frame) => frame.type === type && fits(frame));
      const [found] = at < 0 ? [] : this.frames.splice(at, 1);
      if (found !== undefined) return found;
      await once(this.#arrived, 'frame');
    }
  }
}

export async function openAgent(port: number, secret = SECRET): Promise<RawAgent> {
  const agent = new RawAgent(port, secret);
  await once(agent.socket, 'open');
  return agent;
}

export function hello(role: 'proxy' | 'backend', more: Record<string, unknown> = {}) {
  const platform = role === 'proxy' ? 'modern' : 'server';
  return { type: 'hello', role, name: role, platform, version: '1.0.0', epoch: 5, protocol: 1, ...more };
}

/** An agent that has been welcomed. */
export async function greetedAgent(port: number, role: 'proxy' | 'backend'): Promise<RawAgent> {
  const agent = await openAgent(port);
  agent.send(hello(role));
  await agent.next('welcome');
  return agent;
}
