import type { Uuid } from '../domain/uuid.ts';
import type { Clock } from '../runtime/clock.ts';
import { Allowance, type Rate } from '../runtime/limits/allowance.ts';
import { excess } from '../runtime/limits/traffic-bound.ts';
import type { Occupancy, PlayerRef, ServerListener } from './server-management.ts';

/** Notified of the changes of a roster. */
export interface RosterListener {
  /** The server is up, with everybody who is on the roster now. */
  up(): void;
  joined(player: RosterEntry): void;
  left(player: RosterEntry): void;
  /** The server is gone, and the roster is empty. */
  down(): void;
  /** `unknown` changed while the server is up. */
  unknownChanged?(): void;
}

/** A player on the roster. */
export interface RosterEntry extends PlayerRef {
  /** When the player was first seen, in epoch milliseconds. */
  readonly since: number;
}

const TOO_MANY = 'it names more players than a server may have';

/**
 * How often players may come and go (docs/decisions/0113): three times everybody at once, which is a restart (all leave, all
 * come) and one more connection with the whole list, and afterwards twice what the biggest proxies have.
 */
function changesOf(limit: number): Rate {
  return { burst: 3 * limit, perSecond: 300 };
}

/** Who is on a server, up to a limit. It takes whole lists and single events, and notifies its listener of the differences only. */
export class Roster implements ServerListener {
  readonly #listener: RosterListener;
  readonly #clock: Clock;
  readonly #players = new Map<Uuid, RosterEntry>();
  readonly #limit: number;
  /** Of all connections together: a list that comes with a new one is as much work as players who join. */
  readonly #changes: Allowance;
  #maxPlayers: number | undefined;
  #isUp = false;
  #unknown: string | undefined;

  constructor(listener: RosterListener, clock: Clock, limit: number) {
    this.#listener = listener;
    this.#clock = clock;
    this.#limit = limit;
    this.#changes = new Allowance(changesOf(limit), clock);
  }

  /** How many players the server lets in; undefined until it has said so once. */
  get maxPlayers(): number | undefined {
    return this.#maxPlayers;
  }

  /** Why somebody may be on the server who is not on the roster; undefined where everybody is. */
  get unknown(): string | undefined {
    return this.#unknown;
  }

  get size(): number {
    return this.#players.size;
  }

  all(): RosterEntry[] {
    return [...this.#players.values()];
  }

  get(uuid: Uuid): RosterEntry | undefined {
    return this.#players.get(uuid);
  }

  observed({ players, maxPlayers, unknown }: Occupancy): string | undefined {
    if (players.length > this.#limit) return TOO_MANY;
    const present = new Set(players.map(({ uuid }) => uuid));
    const absent = this.all().filter(({ uuid }) => !present.has(uuid));
    const came = players.filter(({ uuid }) => !this.#players.has(uuid));
    const reason = this.#count(absent.length + came.length);
    if (reason !== undefined) return reason;
    this.#maxPlayers = maxPlayers ?? this.#maxPlayers;
    for (const { uuid } of absent) this.#remove(uuid);
    for (const player of came) this.#add(player);
    const isChanged = unknown !== this.#unknown;
    this.#unknown = unknown;
    if (this.#isUp && isChanged) this.#listener.unknownChanged?.();
    if (this.#isUp) return undefined;
    this.#isUp = true;
    this.#listener.up();
    return undefined;
  }

  joined(player: PlayerRef): string | undefined {
    if (!this.#isUp || this.#players.has(player.uuid)) return undefined;
    if (this.#players.size >= this.#limit) return TOO_MANY;
    const reason = this.#count(1);
    if (reason === undefined) this.#add(player);
    return reason;
  }

  left({ uuid }: PlayerRef): string | undefined {
    if (!this.#isUp || !this.#players.has(uuid)) return undefined;
    const reason = this.#count(1);
    if (reason === undefined) this.#remove(uuid);
    return reason;
  }

  gone(): void {
    if (!this.#isUp) return;
    this.#isUp = false;
    this.#unknown = undefined;
    this.#players.clear();
    this.#listener.down();
  }

  #count(changes: number): string | undefined {
    return this.#changes.take(changes) ? undefined : excess('changes of players', changesOf(this.#limit));
  }

  #add(player: PlayerRef): void {
    const { uuid } = player;
    if (this.#players.has(uuid)) return;
    const entry = { ...player, since: this.#clock.now() };
    this.#players.set(uuid, entry);
    if (this.#isUp) this.#listener.joined(entry);
  }

  #remove(uuid: Uuid): void {
    const entry = this.#players.get(uuid);
    if (entry === undefined) return;
    this.#players.delete(uuid);
    if (this.#isUp) this.#listener.left(entry);
  }
}
