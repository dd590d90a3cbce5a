import type { Claim } from './server-lists.ts';

/** How long a claim stands alone before it counts, in milliseconds: the server that really has the player lists them too. */
const SETTLE_MS = 3_000;
/** How long before another server lets go a claim may begin: longer than the grace of a server that crashed. */
const OVERLAP_MS = 12_000;

/** From when nobody holds the player until a server has stood alone. */
interface Opening {
  readonly claimants: Set<string>;
  /** By `Clock.elapsed`; it counts only when there are claimants. */
  settlesAt: number;
  /** A server that let go without holding: that it is back decides nothing. */
  readonly waverer: string | null;
}

/**
 * Which server holds one player whose proxy names none (docs/channel.md "Whom a server holds"). Whoever holds does so until
 * its list lets go, and then the one server follows that began to list the player about that moment. A server that listed
 * them all along never follows, and where several could, nobody does. Times are those of `Clock.elapsed`.
 */
export class Holding {
  #holder: string | null = null;
  /** Null while a server holds the player, and while it is disputed who does. */
  #opening: Opening | null;

  /** The player came online, and these servers listed them in advance. */
  constructor(claims: readonly Claim[], now: number) {
    this.#opening = opening(claims, now, null);
  }

  /** The server that holds the player; null for none. */
  holder(now: number): string | null {
    this.#settle(now);
    return this.#holder;
  }

  listed(server: string, now: number): void {
    this.#settle(now);
    if (this.#opening === null) return;
    if (this.#opening.waverer === server) {
      this.#opening = null;
      return;
    }
    if (this.#opening.claimants.size === 0) this.#opening.settlesAt = now + SETTLE_MS;
    this.#opening.claimants.add(server);
  }

  /** A server no longer lists the player; `others` are those who do. */
  dropped(server: string, now: number, others: () => readonly Claim[]): void {
    this.#settle(now);
    const held = this.#holder === server;
    if (this.#holder !== null && !held) return;
    if (this.#opening !== null && !this.#opening.claimants.has(server)) return;
    const claims = others();
    const recent = claims.filter(({ began }) => began >= now - OVERLAP_MS);
    this.#holder = null;
    this.#opening = opening(recent, now, held || claims.length === 0 ? null : server);
  }

  #settle(now: number): void {
    if (this.#opening === null || this.#opening.claimants.size === 0 || now < this.#opening.settlesAt) return;
    const [first = null, ...more] = this.#opening.claimants;
    this.#holder = more.length === 0 ? first : null;
    this.#opening = null;
  }
}

/** Who listed the player long before has to stand alone for longer: a client may take its time to arrive at a server. */
function opening(claims: readonly Claim[], now: number, waverer: string | null): Opening {
  const isLongBefore = claims.some(({ began }) => began < now - SETTLE_MS);
  return {
    claimants: new Set(claims.map(({ server }) => server)),
    settlesAt: now + (isLongBefore ? OVERLAP_MS : SETTLE_MS),
    waverer,
  };
}
