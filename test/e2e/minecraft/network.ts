import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../fixtures/free-port.ts';
import { SECRET } from '../../platform/msmp/management-server.ts';
import { type CoordinatorProcess, type EdgeProcess, startCoordinator, startEdge } from '../process.ts';
import type { GameServer } from './game-server.ts';

export interface OnlinePlayer {
  readonly uuid: string;
  readonly name: string;
  readonly server: string;
}

type Environment = Readonly<Record<string, string>>;

export interface NetworkOptions {
  /** The port that the edge forwards to; that of the game server if absent. */
  readonly port?: number;
  readonly env?: Environment;
  /** The edge has a process of its own. */
  readonly apart?: boolean;
}

/** A coordinator in a process of its own, before one game server. */
export class TestNetwork {
  readonly dataFolder: string;
  readonly #env: Environment;
  readonly #port: number;
  #coordinator: CoordinatorProcess | undefined;
  #edge: EdgeProcess | undefined;
  #key = '';

  private constructor(dataFolder: string, port: number, env: Environment) {
    this.dataFolder = dataFolder;
    this.#port = port;
    this.#env = env;
  }

  /** Starts the coordinator, which manages `server`, and an edge before it. */
  static async open(
    server: GameServer,
    { port = server.port, env = {}, apart = false }: NetworkOptions = {},
  ): Promise<TestNetwork> {
    const dataFolder = await mkdtemp(join(tmpdir(), 'portcullis-minecraft-'));
    const management = { url: server.management.url, secret: SECRET };
    const network = new TestNetwork(dataFolder, await freePort(), {
      PORTCULLIS_EDGE_ROUTES: JSON.stringify({ '*': [`lobby@127.0.0.1:${port}`] }),
      PORTCULLIS_EDGE_IDENTITY: 'offline',
      PORTCULLIS_EDGE_LIMITS_CONNECTIONS_PER_MINUTE: '100000',
      PORTCULLIS_SERVERS: JSON.stringify({ lobby: { type: 'HUB', management } }),
      ...env,
    });
    await network.startCoordinator(apart ? {} : { PORTCULLIS_EDGE_LISTEN: '127.0.0.1:0' });
    if (apart) await network.#startEdge();
    return network;
  }

  /** Starts it, on the same port every time. */
  async startCoordinator(env: Environment = {}): Promise<void> {
    const listen = `127.0.0.1:${this.#port}`;
    this.#coordinator = await startCoordinator(this.dataFolder, { env: { ...this.#env, ...env }, listen });
    this.#key = await this.#configured('api_key');
  }

  /** Kills it. */
  async killCoordinator(): Promise<void> {
    await this.#coordinator?.end('SIGKILL');
  }

  /** Where game clients connect. */
  async edgePort(): Promise<number> {
    if (this.#edge !== undefined) return this.#edge.port;
    return Number((await this.#coordinator?.logged('edge.ready'))?.['port']);
  }

  /** Calls the API; throws for an answer that is an error. */
  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.#coordinator?.url}/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.#key}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as unknown;
  }

  async online(): Promise<OnlinePlayer[]> {
    return (await this.call('GET', '/players?sort=name&order=asc')) as OnlinePlayer[];
  }

  /** The player of this name, once they are online. */
  async findOnline(name: string): Promise<OnlinePlayer | undefined> {
    return (await this.online()).find((player) => player.name === name);
  }

  async close(): Promise<void> {
    await this.#edge?.end('SIGKILL');
    await this.#coordinator?.end('SIGKILL');
    await rm(this.dataFolder, { recursive: true });
  }

  async #startEdge(): Promise<void> {
    const url = this.#coordinator?.url ?? '';
    const secret = await this.#configured('secret');
    this.#edge = await startEdge(this.dataFolder, { url, secret }, this.#env);
  }

  async #configured(key: string): Promise<string> {
    const text = await readFile(join(this.dataFolder, 'config.yml'), 'utf8');
    return new RegExp(`^ *${key}: "(.*)"$`, 'm').exec(text)?.[1] ?? '';
  }
}
