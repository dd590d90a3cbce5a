import { motdComponent, motdInForce } from '../../../domain/text/motd.ts';
import { DEFAULT_PROXY_SETTINGS } from '../../../domain/proxy-status.ts';
import { HEX_PROTOCOL } from '../../../domain/text/text-component.ts';
import { writeFrame, writeString } from '../protocol/frame.ts';
import { type LegacyEra, writeLegacyStatus } from '../protocol/legacy-ping.ts';
import type { EdgeReplica } from '../replica/edge-replica.ts';
import type { PlayerSessions } from '../player-sessions.ts';

const STATUS_ID = 0x00;
/** Clients refuse a longer answer (PROTOCOLS §2.3). */
const MAX_JSON = 32_767;
/** Clients of the same network have few versions; one that invents numbers gets no memory for them. */
const MAX_KEPT = 32;

/** Answers server lists from memory: nobody is asked, so a flood of pings reaches no further than this process. */
export class StatusCache {
  readonly #memory: EdgeReplica;
  readonly #players: PlayerSessions;
  readonly #version: string;
  readonly #favicon: string | null;
  #stamp = '';
  readonly #kept = new Map<number, Buffer>();
  #descriptions: { readonly motd: string; readonly hex: string; readonly named: string } | undefined;

  /** `favicon` is a data URL, or null for none. */
  constructor(memory: EdgeReplica, players: PlayerSessions, version: string, favicon: string | null) {
    this.#memory = memory;
    this.#players = players;
    this.#version = `Portcullis ${version}`;
    this.#favicon = favicon;
  }

  /** The status packet for a client of this protocol; it is echoed, so that nobody looks incompatible. */
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
    // A long message and a large icon together: the words count more.
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
    const status = this.#memory.status ?? { ...DEFAULT_PROXY_SETTINGS, onlinePlayers: 0 };
    // While the coordinator is away its last count stands, but we know who is here.
    const online = Math.max(status.onlinePlayers, this.#players.online);
    return { motd: motdInForce(status), online, max: status.maxPlayers };
  }
}
