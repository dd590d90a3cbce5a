import type { AgentIdentity, Network, ProxySession, ReportedPlayer } from '../../actors/network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { ProxyClient } from '../../actors/ports.ts';
import type { Admission } from '../../domain/admission.ts';
import { AppError } from '../../domain/errors.ts';
import type { Party } from '../../domain/party.ts';
import type { Uuid } from '../../domain/uuid.ts';
import { type AgentConnection, SENT_AWAY, type Wire } from './agent-connection.ts';
import type { AgentMessage, AgentMessageOf } from '../protocol/agent-messages.ts';
import type { PendingRequests } from '../../runtime/pending-requests.ts';
import { channelRequests, unanswered } from '../protocol/channel-requests.ts';
import { errorFrameOf } from '../protocol/error-frame.ts';
import { type PartOf, PartCollector } from '../protocol/list-parts.ts';

type Answer = AgentMessageOf<'ok'> | AgentMessageOf<'error'>;

/** Turning maintenance on may kick everybody on a proxy at once, so many may be under way. */
const MAX_REQUESTS = 65_536;
const MAX_PLAYERS = 200_000;
const MAX_PARTIES = 50_000;

/** A proxy on the line: its reports go to the network, the network's wishes go to it. */
export class ProxyConnection implements AgentConnection, ProxyClient {
  readonly role = 'proxy';
  readonly #wire: Wire;
  readonly #network: Network;
  readonly #log: Logger;
  readonly #platform: AgentIdentity['platform'];
  readonly #session: ProxySession;
  readonly #requests: PendingRequests<Answer>;
  readonly #players = new PartCollector<ReportedPlayer>(MAX_PLAYERS);
  readonly #parties = new PartCollector<Party>(MAX_PARTIES);

  constructor(network: Network, identity: AgentIdentity, wire: Wire, clock: Clock, log: Logger) {
    this.#wire = wire;
    this.#network = network;
    this.#log = log;
    this.#platform = identity.platform;
    this.#requests = channelRequests(clock, MAX_REQUESTS);
    this.#session = network.agents.attachProxy(identity, this);
  }

  get session(): string {
    return this.#session.id;
  }

  receive(message: AgentMessage): void {
    switch (message.type) {
      case 'player.login':
        this.#wire.send(admissionFrame(message.id, this.#session.login(message)));
        return;
      case 'player.find':
        void this.#find(message.id, message.name);
        return;
      case 'player.join':
        this.#session.join({
          uuid: message.uuid,
          name: message.name,
          ip: message.ip,
          server: message.server ?? null,
        });
        return;
      case 'player.switch':
        this.#session.switch(message.uuid, message.server);
        return;
      case 'player.leave':
        this.#session.leave(message.uuid);
        return;
      case 'players':
        gather(this.#players, message, message.players, (all) => this.#session.sync(all));
        return;
      case 'parties':
        gather(this.#parties, message, message.parties, (all) => this.#session.parties(all));
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

  async kick(uuid: Uuid, message: string): Promise<boolean> {
    const answer = await this.#ask((id) => ({ type: 'player.kick', id, uuid, message }));
    if (answer.type === 'error' && answer.code !== 'player_not_found') {
      throw new AppError('platform_unavailable', `The proxy could not do it: ${answer.code}`);
    }
    return answer.type === 'ok';
  }

  async send(uuid: Uuid, server: string): Promise<boolean> {
    const answer = await this.#ask((id) => ({ type: 'player.send', id, uuid, server }));
    return answer.type === 'ok';
  }

  tell(uuid: Uuid, message: string): void {
    this.#wire.post(JSON.stringify({ type: 'player.message', uuid, message }));
  }

  /** Only an edge asks: other proxies know where their players are. */
  seen(uuid: Uuid, server: string): void {
    if (this.#platform === 'edge') this.#wire.post(JSON.stringify({ type: 'player.seen', uuid, server }));
  }

  close(reason: string): void {
    this.#wire.end(SENT_AWAY, reason);
  }

  lost(): void {
    this.#requests.failAll(() => unanswered('The link to the proxy was lost'));
    this.#session.lost();
  }

  async #find(id: number, asked: string): Promise<void> {
    try {
      const { uuid, name } = await this.#network.players.find(asked);
      this.#wire.post(JSON.stringify({ type: 'player', re: id, uuid, name }));
    } catch (error) {
      this.#wire.post(errorFrameOf(id, error, this.#log));
    }
  }

  #ask(frame: (id: number) => object): Promise<Answer> {
    return this.#requests.ask((id) => this.#wire.post(JSON.stringify(frame(id))));
  }
}

function admissionFrame(re: number, admission: Admission): string {
  // Nearly every answer is this one, so it is not built anew.
  if (admission.allow) return `{"type":"admission","re":${re},"allow":true}`;
  return JSON.stringify({ type: 'admission', re, ...admission });
}

function gather<T>(
  parts: PartCollector<T>,
  place: PartOf,
  entries: readonly T[],
  done: (all: readonly T[]) => void,
): void {
  const whole = parts.add(place, entries);
  if (whole === 'broken') throw new AppError('invalid_frame', 'This part of a list is out of turn');
  if (whole !== 'waiting') done(whole);
}
