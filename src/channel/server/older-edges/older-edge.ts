import type { AgentIdentity, ClaimedLogin, ProxySession, ReportedPlayer } from '../../../actors/agents.ts';
import type { Network } from '../../../actors/network.ts';
import type { KickOutcome, ProxyClient } from '../../../actors/ports.ts';
import type { Admission } from '../../../domain/admission.ts';
import { foldName } from '../../../domain/player-name.ts';
import type { Uuid } from '../../../domain/uuid.ts';
import { offlineUuid } from '../../../runtime/offline-uuid.ts';
import { OlderEdgePlayers, whoAndSent } from './older-edge-players.ts';

/** What somebody reads whose game sends the uuid of another account than the one that has their name. */
const NOT_YOURS: Admission = {
  allow: false,
  code: 'join_prevented',
  message: 'Your game says that it is another account than the one of your name. Start it again',
};

/** A login as such an edge asks about it. */
type OlderLogin = Pick<ReportedPlayer, 'uuid' | 'name'>;

/**
 * Stands between the network and an edge of a version before the feature `identity`, which believes the uuid that a client
 * claims. What it reports is passed on as who the player is, and what it is told names players as it knows them
 * (docs/decisions/0131-edges-of-an-older-version.md).
 */
export class OlderEdge {
  readonly #network: Pick<Network, 'agents' | 'bans'>;
  readonly #players = new OlderEdgePlayers();
  #session: ProxySession | undefined;
  /** It does not say so. Where servers check no accounts, it knows everybody by the uuid that is made of the name. */
  #checksAccounts = false;

  constructor(network: Pick<Network, 'agents' | 'bans'>) {
    this.#network = network;
  }

  /** As `AgentSessions.attachProxy`. */
  attach(identity: AgentIdentity, client: ProxyClient): ProxySession {
    const session = this.#network.agents.attachProxy(identity, this.#client(client));
    this.#session = session;
    const players = this.#players;
    return {
      ...session,
      cancel: (claimed) => session.cancel(players.lastLogin(claimed)),
      join: (player) => session.join(players.add(player)),
      switch: (claimed, server) => session.switch(players.move(claimed, server), server),
      leave: (claimed) => leave(session, players.remove(claimed)),
      sync: (reported) => session.sync(players.replace(reported)),
    };
  }

  /** What the servers behind do with accounts, as far as this login tells. */
  identityOf({ uuid, name }: OlderLogin): ClaimedLogin['identity'] | undefined {
    if (uuid !== offlineUuid(name)) this.#checksAccounts = true;
    return this.#checksAccounts ? 'online' : undefined;
  }

  /** Only where servers check accounts, such an edge asks who had a name last. */
  askedForName(): void {
    this.#checksAccounts = true;
  }

  /** What the client claims; null where it sent no uuid. */
  claimOf({ uuid, name }: OlderLogin): Uuid | null {
    return uuid === offlineUuid(name) ? null : uuid;
  }

  /**
   * It is known who this login is. Whose claim is proved to be false is refused: of two by one uuid, such an edge reports the
   * first only, and kicks both.
   */
  resolved({ uuid: claimed, name }: OlderLogin, who: { uuid: Uuid; proved: boolean }): Admission | undefined {
    if (who.proved && claimed !== who.uuid && !this.#isOfTheEdge(claimed, name)) return NOT_YOURS;
    this.#players.noteLogin(claimed, name, who.uuid);
    return undefined;
  }

  /** Whether the edge itself puts this uuid in the place of what the client sent. */
  #isOfTheEdge(uuid: Uuid, name: string): boolean {
    if (uuid === offlineUuid(name)) return true;
    const ban = this.#network.bans.activeOf(uuid);
    return ban !== undefined && foldName(ban.name) === foldName(name);
  }

  #client(client: ProxyClient): ProxyClient {
    const players = this.#players;
    return {
      kick: async (uuid, message, name) => {
        const kicks = players.claimsOf(uuid, name).map((claimed) => client.kick(claimed, message));
        return outcomeOf(await Promise.all(kicks));
      },
      send: async (uuid, server) => {
        const moves = players.claimsOf(uuid).map((claimed) => client.send(claimed, server));
        return (await Promise.all(moves)).includes(true);
      },
      sendMessage: (uuid, message) => {
        for (const claimed of players.claimsOf(uuid)) client.sendMessage(claimed, message);
      },
      reportSeen: (uuid, server) => {
        for (const claimed of players.claimsOf(uuid)) client.reportSeen?.(claimed, server);
      },
      identify: (name, uuid) => this.#identify(name, uuid),
      close: (reason) => client.close(reason),
    };
  }

  /** What an edge of this version does when it is sent `player.identify`. */
  #identify(name: string, uuid: Uuid): void {
    const session = this.#session;
    if (session === undefined) return;
    for (const player of this.#players.othersNamed(name, uuid)) {
      leave(session, this.#players.correct(player, uuid));
      const { claimed, ip, server } = player;
      session.join({ ...whoAndSent(claimed, uuid), name: player.name, ip, server });
    }
  }
}

function leave(session: ProxySession, uuid: Uuid | undefined): void {
  if (uuid !== undefined) session.leave(uuid);
}

/** Of several kicks of one player, each by another uuid. */
function outcomeOf(outcomes: readonly KickOutcome[]): KickOutcome {
  return outcomes.find((one) => one === 'without-words') ?? outcomes.includes(true);
}
