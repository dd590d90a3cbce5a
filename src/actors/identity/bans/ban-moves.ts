import { type Ban, type BanAuthor, isBanActive } from '../../../domain/ban.ts';
import { AppError } from '../../../domain/errors.ts';
import { foldName } from '../../../domain/player-name.ts';
import type { Uuid } from '../../../domain/uuid.ts';
import { backoffMs, type Random } from '../../../runtime/backoff.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Logger } from '../../../runtime/logger.ts';
import { offlineUuid } from '../../../runtime/offline-uuid.ts';
import type { PlayerActors } from '../../entities/player-actors.ts';
import type { BanIndex } from '../../models/ban-index.ts';
import type { NameRegistry } from '../../models/name-registry.ts';

const AUTHOR: BanAuthor = { via: 'api', name: 'portcullis', uuid: null };
/** Until bans are moved again that could not be written: at first, and at most. */
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

export interface BanMovesDeps {
  readonly names: NameRegistry;
  readonly playerActors: PlayerActors;
  readonly index: BanIndex;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

interface Placement {
  readonly on: Uuid;
  readonly instead: Ban | undefined;
}

interface Move {
  readonly ban: Ban;
  readonly to: Uuid;
  /** By whom the name was known when the move began. */
  readonly named: Uuid | undefined;
  /** Whether only the lifting is left: what becomes of the ban that was written is up to admins and to its own moves. */
  isWritten: boolean;
  /** On whom it was written, or may have been, and the ban whose place it took; null before that. */
  set: Placement | null;
}

/**
 * Moves bans from one player to another: first the new one is written, in the place of one that ends earlier, and then the
 * old one is lifted. So there is no moment without a ban, and a move that fails is tried again while the ban holds. In the
 * database both are one step: no end of the process leaves two bans. Who lifts the old one meanwhile lifts the new one with it.
 */
export class BanMoves {
  readonly #deps: BanMovesDeps;
  /** Moves that failed, by whom they are from; no more than there are bans. */
  readonly #open = new Map<Uuid, Move>();
  #last: Promise<void> = Promise.resolve();
  #timer: unknown = null;
  #failures = 0;
  #isClosed = false;

  constructor(deps: BanMovesDeps) {
    this.#deps = deps;
  }

  /** One after the other: two that cross would each take the other's ban for the one that is there already. */
  inOrder(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(work);
    return this.#last;
  }

