import { motdComponent, motdInForce } from '../../../domain/text/motd.ts';
import { DEFAULT_PROXY_SETTINGS } from '../../../domain/proxy-status.ts';
import { HEX_PROTOCOL } from '../../../domain/text/text-component.ts';
import { writeFrame, writeString } from '../protocol/frame.ts';
import { type LegacyEra, writeLegacyStatus } from '../protocol/legacy-ping.ts';
import type { EdgeReplica } from '../replica/edge-replica.ts';
import type { PlayerSessions } from '../player-sessions.ts';

const STATUS_ID = 0x00;
/** Clients refuse a longer answer (docs/game-protocols.md "Handshake, status and login"). */
const MAX_JSON = 32_767;
/** The clients of a network have few versions; a client that invents version numbers must not fill the memory. */
const MAX_KEPT = 32;

/** Answers server lists from memory: no request goes to the coordinator, so a flood of pings ends in this process. */
export class StatusCache {
  readonly #replica: EdgeReplica;
  readonly #sessions: PlayerSessions;
  readonly #version: string;
  readonly #favicon: string | null;
  #stamp = '';
  readonly #kept = new Map<number, Buffer>();
  #descriptions: { readonly motd: string; readonly hex: string; readonly named: string } | undefined;

  /** `favicon` is a data URL, or null for none. */
  constructor(replica: EdgeReplica, sessions: PlayerSessions, version: string, favicon: string | null) {
    this.#replica = replica;
    this.#sessions = sessions;
    this.#version = `Portcullis ${version}`;
    this.#favicon = favicon;
  }

  /**
   * The status packet for a client of this protocol; its own version is echoed, so that no client looks incompatible.
   */
  answer(protocol: number): Buffer {
    const { motd, online, max } = this.#facts();
    const stamp = `${online}/${max} ${motd}`;
    if (stamp !== this.#stamp) this.#kept.clear();
    this.#stamp = stamp;
    const kept = this.#kept.get(protocol);
    if (kept !== undefined) return kept;
    const answer = writeFrame(STATUS_ID, writeString(this.#json(protocol)));
    if (this.#kept.size < MAX_KEPT) this.#kept.set(protocol, answer);
    return answer;
  }

  /** The same for clients before 1.7. */
  legacyAnswer(era: LegacyEra): Buffer {
    return writeLegacyStatus(era, this.#facts(), this.#version);
  }

  #json(protocol: number): string {
    const { motd, online, max } = this.#facts();
    const version = JSON.stringify({ name: this.#version, protocol });
    const description = this.#description(motd, protocol);
    const json = `{"version":${version},"players":{"max":${max},"online":${online}},"description":${description}}`;
    if (this.#favicon === null) return json;
    const withIcon = `${json.slice(0, -1)},"favicon":"${this.#favicon}"}`;
    // A long message and a large icon may exceed the limit together: then the icon is left out.
    return withIcon.length > MAX_JSON ? json : withIcon;
  }

  #description(motd: string, protocol: number): string {
    if (this.#descriptions?.motd !== motd) {
      const write = (forProtocol: number): string => JSON.stringify(motdComponent(motd, forProtocol));
      this.#descriptions = { motd, hex: write(HEX_PROTOCOL), named: write(HEX_PROTOCOL - 1) };
    }
    return protocol >= HEX_PROTOCOL ? this.#descriptions.hex : this.#descriptions.named;
  }

  #facts(): { motd: string; online: number; max: number } {
    const status = this.#replica.status ?? { ...DEFAULT_PROXY_SETTINGS, onlinePlayers: 0 };
    // While the coordinator is away its last count holds, but there are at least the players of this edge.
    const online = Math.max(status.onlinePlayers, this.#sessions.online);
    return { motd: motdInForce(status), online, max: status.maxPlayers };
  }
}
