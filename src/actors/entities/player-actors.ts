import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { type Ban, type BanAuthor, isBanActive } from '../../domain/ban.ts';
import { AppError } from '../../domain/errors.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { PlayerEmitted } from '../../machines/player/context.ts';
import type { BanDraft, PlayerEvent, Presence } from '../../machines/player/events.ts';
import { playerMachine } from '../../machines/player/machine.ts';
import type { RequestId } from '../../machines/refusal.ts';
import { PendingCommands, COMMAND_LIMIT_MS } from './pending-commands.ts';
import type { BanIndex } from '../models/ban-index.ts';
import { within } from '../../runtime/deadline.ts';
import type { RunningActors } from '../inspection/running-actors.ts';
import { KeyedQueue } from '../../runtime/limits/keyed-queue.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { BanStore } from '../ports.ts';
import { Registry } from './registry.ts';

type PlayerActor = ActorRefFrom<typeof playerMachine>;

/** Receives what happened to players. Each call comes inside the actor's transition, in the order things happened. */
export interface PlayerListener {
  joined(uuid: Uuid, name: string, presence: Presence): void;
  /** null for no server that is known. */
  switched(uuid: Uuid, from: string | null, to: string | null): void;
  /** Another agent vouches for the session from now on. */
  passed(uuid: Uuid, presence: Presence): void;
  left(uuid: Uuid, presence: Presence): void;
  /** A banned player joined, and is not present. */
  refused(uuid: Uuid, name: string, presence: Presence): void;
  /** The ban is in the database; its command is answered after this returns. */
  banned(ban: Ban): void;
  /** The lifted ban is in the database; its command is answered after this returns. */
  unbanned(ban: Ban): void;
  banExpired(ban: Ban): void;
}

export interface PlayerActorsDeps {
  readonly store: BanStore;
  readonly index: BanIndex;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * The actors of the players who are online or about whom a command is under way. All other players are rows, and entries
 * of the ban index.
 */
export class PlayerActors {
  readonly #deps: PlayerActorsDeps;
  readonly #machine: typeof playerMachine;
  readonly #registry = new Registry<Uuid, PlayerActor>();
  readonly #pendingCommands: PendingCommands<Ban>;
  readonly #queue = new KeyedQueue<Uuid>();
  /** The command that each player's actor has not answered yet. */
  readonly #unanswered = new Map<Uuid, RequestId>();
  /** For players whose actor died during a write: the reading of what was written. The next command waits for it. */
  readonly #recoveries = new Map<Uuid, Promise<void>>();
  /** The writes under way; a write can outlive the actor that began it. */
  readonly #writes = new Map<Uuid, Promise<unknown>>();
  #listener: PlayerListener | undefined;
  #rebuilt = 0;

