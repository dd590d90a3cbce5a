import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

/** A `player` of the protocol. */
export interface Player {
  readonly id: string;
  readonly name: string;
}

export interface ManagementServerOptions {
  readonly secret?: string;
  /** Version of the protocol: 1.0.0, 2.0.0 or 3.0.0. */
  readonly version?: string;
  /** A proxy with the plugin: fewer methods, and a request must have `"jsonrpc": "2.0"`. */
  readonly proxy?: boolean;
  /** Web origins that may log in by sub-protocol. */
  readonly origins?: readonly string[];
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly port?: number;
}

export const SECRET = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcd';

interface Kick {
  readonly player: Partial<Player>;
  readonly message?: { readonly literal: string };
}

interface Call {
  readonly method: string;
  readonly param: unknown;
}

interface Method {
  /** The name of its only parameter, or none. */
  readonly param?: string;
  readonly result: string;
  readonly run: (param: never) => unknown;
}

class RpcError extends Error {
  readonly code: number;
  readonly data: string;

  constructor(code: number, message: string, data: string) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * A game server's management endpoint for tests (docs/game-protocols.md "Management protocol"): login, the forms of
 * parameters, error codes, batches, notifications. `test/e2e/minecraft` checks it with an independent client.
 */
export class ManagementServer {
  readonly secret: string;
  /** What was called, oldest first. */
  readonly calls: Call[] = [];
  players: Player[] = [];
  maxPlayers = 20;
  started = true;
  /** Answers the status with what is none. */
  isReadable = true;
  /** Answers no request. */
  silent = false;
  /** Called with every kicked player, after the answer. */
  onKick: (player: Player, message: string) => void = (player) => this.leave(player);
  /** Called after the status was answered; what is sent then comes in one piece with the answer. */
  onStatus: () => void = () => {};
  /** Kept after `close`, for another server on the same port. */
  port = 0;
  /** The answer to `server/save`. */
  saves = true;
  #closing: Promise<void> | undefined;
  readonly #options: ManagementServerOptions;
  readonly #http: Server;
  readonly #sockets = new WebSocketServer({ noServer: true, handleProtocols: chooseProtocol });
  readonly #streams = new Set<Duplex>();
  readonly #methods: ReadonlyMap<string, Method>;

  private constructor(options: ManagementServerOptions) {
    this.#options = options;
    this.secret = options.secret ?? SECRET;
    this.#http = options.tls === undefined ? createHttpServer() : createHttpsServer(options.tls);
    this.#http.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
    this.#methods = new Map(Object.entries(this.#table()));
  }

