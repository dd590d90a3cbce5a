import type { BackendSession } from '../../actors/agents.ts';
import type { Network } from '../../actors/network.ts';
import type { BackendClient, ServerPlayer } from '../../actors/ports.ts';
import { AppError } from '../../domain/errors.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { AgentMessageOf } from '../protocol/agent-messages.ts';
import type { ReceivedMessage } from '../protocol/partial-frame.ts';
import { ChannelRequests } from '../protocol/channel-requests.ts';
import { CLOSE_CODES } from '../protocol/close-codes.ts';
import { type CoordinatorMessage, MAX_MATCHES, MAX_REACHED } from '../protocol/coordinator-messages.ts';
import type { Feature } from '../protocol/features.ts';
import { fittingEntries } from '../protocol/list-parts.ts';
import {
  type AgentAnswer,
  type AgentConnection,
  type AgentConnectionDeps,
  assertDone,
} from './agent-connection.ts';
import { CommandsUnderWay } from './commands-under-way.ts';

/** What one server may be asked at a time: a kick for each player of a large lobby, when maintenance begins. */
const MAX_REQUESTS = 16_384;

/** What a search found, and how many there are in all. */
type Matches = ReturnType<Network['players']['search']>;

const MAY_NOT_BAN =
  'The secret of this server may not ban; make one with portcullis agent add <server> --role backend --bans';

/** The connection of a game server: passes its reports and commands to the network, and the network's requests to it. */
export class BackendConnection implements AgentConnection, BackendClient {
  readonly role = 'backend';
  readonly #deps: AgentConnectionDeps;
  readonly #session: BackendSession;
  readonly #requests: ChannelRequests<AgentAnswer>;
  readonly #commands: CommandsUnderWay;
  /** For an agent that says it can only. */
  readonly kick: BackendClient['kick'];
  /** Likewise. */
  readonly transfer: BackendClient['transfer'];
  #hasReported = false;

  constructor(deps: AgentConnectionDeps) {
    this.#deps = deps;
    this.#commands = new CommandsUnderWay(deps);
    this.#requests = new ChannelRequests(deps.clock, MAX_REQUESTS);
    this.kick = deps.features.has('kicks') ? (player, message) => this.#kick(player, message) : undefined;
    this.transfer = deps.features.has('transfers') ? (player) => this.#transfer(player) : undefined;
    this.#session = deps.network.agents.attachBackend(deps.identity, this);
  }

  get session(): string {
    return this.#session.id;
  }

  get features(): ReadonlySet<Feature> {
    return this.#deps.features;
  }

  get hasMenus(): boolean {
    return this.#deps.features.has('menus');
  }

  receive(message: ReceivedMessage): void {
    const { players } = this.#deps.network;
    switch (message.type) {
      case 'server':
        this.#hasReported = true;
        // What a whole report leaves out is not so.
        this.#report({ playersUnknown: null, ...message });
        return;
      case 'server.update':
        if (!this.#hasReported)
          throw new AppError('not_permitted', 'The first report must be a whole `server`');
        this.#report(message);
        return;
      case 'reboot.progress':
        this.#session.rebootProgress(message.reboot, message.phase, message.detail);
        return;
      case 'player.send':
        this.#commands.command(message.id, () => this.#send(message));
        return;
      case 'player.reach':
        this.#deps.socket.post(this.#reachFrame(message.id, players.reachOf(message.uuid)));
        return;
      case 'player.ban':
        this.#commands.command(message.id, () => this.#ban(message));
        return;
      case 'player.facts':
        this.#commands.answer(message.id, async () => {
          return { type: 'facts', re: message.id, ...(await players.facts(message.uuid)) };
        });
        return;
      case 'player.search':
        // Needs nobody, so it is answered within the time that frames have.
        this.#deps.socket.post(this.#matchesFrame(message.id, players.search(message.search, MAX_MATCHES)));
        return;
      case 'server.restart':
        this.#commands.command(message.id, () => this.#restart(message.by));
        return;
      case 'ok':
      case 'error':
        this.#requests.settle(message);
        return;
      default:
    }
  }

  async reboot(id: string, countdownSeconds: number, message: string): Promise<void> {
    const answer = await this.#requests.send((requestId) =>
      this.#post({ type: 'reboot', id: requestId, reboot: id, countdownSeconds, message }),
    );
    if (answer.type === 'error') {
      throw new AppError('platform_unavailable', `The server refused the reboot: ${answer.code}`);
    }
  }

  async #kick({ uuid, name }: ServerPlayer, message: string): Promise<boolean> {
    const only = name === undefined ? {} : { name };
    const answer = await this.#requests.send((id) =>
      this.#post({ type: 'player.kick', id, uuid, message, ...only }),
    );
    return answer.type === 'ok' && answer.words !== false;
  }

  async #transfer({ uuid, name }: Required<ServerPlayer>): Promise<void> {
    assertDone(
      await this.#requests.send((id) => this.#post({ type: 'player.transfer', id, uuid, name: name ?? '' })),
    );
  }

  announce(server: string, message: string): void {
    this.#post({ type: 'player.message', server, message });
  }

  offer(uuid: Uuid, server: string, message: string): void {
    this.#post({ type: 'player.offer', uuid, server, message });
  }

  close(reason: string): void {
    this.#deps.socket.end(CLOSE_CODES.replaced, reason);
  }

  lost(): void {
    this.#requests.failAll('The connection to the server was lost');
    this.#session.lost();
  }

  #report(message: Extract<ReceivedMessage, { type: 'server' | 'server.update' }>): void {
    const { type: _frame, serverType, ...rest } = message;
    this.#session.report(serverType === undefined ? rest : { ...rest, type: serverType });
  }

  /** A server may move only its own players. */
  async #send({ uuid, server }: AgentMessageOf<'player.send'>): Promise<void> {
    this.#session.assertHolds(uuid);
    await this.#deps.network.players.send(uuid, server);
  }

  async #ban(message: AgentMessageOf<'player.ban'>): Promise<void> {
    if (!this.#deps.mayBan) throw new AppError('not_permitted', MAY_NOT_BAN);
    const { by, uuid, name, time, reason } = message;
    const author = this.#session.authorOf(by);
    await this.#deps.network.bans.ban({ uuid, name, time, reason }, author);
  }

  /** A server may have only itself rebooted, and in nobody's name who is elsewhere. */
  async #restart(by: AgentMessageOf<'server.restart'>['by']): Promise<void> {
    const { network, identity, logger } = this.#deps;
    const admin = by === null ? undefined : this.#session.authorOf(by);
    logger.info({ event: 'reboot.wanted', server: identity.name, by: admin?.uuid ?? 'schedule' });
    await network.servers.restart(identity.name);
  }

  #post(message: CoordinatorMessage): void {
    this.#deps.socket.post(JSON.stringify(message));
  }

  #reachFrame(re: number, servers: readonly string[] | null): string {
    const reached =
      servers === null ? null : fittingEntries(servers.slice(0, MAX_REACHED), this.#maxListBytes);
    return JSON.stringify({ type: 'reach', re, servers: reached });
  }

  #matchesFrame(re: number, { players, total }: Matches): string {
    const frame = (some: readonly Matches['players'][number][]) =>
      JSON.stringify({ type: 'player.matches', re, players: some, total });
    const whole = frame(players);
    const isShort = 3 * whole.length <= this.#deps.maxFrameBytes;
    return isShort ? whole : frame(fittingEntries(players, this.#maxListBytes));
  }

  /** Of a list in a frame, which leaves room for the other keys. */
  get #maxListBytes(): number {
    return this.#deps.maxFrameBytes - 1_024;
  }
}
