import type { Uuid } from '../../domain/uuid.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { SlicedWork, WorkLane } from '../../runtime/limits/sliced-work.ts';
import type { ServerActors } from '../entities/server-actors.ts';
import type { OnlinePlayers } from '../models/online-players.ts';

const LOOK_EVERY_MS = 5_000;
/**
 * Who is new on a server, or has just left the network, is a stranger for a moment: lists come a moment sooner or later
 * than the word of the edge, those of a remote console up to ten seconds later.
 */
const SETTLE_MS = 15_000;

/** The last list of a server. */
interface Listed {
  readonly players: readonly Uuid[];
  /** In the same order; empty where the server does not tell them. */
  readonly names: readonly string[];
  /** The strangers of the last look, with the look that first found them, by `Clock.elapsed`. */
  strangers: ReadonlyMap<Uuid, number>;
}

export interface StrangersDeps {
  readonly serverActors: ServerActors;
  readonly online: OnlinePlayers;
  readonly work: SlicedWork;
  readonly clock: Clock;
}

/**
 * Whom a server lists and no edge or proxy has. The server's own list is the truth for whether it is empty, and nobody can
 * move such players: how many they are is told to the server's actor once they have been there for a while
 * (docs/decisions/0120).
 */
export class Strangers {
  readonly #deps: StrangersDeps;
  readonly #lane: WorkLane;
  readonly #lists = new Map<string, Listed>();
  #timer: unknown = null;

  constructor(deps: StrangersDeps) {
    this.#deps = deps;
    this.#lane = deps.work.lane();
  }

  /** The whole list of one server. */
  list(server: string, players: readonly Uuid[], names: readonly string[]): void {
    if (players.length === 0) return this.forget(server);
    const strangers = this.#lists.get(server)?.strangers ?? new Map<Uuid, number>();
    this.#lists.set(server, { players, names, strangers });
    this.#lookLater();
  }

  /** The server's agent is gone or not wanted, and its list with it. */
  forget(server: string): void {
    this.#lists.delete(server);
    this.#deps.serverActors.noteStrangers(server, 0);
  }

  /** Whether the newest list of the server has anybody, be it a stranger or somebody who is shown elsewhere. */
  listsAnybody(server: string): boolean {
    return this.#lists.has(server);
  }

  close(): void {
    this.#deps.clock.clearTimeout(this.#timer);
    this.#lists.clear();
  }

  #lookLater(): void {
    this.#timer ??= this.#deps.clock.setTimeout(() => this.#lane.run(this.#look()), LOOK_EVERY_MS);
  }

  *#look(): Iterator<number> {
    const { serverActors, clock } = this.#deps;
    for (const [server, listed] of this.#lists) {
      const now = clock.elapsed();
      const strangers = new Map<Uuid, number>();
      let settled = 0;
      for (const [at, uuid] of listed.players.entries()) {
        yield 1;
        if (!this.#isStranger(server, uuid, listed.names[at])) continue;
        const since = listed.strangers.get(uuid) ?? now;
        strangers.set(uuid, since);
        if (now - since >= SETTLE_MS) settled += 1;
      }
      const current = this.#lists.get(server);
      if (current === undefined) continue;
      current.strangers = strangers;
      serverActors.noteStrangers(server, settled);
    }
    this.#timer = null;
    if (this.#lists.size > 0) this.#lookLater();
  }

  /** A server that checks no accounts has other uuids than the edge: then the name tells that it is the same player. */
  #isStranger(server: string, uuid: Uuid, name: string | undefined): boolean {
    const { online } = this.#deps;
    if (online.get(uuid) !== undefined) return false;
    return name === undefined || online.named(name).every((entry) => entry.server !== server);
  }
}