  static async open(options: ManagementServerOptions = {}): Promise<ManagementServer> {
    const server = new ManagementServer(options);
    server.#http.listen(options.port ?? 0, '127.0.0.1');
    await once(server.#http, 'listening');
    server.port = (server.#http.address() as AddressInfo).port;
    return server;
  }

  get url(): string {
    return `${this.#options.tls === undefined ? 'ws' : 'wss'}://127.0.0.1:${this.port}`;
  }

  get connections(): number {
    return this.#sockets.clients.size;
  }

  /** The parameters of the calls of one method. */
  callsOf(method: string): unknown[] {
    return this.calls.filter((call) => call.method === method).map(({ param }) => param);
  }

  join(player: Player): void {
    this.players = [...this.players, player];
    this.notify('players/joined', player);
  }

  leave(player: Player): void {
    this.players = this.players.filter(({ id }) => id !== player.id);
    this.notify('players/left', player);
  }

  /** Sends a notification to every client; the protocol has no subscriptions. */
  notify(name: string, param?: unknown): void {
    const params = param === undefined ? {} : { params: [param] };
    this.broadcast(JSON.stringify({ jsonrpc: '2.0', method: `minecraft:notification/${name}`, ...params }));
  }

  /** Sends any text to every client. */
  broadcast(text: string): void {
    for (const socket of this.#sockets.clients) socket.send(text);
  }

  /** Sends what `send` sends in few big writes: thousands of tiny ones fill the buffers of the system, which stalls. */
  together(send: () => void): void {
    for (const stream of this.#streams) stream.cork();
    send();
    for (const stream of this.#streams) stream.uncork();
  }

  /** The sockets of every client, for what no message does. */
  get sockets(): Iterable<WebSocket> {
    return this.#sockets.clients;
  }

  status(): unknown {
    if (!this.isReadable) return { started: 'perhaps' };
    const { version = '2.0.0', proxy = false } = this.#options;
    const name = proxy ? 'Velocity 3.4.0' : version.startsWith('1') ? '1.21.9' : '1.21.11';
    return { players: this.players, started: this.started, version: { name, protocol: 774 } };
  }

  /** Destroys every connection without a closing frame, and accepts new ones. */
  cut(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
  }

  /** Ends like a killed process, or waits for the end of one that was asked to stop. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    this.cut();
    this.#sockets.close();
    this.#http.close();
    this.#http.closeAllConnections();
    await once(this.#http, 'close');
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refusal = this.#refusalOf(request);
    if (refusal !== undefined) {
      const body = JSON.stringify({ error: 'Unauthorized', message: refusal });
      const length = Buffer.byteLength(body);
      socket.end(
        `HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`,
      );
      return;
    }
    this.#streams.add(socket);
    socket.once('close', () => this.#streams.delete(socket));
    this.#sockets.handleUpgrade(request, socket, head, (accepted) => {
      accepted.on('message', (data) => this.#receive(accepted, (data as Buffer).toString()));
      accepted.on('error', () => {});
    });
  }

  /** A bearer token decides alone; the sub-protocol counts only without one. */
  #refusalOf({ headers }: IncomingMessage): string | undefined {
    const { authorization, origin } = headers;
    if (authorization !== undefined) {
      const isRight = authorization.startsWith('Bearer ') && authorization.slice(7).trim() === this.secret;
      return isRight ? undefined : 'Invalid API key';
    }
    const [protocol, secret] = (headers['sec-websocket-protocol'] ?? '').split(',');
    if (protocol !== 'minecraft-v1' || secret === undefined) return 'Missing API key';
    if (!(this.#options.origins ?? []).includes(origin ?? '')) return 'Origin Not Allowed';
    return secret.trim() === this.secret ? undefined : 'Invalid API key';
  }

  #receive(socket: WebSocket, text: string): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.#send(socket, failure(null, new RpcError(-32_700, 'Parse error', 'not JSON')));
      return;
    }
    if (!Array.isArray(value)) {
      this.#send(socket, this.#answer(value));
      return;
    }
    const answers = value.map((request) => this.#answer(request)).filter((answer) => answer !== undefined);
    if (answers.length > 0) this.#send(socket, answers);
  }

  #send(socket: WebSocket, answer: unknown): void {
    if (answer === undefined || this.silent) return;
    this.together(() => {
      socket.send(JSON.stringify(answer));
      if (isStatus(answer)) this.onStatus();
    });
  }

  #answer(request: unknown): unknown {
    if (!isObject(request)) return failure(null, new RpcError(-32_600, 'Invalid Request', 'not an object'));
    const { id, method, params, jsonrpc } = request;
    const answered = isId(id) ? id : null;
    try {
      if (id !== undefined && !isId(id)) throw new RpcError(-32_600, 'Invalid Request', 'id');
      if (typeof method !== 'string' || (this.#options.proxy === true && jsonrpc !== '2.0')) {
        throw new RpcError(-32_600, 'Invalid Request', 'method');
      }
      const result = this.#call(method, params);
      return id === undefined ? undefined : { jsonrpc: '2.0', id, result };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return id === undefined && isObject(request) && 'method' in request
        ? undefined
        : failure(answered, error);
    }
  }

  #call(name: string, params: unknown): unknown {
    const method = this.#methods.get(name);
    if (method === undefined) {
      throw new RpcError(-32_601, 'Method not found', `Method not found: ${name}`);
    }
    const param = paramOf(method, params);
    this.calls.push({ method: name, param });
    return method.run(param as never);
  }

  #table(): Record<string, Method> {
    const both: Record<string, Method> = {
      'rpc.discover': { result: 'document', run: () => this.#document() },
      'minecraft:players': { result: 'players', run: () => this.players },
      'minecraft:players/kick': { param: 'kick', result: 'kicked', run: (kicks) => this.#kick(kicks) },
      'minecraft:server/status': { result: 'status', run: () => this.status() },
      'minecraft:server/stop': { result: 'stopping', run: () => this.#stop() },
      'minecraft:server/system_message': { param: 'message', result: 'sent', run: () => true },
    };
    if (this.#options.proxy === true) return both;
    return {
      ...both,
      'minecraft:server/save': { param: 'flush', result: 'saving', run: () => this.saves },
      'minecraft:serversettings/max_players': { result: 'max', run: () => this.maxPlayers },
      'minecraft:serversettings/max_players/set': {
        param: 'max',
        result: 'max',
        run: (max) => (this.maxPlayers = max),
      },
    };
  }

  #kick(kicks: readonly Kick[]): Player[] {
    const found = kicks.flatMap(({ player: { id, name }, message }) => {
      const player = this.players.find((one) => (id === undefined ? one.name === name : one.id === id));
      return player === undefined ? [] : [{ player, message: message?.literal ?? '' }];
    });
    queueMicrotask(() => {
      for (const { player, message } of found) this.onKick(player, message);
    });
    return found.map(({ player }) => player);
  }

  #stop(): boolean {
    this.notify('server/stopping');
    setImmediate(() => void this.close());
    return true;
  }

  #document(): unknown {
    const methods = [...this.#methods].map(([name, { param, result }]) => ({
      name,
      description: name,
      params: param === undefined ? [] : [{ name: param, required: true, schema: {} }],
      result: { name: result, schema: {} },
    }));
    const info = { title: 'Minecraft Server JSON-RPC', version: this.#options.version ?? '2.0.0' };
    return { openrpc: '1.3.2', info, methods, components: { schemas: {} } };
  }
}

function paramOf({ param }: Method, params: unknown): unknown {
  const wrong = (data: string): RpcError => new RpcError(-32_602, 'Invalid params', data);
  if (param === undefined) {
    if (params === undefined || (Array.isArray(params) && params.length === 0)) return undefined;
    throw wrong('Expected no params, or an empty array');
  }
  if (Array.isArray(params)) {
    if (params.length !== 1) throw wrong('Expected exactly one element in the params array');
    return params[0] as unknown;
  }
  if (!isObject(params)) throw wrong('Expected params as array or named');
  if (!Object.hasOwn(params, param)) {
    throw wrong(`Params passed by-name, but expected param [${param}] does not exist`);
  }
  return params[param];
}

function failure(id: unknown, { code, message, data }: RpcError): unknown {
  return { jsonrpc: '2.0', id, error: { code, message, data } };
}

function chooseProtocol(protocols: Set<string>): string | false {
  return protocols.has('minecraft-v1') ? 'minecraft-v1' : false;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(id: unknown): boolean {
  return typeof id === 'string' || typeof id === 'number' || id === null;
}

function isStatus(answer: unknown): boolean {
  return isObject(answer) && isObject(answer['result']) && 'started' in answer['result'];
}