  constructor(deps: PlayerActorsDeps) {
    this.#deps = deps;
    this.#pendingCommands = new PendingCommands(deps.clock);
    this.#machine = playerMachine.provide({
      actors: {
        saveBan: fromPromise<Ban, { draft: BanDraft; by: BanAuthor }>(({ input }) =>
          this.#watch(input.draft.uuid, deps.store.save(input.draft, input.by)),
        ),
        saveLift: fromPromise<Ban, { uuid: Uuid; at: number; by: BanAuthor }>(({ input }) =>
          this.#watch(input.uuid, this.#lift(input)),
        ),
      },
    });
  }

  subscribe(listener: PlayerListener): void {
    this.#listener = listener;
  }

  get count(): number {
    return this.#registry.size;
  }

  get rebuilt(): number {
    return this.#rebuilt;
  }

  /** For the inspector. */
  get running(): RunningActors {
    return this.#registry;
  }

  get(uuid: Uuid): PlayerActor | undefined {
    return this.#registry.get(uuid);
  }

  /** A player joined; spawns their actor when there is none. */
  enter(uuid: Uuid, name: string, presence: Presence): void {
    this.#actorOf(uuid, name).send({ type: 'presence.join', name, presence });
    this.#stopIfIdle(uuid);
  }

  /** Does nothing when the player has no actor. */
  send(uuid: Uuid, event: PlayerEvent): void {
    this.#registry.get(uuid)?.send(event);
    this.#stopIfIdle(uuid);
  }

  /** The proxy of a player is connected again. */
  resume(uuid: Uuid): void {
    if (this.#registry.get(uuid)?.getSnapshot().value.presence === 'leaving') {
      this.send(uuid, { type: 'presence.resume' });
    }
  }

  /** An admitted login did not join in time. */
  forgetAdmission(uuid: Uuid): void {
    if (this.#registry.get(uuid)?.getSnapshot().value.presence === 'admitting') {
      this.send(uuid, { type: 'presence.forget' });
    }
  }

  /**
   * Runs a command about a player after those that wait before it. `prepare` may read what the command needs; the
   * command is sent once it resolves. Rejects with the error of the machine or of the storage.
   */
  command(
    uuid: Uuid,
    name: string,
    prepare: () => Promise<(requestId: RequestId) => PlayerEvent>,
  ): Promise<Ban> {
    const answer = this.#queue.run(uuid, async () => {
      try {
        const command = await this.#inTime(prepare());
        this.#assertWritten(uuid);
        return await this.#pendingCommands.run((requestId) => {
          this.#unanswered.set(uuid, requestId);
          this.#actorOf(uuid, name).send(command(requestId));
        });
      } finally {
        this.#unanswered.delete(uuid);
        await this.#recoveries.get(uuid);
      }
    });
    // Only once the queue is free: while it is busy, the actor is not stopped.
    return answer.finally(() => this.#stopIfIdle(uuid));
  }

  /** Whether a change of the player's ban is being written, also one whose command was given up: its outcome is not known. */
  isWriting(uuid: Uuid): boolean {
    return this.#writes.has(uuid);
  }

  /** A ban has reached its end. A player's actor ends it when there is one that knows of it. */
  expire(ban: Ban): void {
    const actor = this.#registry.get(ban.uuid);
    const standing = actor?.getSnapshot().value.standing;
    const isReplaced = standing === 'banning' && actor?.getSnapshot().context.ban !== null;
    if (isReplaced || standing === 'lifting' || (typeof standing === 'object' && 'banned' in standing)) {
      this.send(ban.uuid, { type: 'ban.expired' });
    } else {
      this.#listener?.banExpired({ ...ban, active: false });
    }
  }

  close(): void {
    for (const [uuid, actor] of this.#registry.entries()) {
      actor.stop();
      this.#registry.delete(uuid);
    }
  }

  /** A row may have been deleted by hand: then the ban that is still in memory ends. */
  async #lift(input: { uuid: Uuid; at: number; by: BanAuthor }): Promise<Ban> {
    const { store, index, clock } = this.#deps;
    const lifted = await store.lift(input.uuid, input.at, input.by);
    if (lifted !== undefined) return lifted;
    const known = index.activeAt(input.uuid, clock.now());
    if (known === undefined) throw new AppError('player_not_banned');
    return { ...known, active: false };
  }

  #actorOf(uuid: Uuid, name: string): PlayerActor {
    const running = this.#registry.get(uuid);
    if (running !== undefined) {
      this.#endIfOver(uuid, running);
      return running;
    }
    const ban = this.#deps.index.activeAt(uuid, this.#deps.clock.now()) ?? null;
    const actor = createActor(this.#machine, {
      id: uuid,
      input: { uuid, name, ban },
      clock: this.#deps.clock,
    });
    return this.#start(uuid, actor);
  }

  /** A ban may be over before the timer of its end has run: the player counts as free from then on. */
  #endIfOver(uuid: Uuid, actor: PlayerActor): void {
    const { ban } = actor.getSnapshot().context;
    if (ban !== null && !isBanActive(ban, this.#deps.clock.now())) this.send(uuid, { type: 'ban.expired' });
  }

  #start(uuid: Uuid, actor: PlayerActor): PlayerActor {
    actor.on('*', (emitted) => {
      try {
        this.#notify(uuid, emitted);
      } catch (error) {
        // XState would end the process over it.
        this.#deps.logger.error({ event: 'player.listener-failed', uuid, heard: emitted.type, err: error });
        // A ban that did not take effect everywhere must not be answered as done.
        if (emitted.type === 'player.banned' || emitted.type === 'player.unbanned') {
          this.#rebuild(uuid, actor, error, true);
        }
      }
    });
    actor.subscribe({
      error: (error) => {
        this.#rebuild(uuid, actor, error, actor.getSnapshot().context.command !== null);
      },
    });
    actor.start();
    return this.#registry.replace(uuid, actor);
  }

  #notify(uuid: Uuid, emitted: PlayerEmitted): void {
    const listener = this.#listener;
    switch (emitted.type) {
      case 'player.joined':
        return listener?.joined(uuid, emitted.name, emitted.presence);
      case 'player.switched':
        return listener?.switched(uuid, emitted.from, emitted.presence.server);
      case 'player.passed':
        return listener?.passed(uuid, emitted.presence);
      case 'player.left':
        return listener?.left(uuid, emitted.presence);
      case 'player.refused':
        return listener?.refused(uuid, emitted.name, emitted.presence);
      case 'player.banned':
        return listener?.banned(emitted.ban);
      case 'player.unbanned':
        return listener?.unbanned(emitted.ban);
      case 'player.banExpired':
        return listener?.banExpired(emitted.ban);
      case 'command.done':
        this.#stopIfIdle(uuid);
        return this.#pendingCommands.done(emitted.requestId, emitted.result);
      case 'command.rejected':
        this.#stopIfIdle(uuid);
        return this.#pendingCommands.rejected(emitted);
      case 'event.refused':
        return this.#deps.logger.debug({ event: 'player.event-refused', uuid, refused: emitted.refused });
    }
  }

  /**
   * A player whose actor died stays present. If a write was under way, its outcome is awaited and read from the row,
   * because the actor that would have received it is gone.
   */
  #rebuild(uuid: Uuid, dead: PlayerActor, error: unknown, wasWriting: boolean): void {
    if (this.#registry.get(uuid) !== dead) return;
    this.#deps.logger.error({ event: 'player.actor-died', uuid, err: error });
    this.#rebuilt += 1;
    this.#respawn(uuid, dead);
    if (wasWriting) {
      const recovery = this.#recoverBan(uuid).finally(() => this.#recoveries.delete(uuid));
      this.#recoveries.set(uuid, recovery);
    }
    const requestId = this.#unanswered.get(uuid);
    if (requestId === undefined) return;
    this.#pendingCommands.rejected({
      type: 'command.rejected',
      requestId,
      code: 'internal_error',
      cause: error,
    });
  }

  /** Replaces an actor by one with the same presence, and with the ban that the index has. */
  #respawn(uuid: Uuid, old: PlayerActor): void {
    const { context, value } = old.getSnapshot();
    this.#registry.delete(uuid);
    old.stop();
    if (context.presence === null) return;
    const ban = this.#deps.index.activeAt(uuid, this.#deps.clock.now()) ?? null;
    const standing = ban === null ? 'clear' : { banned: ban.expires === 0 ? 'permanent' : 'temporary' };
    const snapshot = this.#machine.resolveState({
      value: { presence: value.presence, standing },
      context: { ...context, ban, command: null },
    });
    const input = { uuid, name: context.name, ban };
    this.#start(uuid, createActor(this.#machine, { id: uuid, input, snapshot, clock: this.#deps.clock }));
  }

  async #recoverBan(uuid: Uuid): Promise<void> {
    try {
      await this.#inTime(this.#rereadBan(uuid));
    } catch (error) {
      this.#deps.logger.error({ event: 'player.ban-not-reread', uuid, err: error });
    }
  }

  /** Brings memory in line with the row once no write of it is under way: the row decides. */
  async #rereadBan(uuid: Uuid): Promise<void> {
    const { index, clock, store } = this.#deps;
    await this.#writes.get(uuid)?.catch(() => undefined);
    const row = await store.find(uuid);
    const known = index.activeAt(uuid, clock.now());
    const isActive = row !== undefined && isBanActive(row, clock.now());
    if (isActive && known === undefined) this.#listener?.banned(row);
    if (!isActive && known !== undefined) this.#listener?.unbanned(row ?? { ...known, active: false });
    const running = this.#registry.get(uuid);
    if (running !== undefined) this.#respawn(uuid, running);
  }

  #watch<T>(uuid: Uuid, write: Promise<T>): Promise<T> {
    const watched = write.finally(() => {
      if (this.#writes.get(uuid) === watched) this.#writes.delete(uuid);
    });
    this.#writes.set(uuid, watched);
    return watched;
  }

  /** A write that outlived its command may still succeed: until then it is unknown what the next command would change. */
  #assertWritten(uuid: Uuid): void {
    if (!this.#writes.has(uuid)) return;
    throw new AppError('storage_unavailable', 'An earlier change of this player is still being written', {
      retryAfterSeconds: 5,
    });
  }

  #inTime<T>(reading: Promise<T>): Promise<T> {
    const { clock } = this.#deps;
    return within(
      clock,
      COMMAND_LIMIT_MS,
      reading,
      'storage_unavailable',
      'The database did not answer in time',
    );
  }

  /** Stops an actor that is no longer needed; after its transition, because it cannot be stopped inside one. */
  #stopIfIdle(uuid: Uuid): void {
    queueMicrotask(() => {
      const actor = this.#registry.get(uuid);
      if (actor === undefined || this.#queue.isBusy(uuid)) return;
      const snapshot = actor.getSnapshot();
      if (snapshot.value.presence !== 'offline' || snapshot.hasTag('busy')) return;
      actor.stop();
      this.#registry.delete(uuid);
    });
  }
}
