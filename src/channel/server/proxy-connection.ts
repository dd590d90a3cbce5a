import type { ProxySession, ReportedPlayer } from '../../actors/agents.ts';
import type { KickOutcome, ProxyClient, ReturningPlayer } from '../../actors/ports.ts';
import type { Admission } from '../../domain/admission.ts';
import { AppError } from '../../domain/errors.ts';
import type { Party } from '../../domain/party.ts';
import type { Audience, MessageStyle } from '../../domain/text/audience.ts';
import type { OwnServer } from '../../domain/resources.ts';
import type { Uuid } from '../../domain/uuid.ts';
import { peerIp } from '../../runtime/ip-address.ts';
import type { AgentMessageOf } from '../protocol/agent-messages.ts';
import type { ReceivedMessage } from '../protocol/partial-frame.ts';
import { ChannelRequests } from '../protocol/channel-requests.ts';
import { CLOSE_CODES } from '../protocol/close-codes.ts';
import type { CoordinatorMessage } from '../protocol/coordinator-messages.ts';
import { errorFrameOf } from '../protocol/error-frame.ts';
import type { Feature } from '../protocol/features.ts';
import { type PartOf, PartCollector } from '../protocol/list-parts.ts';
import {
  type AgentAnswer,
  type AgentConnection,
  type AgentConnectionDeps,
  assertDone,
} from './agent-connection.ts';
import { CommandsUnderWay } from './commands-under-way.ts';
import { OlderEdge } from './older-edges/older-edge.ts';
import type { Carrier } from './relay/carrier.ts';
import type { RelayedAgents } from './relay/relayed-agents.ts';
import { StaffRequests } from './proxies/staff-requests.ts';

/** Turning maintenance on may kick everybody on a proxy at once. */
const MAX_REQUESTS = 65_536;
const MAX_PLAYERS = 200_000;
const MAX_PARTIES = 50_000;
const MAX_OWN_SERVERS = 10_000;
/** In all parties of a proxy together. */
const MAX_MEMBERS = 100_000;

export interface ProxyConnectionDeps extends AgentConnectionDeps {
  readonly relay: Pick<RelayedAgents, 'add' | 'remove' | 'receive'>;
  /** Where it connects from. */
  readonly address: string;
}

