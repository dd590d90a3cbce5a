import type { Uuid } from '../../../domain/uuid.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Logger } from '../../../runtime/logger.ts';
import type { OnlinePlayers } from '../../models/online-players.ts';
import type { Evacuation } from './evacuation.ts';
import type { PlayerLocations } from '../locations/player-locations.ts';

/** How long after a look at who is left the next follows, while the reboot waits for the server to be empty. */
const LOOK_AGAIN_MS = 1_000;

export interface LatePlayersDeps {
  readonly online: OnlinePlayers;
  readonly evacuation: Evacuation;
  readonly playerLocations: PlayerLocations;
  /** To be called once more in a moment. */
  readonly lookAgain: (server: string) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Moves players who were on the way when a server stopped taking players, and arrive after the others were moved: one late
 * player must not fail the reboot.
 */
export class LatePlayers {
  readonly #deps: LatePlayersDeps;
  readonly #moving = new Set<string>();
  readonly #lookingAgain = new Set<string>();

  constructor(deps: LatePlayersDeps) {
    this.#deps = deps;
  }

  /** False while those of this server are being moved already. */
  mayMove(server: string): boolean {
    return !this.#moving.has(server);
  }

  /** Moves them, and looks again while some are there. Never rejects. */
  async move(server: string, fallbacks: readonly string[]): Promise<void> {
    this.#moving.add(server);
    try {
      await this.#deps.evacuation.empty(server, fallbacks);
    } catch (error) {
      this.#deps.logger.warn({ event: 'reboot.late-players-stay', server, err: error });
    } finally {
      this.#moving.delete(server);
      this.#lookAgain(server);
    }
  }

  /** Who arrived lately is held only after a moment, and nothing tells when. */
  #lookAgain(server: string): void {
    const { online, playerLocations, clock, lookAgain } = this.#deps;
    if (this.#lookingAgain.has(server)) return;
    const isUnheld = ({ uuid }: { readonly uuid: Uuid }): boolean => !playerLocations.isHeldBy(uuid, server);
    if (!Array.from(online.on(server)).some(isUnheld)) return;
    this.#lookingAgain.add(server);
    clock.setTimeout(() => {
      this.#lookingAgain.delete(server);
      lookAgain(server);
    }, LOOK_AGAIN_MS);
  }
}
