import type { Uuid } from '../domain/uuid.ts';
import type { Occupancy, PlayerRef, ServerListener } from './server-management.ts';

/** Notified of the changes of a roster. */
export interface RosterListener {
  /** The server is up, with everybody who is on the roster now. */
  up(): void;
  joined(player: RosterEntry): void;
  left(player: RosterEntry): void;
  /** The server is gone, and the roster is empty. */
  down(): void;
}

/** A player on the roster. */
export interface RosterEntry extends PlayerRef {
  /** When the player was first seen, in epoch milliseconds. */
  readonly since: number;
}

/** Who is on a server, up to a limit. It takes whole lists and single events, and notifies its listener of the differences only. */
export class Roster implements ServerListener {
  readonly #listener: RosterListener;
  readonly #now: () => number;
  readonly #players = new Map<Uuid, RosterEntry>();
  readonly #limit: number;
  #maxPlayers: number | undefined;
  #isUp = false;

  constructor(listener: RosterListener, now: () => number, limit: number) {
    this.#listener = listener;
    this.#now = now;
    this.#limit = limit;
  }

  /** How many players the server lets in; undefined until it has said so once. */
  get maxPlayers(): number | undefined {
    return this.#maxPlayers;
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

  observed({ players, maxPlayers }: Occupancy): boolean {
    if (players.length > this.#limit) return false;
    this.#maxPlayers = maxPlayers ?? this.#maxPlayers;
    const present = new Set(players.map(({ uuid }) => uuid));
    for (const { uuid } of this.all()) if (!present.has(uuid)) this.#remove(uuid);
    for (const player of players) this.#add(player);
    if (this.#isUp) return true;
    this.#isUp = true;
    this.#listener.up();
    return true;
  }

  joined(player: PlayerRef): boolean {
    if (!this.#isUp || this.#players.has(player.uuid)) return true;
    if (this.#players.size >= this.#limit) return false;
    this.#add(player);
    return true;
  }

  left({ uuid }: PlayerRef): void {
    if (this.#isUp) this.#remove(uuid);
  }

  gone(): void {
    if (!this.#isUp) return;
    this.#isUp = false;
    this.#players.clear();
    this.#listener.down();
  }

  #add({ uuid, name }: PlayerRef): void {
    if (this.#players.has(uuid)) return;
    const entry = { uuid, name, since: this.#now() };
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
