import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/runtime/clock.ts';
import { AgentClient, type Order } from '../../../src/channel/client/agent-client.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { type CoordinatorProcess, startCoordinator } from '../../../test/e2e/process.ts';
import { LOBBY_TABLE, type LobbySettings } from '../src/config/lobby-keys.ts';
import { type Lobby, openLobby } from '../src/lobby.ts';
import { SILENT } from './lobby-options.ts';

const IP = '203.0.113.7';

/** A coordinator in a process of its own, a proxy with players, hubs, and a lobby. */
export class TestNetwork {
  /** Where the coordinator wanted players to be. */
  readonly sent: { readonly uuid: Uuid; readonly server: string }[] = [];
  readonly kicked: Uuid[] = [];
  readonly lobbySettings: LobbySettings;
  /** A proxy takes a player from where they are before it says that they are elsewhere. */
  beforeSwitch: (uuid: Uuid) => Promise<void> = async () => {};
  /** How often the lobby was asked to end. */
  restarts = 0;
  lobby: Lobby | null = null;
  readonly #folder: string;
  readonly #coordinator: CoordinatorProcess;
  readonly #agents: AgentClient[] = [];
  readonly #others: Lobby[] = [];
  readonly #key: string;
  /** Where the edge expects servers, by name. */
  readonly #reached = new Map<string, string>();
  #proxy: AgentClient | null = null;

  private constructor(folder: string, coordinator: CoordinatorProcess, config: string) {
    this.#folder = folder;
    this.#coordinator = coordinator;
    const configured = (key: string): string => new RegExp(`^ *${key}: "(.*)"$`, 'm').exec(config)?.[1] ?? '';
    this.#key = configured('api_key');
    this.lobbySettings = {
      ...defaults(),
      'coordinator.url': coordinator.url,
      'coordinator.secret': configured('secret'),
      'server.name': 'lobby',
      'lobby.listen': '127.0.0.1:0',
      'forwarding.mode': 'none',
    };
  }

  /** Players connect to an edge, which leads to the lobby and reaches an arena; no proxy has the lobby's players. */
  static async behindEdge(settings: Partial<LobbySettings> = {}): Promise<TestNetwork> {
    const listen = `127.0.0.1:${await freePort()}`;
    const arena = `127.0.0.1:${await freePort()}`;
    const network = await TestNetwork.open(
      { 'lobby.listen': listen, ...settings },
      {
        PORTCULLIS_EDGE_LISTEN: '127.0.0.1:0',
        PORTCULLIS_EDGE_IDENTITY: 'offline',
        PORTCULLIS_EDGE_ROUTES: JSON.stringify({ '*': [`lobby@${listen}`] }),
        PORTCULLIS_EDGE_SERVERS: JSON.stringify({ arena }),
      },
    );
    network.#reached.set('arena', arena);
    return network;
  }

  static async open(
    settings: Partial<LobbySettings> = {},
    env: Readonly<Record<string, string>> = {},
  ): Promise<TestNetwork> {
    const folder = await mkdtemp(join(tmpdir(), 'portcullis-lobby-'));
    const coordinator = await startCoordinator(folder, {
      env: { PORTCULLIS_RESTART_COUNTDOWN_SECONDS: '0', ...env },
    });
    const config = await readFile(join(folder, 'config.yml'), 'utf8');
    const network = new TestNetwork(folder, coordinator, config);
    network.#proxy = await network.#connect('proxy', 'proxy-1', () => network.#proxy?.sendPlayers([]));
    await network.openLobby(settings);
    return network;
  }

  async openLobby(settings: Partial<LobbySettings> = {}): Promise<void> {
    this.lobby = await this.#open(settings);
  }

  /** Opens another server with our own lobby, where the edge expects it. */
  async openAnother(name: string, settings: Partial<LobbySettings> = {}): Promise<void> {
    const listen = this.#reached.get(name) ?? '127.0.0.1:0';
    this.#others.push(await this.#open({ 'server.name': name, 'lobby.listen': listen, ...settings }));
  }

  #open(settings: Partial<LobbySettings>): Promise<Lobby> {
    return openLobby({
      settings: { ...this.lobbySettings, ...settings },
      version: 'test',
      restart: () => (this.restarts += 1),
      clock: systemClock,
      logger: SILENT,
      random: Math.random,
    });
  }

  /** Where the edge is. */
  async edgePort(): Promise<number> {
    return Number((await this.#coordinator.logged('edge.ready'))['port']);
  }

  get port(): number {
    return this.lobby?.port ?? 0;
  }

  /** Opens a server with nobody on it. */
  async addServer(name: string, serverType: 'HUB' | 'GAME'): Promise<AgentClient> {
    const agent: AgentClient = await this.#connect('backend', name, () =>
      agentOf(() => agent).send({
        type: 'server',
        serverType,
        maxPlayers: 50,
        serverId: name,
        gameName: 'Chess',
        gameData: '',
        canRejoin: false,
        state: 'IDLE',
        players: [],
      }),
    );
    return agent;
  }

  /** A player is on the proxy, and on the lobby. */
  async join(uuid: Uuid, name: string): Promise<void> {
    await this.#proxy?.login({ uuid, name, ip: IP });
    this.#proxy?.send({ type: 'player.join', uuid, name, ip: IP, server: 'lobby' });
  }

  /** Calls the API; the answer as it came. */
  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.#coordinator.url}/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.#key}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json();
  }

  async close(): Promise<void> {
    await this.lobby?.close();
    await Promise.all(this.#others.map((lobby) => lobby.close()));
    await Promise.all(this.#agents.map((agent) => agent.close()));
    await this.#coordinator.end('SIGKILL');
    await rm(this.#folder, { recursive: true });
  }

  #connect(role: 'proxy' | 'backend', name: string, report: () => void): Promise<AgentClient> {
    return new Promise((resolve) => {
      const agent = new AgentClient({
        url: this.lobbySettings['coordinator.url'],
        secret: this.lobbySettings['coordinator.secret'],
        hello: {
          role,
          name,
          platform: role === 'proxy' ? 'modern' : 'server',
          version: 'test',
          epoch: Date.now(),
        },
        clock: systemClock,
        logger: SILENT,
        random: Math.random,
        resync: () => {
          resolve(agent);
          // Whoever waits for the agent has it by then.
          setImmediate(report);
        },
        receive: (order) => this.#obey(order),
      });
      this.#agents.push(agent);
    });
  }

  async #obey(order: Order): Promise<void> {
    if (order.type === 'player.send') {
      await this.beforeSwitch(order.uuid);
      this.sent.push({ uuid: order.uuid, server: order.server });
      this.#proxy?.send({ type: 'player.switch', uuid: order.uuid, server: order.server });
    }
    if (order.type === 'player.kick') this.kicked.push(order.uuid);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function agentOf(find: () => AgentClient): AgentClient {
  return find();
}

function defaults(): LobbySettings {
  const values: unknown = Object.fromEntries(
    Object.entries(LOBBY_TABLE.keys).map(([name, { initial }]) => [name, initial()]),
  );
  if (!LOBBY_TABLE.whole.is(values)) throw new Error('a default is not allowed');
  return values;
}