  /** Only inside `inOrder`. Never rejects: what could not be written is tried again. */
  async move(ban: Ban, to: Uuid): Promise<void> {
    const last = this.#open.get(ban.uuid);
    const isWritten = last !== undefined && isSame(last.ban, ban) && last.isWritten;
    const set = isWritten ? last.set : null;
    const move = { ban, to, named: this.#deps.names.get(ban.name)?.uuid, isWritten, set };
    const isTriedAnew = this.targetOf(ban) !== undefined && this.#holds(ban);
    // What waits to leave that player must be gone first, or it would stand in for this one.
    if (!this.#open.has(to) && (await this.#tried(move))) {
      // Tried again, an earlier move of this ban would take it for lifted by an admin, and take it back.
      if (isTriedAnew) this.#open.delete(ban.uuid);
      return;
    }
    this.#open.set(ban.uuid, move);
    this.#retryLater();
  }

  /** To whom the ban goes that waits to be moved; undefined for one that does not wait. */
  targetOf(ban: Ban): Uuid | undefined {
    const move = this.#open.get(ban.uuid);
    return move !== undefined && isSame(move.ban, ban) ? move.to : undefined;
  }

  /** The names, folded, of bans that have yet to be moved. */
  *names(): Iterable<string> {
    for (const { ban } of this.#open.values()) yield foldName(ban.name);
  }

  /** What is open stays so: what is known of those names is not written. */
  close(): void {
    this.#isClosed = true;
    this.#deps.clock.clearTimeout(this.#timer);
  }

  #retryLater(): void {
    if (this.#isClosed || this.#timer !== null || this.#open.size === 0) return;
    const { clock, random } = this.#deps;
    const wait = backoffMs(this.#failures, FIRST_RETRY_MS, MAX_RETRY_MS, random);
    this.#timer = clock.setTimeout(() => void this.inOrder(() => this.#retry()), wait);
  }

  /** The oldest first, until one fails: the database is away then. */
  async #retry(): Promise<void> {
    for (const [uuid, move] of this.#open) {
      if (!(await this.#tried(move))) {
        this.#failures += 1;
        break;
      }
      this.#failures = 0;
      this.#open.delete(uuid);
    }
    this.#timer = null;
    this.#retryLater();
  }

  /** True for a move that is done, or that there is no more need of. */
  async #tried(move: Move): Promise<boolean> {
    const { logger } = this.#deps;
    const { ban } = move;
    const { uuid, name } = ban;
    const to = this.#goalOf(move);
    try {
      if (this.#holds(ban)) {
        if (to === uuid) return true;
        if (!move.isWritten && !(await this.#setOn(to, move))) {
          await this.#lift(ban);
          return true;
        }
        move.isWritten = true;
        if (await this.#lift(ban)) {
          logger.warn({ event: 'ban.moved', name, from: uuid, to });
          return true;
        }
      }
      if (move.set !== null) await this.#takeBack(ban, move.set);
      return true;
    } catch (error) {
      logger.warn({ event: 'ban.not-moved', name, from: uuid, to, err: error });
      return false;
    }
  }

  /** A ban that was to stay with its name goes to the player whom that was proved to be meanwhile. */
  #goalOf({ ban: { name }, to, named }: Move): Uuid {
    const known = this.#deps.names.get(name);
    if (to !== offlineUuid(name) || known === undefined || named === undefined) return to;
    return known.uuid !== named && this.#deps.names.isProved(name, known.uuid) ? known.uuid : to;
  }

  /** Whether it is still this ban that holds: it may have been lifted, or replaced by another. */
  #holds(ban: Ban): boolean {
    const { index, clock } = this.#deps;
    const now = index.activeAt(ban.uuid, clock.now());
    return now !== undefined && isSame(now, ban);
  }

  /**
   * Of two bans of one player the one that ends later stays. It is compared when no other command about them is under way.
   * False where the table says that the ban is over by now: an unban was written first, and nobody is banned by it any more.
   */
  async #setOn(to: Uuid, move: Move): Promise<boolean> {
    const { playerActors, index, clock } = this.#deps;
    const { ban } = move;
    const { name, reason, ip, bannedAt, expires } = ban;
    // In one step in the database, so that no end of the process leaves two.
    const movedFrom = { uuid: ban.uuid, at: clock.now() };
    const draft = { uuid: to, name, reason, ip, bannedAt, expires, movedFrom };
    try {
      await unlessNeedless((needless) =>
        playerActors.command(to, name, async () => {
          const standing = index.activeAt(to, clock.now());
          if (!this.#holds(ban)) throw needless;
          if (standing !== undefined && !endsAfter(ban, standing)) throw needless;
          move.set = { on: to, instead: standing };
          return (requestId) => ({ type: 'ban.replace', requestId, draft, by: AUTHOR });
        }),
      );
    } catch (error) {
      if (error instanceof AppError && error.code === 'player_not_banned') return false;
      throw error;
    }
    return true;
  }

  /** False where somebody else has lifted or replaced it. */
  async #lift(ban: Ban): Promise<boolean> {
    const { playerActors, clock } = this.#deps;
    return await unlessNeedless((needless) =>
      playerActors.command(ban.uuid, ban.name, async () => {
        if (!this.#holds(ban)) throw needless;
        const at = clock.now();
        return (requestId) => ({ type: 'ban.lift', requestId, at, by: AUTHOR });
      }),
    );
  }

  /** An admin lifted the ban while it moved: then nobody has it, and who was banned before goes on with that ban. */
  async #takeBack(ban: Ban, { on, instead }: Placement): Promise<void> {
    const { playerActors, index, clock, logger } = this.#deps;
    const { uuid, name } = ban;
    const isDone = await unlessNeedless((needless) =>
      playerActors.command(on, name, async () => {
        const at = clock.now();
        // It may stand only later: until then the player's commands are refused, and this is tried again.
        const isKnown = !playerActors.isWriting(on);
        const standing = index.activeAt(on, at);
        if (isKnown && (standing === undefined || !isSame(standing, ban))) throw needless;
        // Another ban is there in its place.
        if (index.activeAt(uuid, at) !== undefined) throw needless;
        if (instead === undefined || !isBanActive(instead, at))
          return (requestId) => ({ type: 'ban.lift', requestId, at, by: AUTHOR });
        const { count: _count, active: _active, ...draft } = instead;
        return (requestId) => ({ type: 'ban.replace', requestId, draft, by: AUTHOR });
      }),
    );
    if (isDone) logger.warn({ event: 'ban.move-undone', name, from: uuid, to: on });
  }
}

function isSame(ban: Ban, other: Ban): boolean {
  return ban.bannedAt === other.bannedAt && ban.expires === other.expires;
}

function endsAfter(ban: Ban, other: Ban): boolean {
  return other.expires > 0 && (ban.expires === 0 || ban.expires > other.expires);
}

/** Runs a command that throws what it is given when there is nothing to do any more: false then. */
async function unlessNeedless(run: (needless: AppError) => Promise<unknown>): Promise<boolean> {
  const needless = new AppError('player_not_banned');
  try {
    await run(needless);
    return true;
  } catch (error) {
    if (error === needless) return false;
    throw error;
  }
}
