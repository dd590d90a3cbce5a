import type { AgentIdentity, BackendSession, Network } from '../../actors/network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { BackendClient } from '../../actors/ports.ts';
import { AppError } from '../../domain/errors.ts';
import type { Uuid } from '../../domain/uuid.ts';
import { type AgentConnection, SENT_AWAY, type Wire } from './agent-connection.ts';
import type { AgentMessage, AgentMessageOf } from '../protocol/agent-messages.ts';
import type { PendingRequests } from '../../runtime/pending-requests.ts';
import { channelRequests, unanswered } from '../protocol/channel-requests.ts';
import { type CoordinatorMessage, MAX_MATCHES } from '../protocol/coordinator-messages.ts';
import { errorFrame, errorFrameOf } from '../protocol/error-frame.ts';

type Answer = AgentMessageOf<'ok'> | AgentMessageOf<'error'>;

const MAX_REQUESTS = 64;

/** Menu clicks and questions of one server that may be under way; each may wait for a proxy or the database. */
const MAX_COMMANDS = 256;

/** A game server on the line. */
export class BackendConnection implements AgentConnection, BackendClient {
  readonly role = 'backend';
  readonly #network: Network;
  readonly #wire: Wire;
  readonly #log: Logger;
  readonly #session: BackendSession;
  readonly #requests: PendingRequests<Answer>;
  readonly #name: string;
  #described = false;
  #commands = 0;

  constructor(network: Network, identity: AgentIdentity, wire: Wire, clock: Clock, log: Logger) {
    this.#network = network;
    this.#wire = wire;
    this.#log = log;
    this.#name = identity.name;
    this.#requests = channelRequests(clock, MAX_REQUESTS);
    this.#session = network.agents.attachBackend(identity, this);
  }

  get session(): string {
    return this.#session.id;
  }

  receive(message: AgentMessage): void {
    switch (message.type) {
      case 'server':
        this.#described = true;
        this.#report(message);
        return;
      case 'server.update':
        if (!this.#described)
          throw new AppError('not_permitted', 'The first report must be a whole `server`');
        this.#report(message);
        return;
      case 'reboot.progress':
        this.#session.rebootProgress(message.reboot, message.phase, message.detail);
        return;
      case 'player.send':
        this.#command(message.id, () => this.#network.players.send(message.uuid, message.server));
        return;
      case 'player.ban':
        this.#command(message.id, () => this.#ban(message));
        return;
      case 'player.facts':
        this.#answer(message.id, async () => {
          return { type: 'facts', re: message.id, ...(await this.#network.players.facts(message.uuid)) };
        });
        return;
      case 'player.search':
        this.#answer(message.id, async () => {
          return {
            type: 'player.matches',
            re: message.id,
            ...this.#network.players.search(message.search, MAX_MATCHES),
          };
        });
        return;
      case 'server.restart':
        this.#command(message.id, () => this.#restart(message.by));
        return;
      case 'ok':
        this.#requests.settle(message.re, message);
        return;
      case 'error':
        if (message.re !== undefined) this.#requests.settle(message.re, message);
        return;
      default:
    }
  }

  async reboot(id: string, countdownSeconds: number, message: string): Promise<void> {
    const answer = await this.#requests.ask((ask) =>
      this.#wire.post(JSON.stringify({ type: 'reboot', id: ask, reboot: id, countdownSeconds, message })),
    );
    if (answer.type === 'error') {
      throw new AppError('platform_unavailable', `The server refused the reboot: ${answer.code}`);
    }
  }

  announce(server: string, message: string): void {
    this.#wire.post(JSON.stringify({ type: 'player.message', server, message }));
  }

  offer(uuid: Uuid, server: string, message: string): void {
    this.#wire.post(JSON.stringify({ type: 'player.offer', uuid, server, message }));
  }

  close(reason: string): void {
    this.#wire.end(SENT_AWAY, reason);
  }

  lost(): void {
    this.#requests.failAll(() => unanswered('The link to the server was lost'));
    this.#session.lost();
  }

  #report(message: AgentMessageOf<'server.update'> | AgentMessageOf<'server'>): void {
    const { type: _frame, serverType, ...rest } = message;
    this.#session.report(serverType === undefined ? rest : { ...rest, type: serverType });
  }

  async #ban(message: AgentMessageOf<'player.ban'>): Promise<void> {
    const { by, uuid, name, time, reason } = message;
    await this.#network.bans.ban({ uuid, name, time, reason }, { via: 'menu', ...by });
  }

  /** An agent may have only the server rebooted that it stands beside. */
  async #restart(by: AgentMessageOf<'server.restart'>['by']): Promise<void> {
    this.#log.info({ event: 'reboot.wanted', server: this.#name, by: by?.uuid ?? 'schedule' });
    await this.#network.servers.restart(this.#name);
  }

  #command(id: number, run: () => Promise<void>): void {
    this.#answer(id, async () => {
      await run();
      return { type: 'ok', re: id };
    });
  }

  /** Runs what takes time and answers when it is done; the link goes on meanwhile. */
  #answer(id: number, run: () => Promise<CoordinatorMessage>): void {
    if (this.#commands >= MAX_COMMANDS) {
      this.#wire.send(errorFrame(id, 'overloaded', 'Too many commands of this server are under way'));
      return;
    }
    this.#commands += 1;
    void this.#finish(id, run);
  }

  async #finish(id: number, run: () => Promise<CoordinatorMessage>): Promise<void> {
    try {
      this.#wire.post(JSON.stringify(await run()));
    } catch (error) {
      this.#wire.post(errorFrameOf(id, error, this.#log));
    } finally {
      this.#commands -= 1;
    }
  }
}