/** The connection of a proxy: passes its reports to the network, and the network's requests to it. */
export class ProxyConnection implements AgentConnection, ProxyClient {
  readonly role = 'proxy';
  readonly #deps: ProxyConnectionDeps;
  readonly #session: ProxySession;
  /** Of an edge that does not know the feature `identity`. */
  readonly #older: OlderEdge | undefined;
  readonly #requests: ChannelRequests<AgentAnswer>;
  readonly #players = new PartCollector<ReportedPlayer>(MAX_PLAYERS);
  readonly #parties = new PartCollector<Party>(MAX_PARTIES, {
    limit: MAX_MEMBERS,
    of: ({ members }) => members.length,
  });
  readonly #ownServers = new PartCollector<OwnServer>(MAX_OWN_SERVERS);
  readonly #staff: StaffRequests;
  /** Of a proxy that carries plugin messages. */
  readonly #carrier: Carrier | undefined;
  /** For an edge that knows the feature only: other proxies know who their players are. */
  readonly identify: ProxyClient['identify'];
  /** The same: other proxies move players themselves. */
  readonly expect: ProxyClient['expect'];
  /** For proxies that know the feature only, each. */
  readonly show: ProxyClient['show'];
  readonly offer: ProxyClient['offer'];
  readonly notify: ProxyClient['notify'];
  #reaches: ReadonlySet<string> = new Set();
  readonly #resolve: (login: AgentMessageOf<'player.login'>, identity: 'online' | 'offline') => void;
  readonly #find: (id: number, wanted: string) => void;

  constructor(deps: ProxyConnectionDeps) {
    this.#deps = deps;
    this.#requests = new ChannelRequests(deps.clock, MAX_REQUESTS);
    const drop = (): void => deps.socket.drop();
    this.#resolve = deps.faults.guard(drop, (login, identity) => this.#resolveLogin(login, identity));
    this.#find = deps.faults.guard(drop, (id, wanted) => this.#findPlayer(id, wanted));
    const { network, identity } = deps;
    const isEdge = identity.platform === 'edge';
    const takesIdentities = deps.features.has('identity') && isEdge;
    this.identify = takesIdentities
      ? (name, uuid) => deps.socket.post(JSON.stringify({ type: 'player.identify', name, uuid }))
      : undefined;
    this.expect =
      isEdge && deps.features.has('transfers') ? (player, to) => this.#expect(player, to) : undefined;
    const { features } = deps;
    this.show = features.has('styles') ? (to, message, style) => this.#show(to, message, style) : undefined;
    this.offer = features.has('offers')
      ? (uuid, server, message) => this.#post({ type: 'player.offer', uuid, server, message })
      : undefined;
    this.notify = features.has('notices')
      ? (kind, message) => this.#post({ type: 'notice', kind, message })
      : undefined;
    this.#older = isEdge && !takesIdentities ? new OlderEdge(network) : undefined;
    this.#session = this.#older?.attach(identity, this) ?? network.agents.attachProxy(identity, this);
    this.#carrier = features.has('relay') && !isEdge ? this.#carry() : undefined;
    const { mayBan, logger } = deps;
    const { staff } = network;
    const commands = new CommandsUnderWay(deps);
    const session = this.#session;
    this.#staff = new StaffRequests({ staff, session, mayBan, identity, commands, logger });
  }

  get session(): string {
    return this.#session.id;
  }

  get features(): ReadonlySet<Feature> {
    return this.#deps.features;
  }

  get reaches(): ReadonlySet<string> {
    return this.#reaches;
  }

  receive(message: ReceivedMessage): void {
    switch (message.type) {
      case 'player.login':
        this.#login(message);
        return;
      case 'player.find':
        if (this.#older === undefined) return this.#find(message.id, message.name);
        // Who had the name last may be another than who has it now; the login that follows finds out.
        this.#older.askedForName();
        throw new AppError('player_not_found');
      case 'player.join':
        this.#session.join({
          uuid: message.uuid,
          name: message.name,
          ip: plainAddress(message.ip),
          server: message.server ?? null,
          claim: message.claim,
          joinedAt: message.joinedAt,
        });
        return;
      case 'player.cancel':
        this.#session.cancel(message.uuid);
        return;
      case 'player.switch':
        this.#session.switch(message.uuid, message.server, message.at);
        return;
      case 'player.leave':
        this.#session.leave(message.uuid, message.joinedAt);
        return;
      case 'edge.servers':
        this.#reaches = new Set(message.servers);
        return;
      case 'players':
        gatherParts(this.#players, message, message.players.map(withPlainAddress), (all) =>
          this.#session.sync(all),
        );
        return;
      case 'parties':
        gatherParts(this.#parties, message, message.parties, (all) => this.#session.parties(all));
        return;
      case 'proxy.servers':
        gatherParts(this.#ownServers, message, message.servers, (all) => this.#session.ownServers(all));
        return;
      case 'relay':
        if (this.#carrier === undefined)
          throw new AppError('not_permitted', 'This agent carries no messages');
        this.#deps.relay.receive(this.#carrier, message.server, message.data);
        return;
      case 'staff.ban':
      case 'staff.unban':
      case 'staff.kick':
      case 'staff.send':
      case 'staff.alert':
      case 'staff.find':
        this.#staff.receive(message);
        return;
      case 'ok':
      case 'error':
        this.#requests.settle(message);
        return;
      default:
    }
  }

  async kick(uuid: Uuid, message: string, name?: string): Promise<KickOutcome> {
    const only = name === undefined || this.identify === undefined ? {} : { name };
    const answer = await this.#request((id) => ({ type: 'player.kick', id, uuid, message, ...only }));
    if (answer.type === 'error' && answer.code !== 'player_not_found') {
      throw new AppError('platform_unavailable', `The proxy could not do it: ${answer.code}`);
    }
    if (answer.type !== 'ok') return false;
    return answer.words === false ? 'without-words' : true;
  }

  async send(uuid: Uuid, server: string): Promise<boolean> {
    const answer = await this.#request((id) => ({ type: 'player.send', id, uuid, server }));
    return answer.type === 'ok';
  }

  async #expect({ name, ip }: ReturningPlayer, server: string): Promise<void> {
    assertDone(await this.#request((id) => ({ type: 'player.target', id, name, ip, server })));
  }

  sendMessage(uuid: Uuid, message: string): void {
    this.#deps.socket.post(JSON.stringify({ type: 'player.message', uuid, message }));
  }

  #carry(): Carrier {
    const { identity, address, relay } = this.#deps;
    const carrier: Carrier = {
      name: identity.name,
      address,
      hasPlayersOn: (server) => this.#session.hasPlayersOn(server),
      carry: (server, data) => this.#post({ type: 'relay', server, data }),
    };
    relay.add(carrier);
    return carrier;
  }

  #show(to: Audience, message: string, style: MessageStyle): void {
    const whom = to === 'everybody' ? {} : to;
    this.#post({ type: 'player.message', ...whom, message, ...(style === 'chat' ? {} : { style }) });
  }

  #post(message: CoordinatorMessage): void {
    this.#deps.socket.post(JSON.stringify(message));
  }

  /** For an edge only: other proxies know where their players are. */
  reportSeen(uuid: Uuid, server: string): void {
    const { identity, socket } = this.#deps;
    if (identity.platform === 'edge') socket.post(JSON.stringify({ type: 'player.seen', uuid, server }));
  }

  close(reason: string): void {
    this.#deps.socket.end(CLOSE_CODES.replaced, reason);
  }

  lost(ended = false): void {
    this.#requests.failAll('The connection to the proxy was lost');
    if (this.#carrier !== undefined) this.#deps.relay.remove(this.#carrier);
    this.#session.lost(ended);
  }

  #login(message: AgentMessageOf<'player.login'>): void {
    const identity = message.identity ?? this.#older?.identityOf(message);
    if (identity !== undefined) return this.#resolve(message, identity);
    const { id, uuid, name } = message;
    const ip = plainAddress(message.ip);
    this.#deps.socket.send(admissionFrame(id, this.#session.login({ uuid, name, ip })));
  }

  /** Who it is may take a while; then the login is decided at once, and answered in the same turn. */
  async #resolveLogin(login: AgentMessageOf<'player.login'>, identity: 'online' | 'offline'): Promise<void> {
    const { socket, logger } = this.#deps;
    const { id, uuid: sent, name } = login;
    const ip = plainAddress(login.ip);
    const older = this.#older;
    const claim = older?.claimOf(login) ?? (login.claimed === true ? sent : null);
    try {
      const who = await this.#session.resolve({ name, claim, ip, identity });
      const admission = older?.resolved(login, who) ?? this.#session.login({ ...who, name, ip, claim });
      const known = older === undefined ? { uuid: who.uuid } : {};
      socket.post(JSON.stringify({ type: 'admission', re: id, ...admission, ...known }));
    } catch (error) {
      socket.post(errorFrameOf(id, error, logger));
    }
  }

  async #findPlayer(id: number, wanted: string): Promise<void> {
    const { network, socket, logger } = this.#deps;
    try {
      const { uuid, name } = await network.players.find(wanted);
      socket.post(JSON.stringify({ type: 'player', re: id, uuid, name }));
    } catch (error) {
      socket.post(errorFrameOf(id, error, logger));
    }
  }

  #request(frame: (id: number) => object): Promise<AgentAnswer> {
    return this.#requests.send((id) => this.#deps.socket.post(JSON.stringify(frame(id))));
  }
}

/** Bans, limits and pages compare and show addresses as text, so each must have one form. */
function plainAddress(ip: string): string {
  // Most are IPv4, which has only one.
  return ip.includes(':') ? (peerIp(ip) ?? ip) : ip;
}

function withPlainAddress(player: ReportedPlayer): ReportedPlayer {
  const ip = plainAddress(player.ip);
  return ip === player.ip ? player : { ...player, ip };
}

function admissionFrame(re: number, admission: Admission): string {
  // Nearly every answer is this one; writing it by hand is faster than JSON.stringify.
  if (admission.allow) return `{"type":"admission","re":${re},"allow":true}`;
  return JSON.stringify({ type: 'admission', re, ...admission });
}

function gatherParts<T>(
  parts: PartCollector<T>,
  place: PartOf,
  entries: readonly T[],
  done: (all: readonly T[]) => void,
): void {
  const whole = parts.add(place, entries);
  if (whole === 'broken')
    throw new AppError('invalid_frame', 'This part of a list is out of turn, or the list too long');
  if (whole !== 'waiting') done(whole);
}
