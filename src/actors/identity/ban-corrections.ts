import type { Ban, BanAuthor } from '../../domain/ban.ts';
import { AppError } from '../../domain/errors.ts';
import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import { offlineUuid } from '../../runtime/offline-uuid.ts';
import type { PlayerActors } from '../entities/player-actors.ts';
import type { BanIndex } from '../models/ban-index.ts';
import type { NameRecord } from '../ports.ts';
import { isClaim, type NameListener, type NameRegistry } from '../models/name-registry.ts';

const AUTHOR: BanAuthor = { via: 'api', name: 'portcullis', uuid: null };

export interface BanCorrectionsDeps {
  readonly names: NameRegistry;
  readonly playerActors: PlayerActors;
  readonly index: BanIndex;
  /** Tells the edges that who is there under this name is this player. */
  readonly identify: (name: string, uuid: Uuid) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * A ban that was set on somebody who only claimed a uuid moves to whom the name is proved to be, so that the player whose
 * uuid was claimed is not refused for it (docs/edge.md "Who a player is").
 */
export class BanCorrections implements NameListener {
  readonly #deps: BanCorrectionsDeps;
  /** One after the other: two that cross would each take the other's ban for the one that is there already. */
  #last: Promise<void> = Promise.resolve();

  constructor(deps: BanCorrectionsDeps) {
    this.#deps = deps;
  }

  /** The claim under this name was false: the ban that was set under it is this player's. Never rejects. */
  disproved(claimed: NameRecord, uuid: Uuid): Promise<void> {
    // Who is still there by the claim is this player: a ban of the claimed uuid must not be set on them from now on.
    this.#deps.identify(claimed.key, uuid);
    this.#last = this.#last.then(() => this.#disproved(claimed, uuid));
    return this.#last;
  }

  async #disproved({ key, uuid: claimed }: NameRecord, uuid: Uuid): Promise<void> {
    const ban = this.#banOf(claimed);
    if (ban === undefined || foldName(ban.name) !== key) return;
    // They may be banned already for what somebody else did under their uuid: that ban must not stand in for this one.
    await this.#proved(uuid, key);
    await this.#move(ban, uuid);
  }

  /**
   * The player proved to have another name than that of their ban. Where that name only ever claimed to be theirs, the
   * ban stays with the name, and the player is free. Never rejects.
   */
  proved(uuid: Uuid, name: string): Promise<void> {
    this.#last = this.#last.then(() => this.#proved(uuid, name));
    return this.#last;
  }

  async #proved(uuid: Uuid, name: string): Promise<void> {
    const { names } = this.#deps;
    const ban = this.#banOf(uuid);
    if (ban === undefined || foldName(ban.name) === foldName(name)) return;
    const named = await names.find(ban.name).catch(() => undefined);
    if (named === undefined || named.uuid !== uuid || !isClaim(named)) return;
    const nameless = offlineUuid(ban.name);
    // First, because a proof of the name may come while the ban is written: it moves the ban on.
    names.claim(ban.name, nameless);
    await this.#move(ban, nameless);
  }

  #banOf(uuid: Uuid): Ban | undefined {
    const { index, clock } = this.#deps;
    return index.activeAt(uuid, clock.now());
  }

  async #move(ban: Ban, to: Uuid): Promise<void> {
    const { playerActors, clock, logger } = this.#deps;
    const { uuid, name, reason, ip, bannedAt, expires } = ban;
    const draft = { uuid: to, name, reason, ip, bannedAt, expires };
    try {
      await playerActors
        .command(to, name, async () => (requestId) => ({ type: 'ban.request', requestId, draft, by: AUTHOR }))
        .catch((error: unknown) => {
          if (!(error instanceof AppError && error.code === 'player_already_banned')) throw error;
        });
      await playerActors.command(uuid, name, async () => {
        const at = clock.now();
        return (requestId) => ({ type: 'ban.lift', requestId, at, by: AUTHOR });
      });
      logger.warn({ event: 'ban.moved', name, from: uuid, to });
    } catch (error) {
      logger.warn({ event: 'ban.not-moved', name, from: uuid, to, err: error });
    }
  }
}
