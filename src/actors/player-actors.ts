import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import type { Ban, BanAuthor } from '../domain/ban.ts';
import { AppError } from '../domain/errors.ts';
import type { Uuid } from '../domain/uuid.ts';
import type { PlayerEmitted } from '../machines/player/context.ts';
import type { BanDraft, PlayerEvent, Presence } from '../machines/player/events.ts';
import { playerMachine } from '../machines/player/machine.ts';
import { Answers } from './ask.ts';
import type { BanIndex } from './ban-index.ts';
import { Lanes } from './lane.ts';
import type { BanStore, Clock, Logger } from './ports.ts';
import { Registry } from './registry.ts';

type PlayerActor = ActorRefFrom<typeof playerMachine>;

/** Who is told what players do; each call comes inside the transition, in the order things happened. */
export interface PlayerAudience {
  joined(uuid: Uuid, name: string, presence: Presence): void;
  switched(uuid: Uuid, from: string | null, to: string): void;
  left(uuid: Uuid, presence: Presence): void;
  refused(uuid: Uuid, presence: Presence): void;
  banned(ban: Ban): void;
  unbanned(ban: Ban): void;
  banExpired(ban: Ban): void;
}

export interface PlayerActorsDeps {
  readonly store: BanStore;
  readonly index: BanIndex;
  readonly audience: PlayerAudience;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * The player actors that live right now: of everybody online, and of players about whom a command is under way. All
 * others are rows, and entries of the ban index.
 */
export class PlayerActors {
  readonly #deps: PlayerActorsDeps;
  readonly #machine: typeof playerMachine;
  readonly #registry = new Registry<Uuid, PlayerActor>();
  readonly #answers: Answers<Ban>;
  readonly #lanes = new Lanes<Uuid>();
  #rebuilt = 0;

  constructor(deps: PlayerActorsDeps) {
    this.#deps = deps;
    this.#answers = new Answers(deps.clock);
    this.#machine = playerMachine.provide({
      actors: {
        saveBan: fromPromise<Ban, { draft: BanDraft; by: BanAuthor }>(({ input }) =>
          deps.store.save(input.draft, input.by),
        ),
        saveLift: fromPromise<Ban, { uuid: Uuid; at: number; by: BanAuthor }>(({ input }) =>
          this.#lift(input),
        ),
      },
    });
  }

  get count(): number {
    return this.#registry.size;
  }

  get rebuilt(): number {
    return this.#rebuilt;
  }

  get(uuid: Uuid): PlayerActor | undefined {
    return this.#registry.get(uuid);
  }

  enter(uuid: Uuid, name: string, presence: Presence): void {
    this.#summon(uuid, name).send({ type: 'presence.join', name, presence });
    this.#restSoon(uuid);
  }

  /** Tells a player's actor something, if there is one. */
  tell(uuid: Uuid, event: PlayerEvent): void {
    this.#registry.get(uuid)?.send(event);
    this.#restSoon(uuid);
  }

  /** The lease of a player is good again. */
  resume(uuid: Uuid): void {
    if (this.#registry.get(uuid)?.getSnapshot().value.presence === 'leaving') {
      this.tell(uuid, { type: 'presence.resume' });
    }
  }

  /** An admitted login did not join in time. */
  forgetAdmission(uuid: Uuid): void {
    if (this.#registry.get(uuid)?.getSnapshot().value.presence === 'admitting') {
      this.tell(uuid, { type: 'presence.forget' });
    }
  }

  /**
   * Runs a command about a player after those that wait before it. `prepare` may read what the command needs; the
   * command is sent once it resolves. Rejects with what the machine or the storage said.
   */
  command(
    uuid: Uuid,
    name: string,
    prepare: () => Promise<(requestId: string) => PlayerEvent>,
  ): Promise<Ban> {
    const answer = this.#lanes.run(uuid, async () => {
      const command = await prepare();
      return this.#answers.ask((requestId) => this.#summon(uuid, name).send(command(requestId)));
    });
    // Only once the lane is free: while it is busy, nobody is put to rest.
    return answer.finally(() => this.#restSoon(uuid));
  }

  /** A ban has reached its end: by the actor if there is one that knows of it. */
  expire(ban: Ban): void {
    const actor = this.#registry.get(ban.uuid);
    const standing = actor?.getSnapshot().value.standing;
    if (standing === 'lifting' || (typeof standing === 'object' && 'banned' in standing)) {
      this.tell(ban.uuid, { type: 'ban.expired' });
    } else {
      this.#deps.audience.banExpired({ ...ban, active: false });
    }
  }

  close(): void {
    for (const [uuid, actor] of this.#registry.entries()) {
      actor.stop();
      this.#registry.delete(uuid);
    }
  }

  async #lift(input: { uuid: Uuid; at: number; by: BanAuthor }): Promise<Ban> {
    const ban = await this.#deps.store.lift(input.uuid, input.at, input.by);
    if (ban === undefined) throw new AppError('player_not_banned');
    return ban;
  }

  #summon(uuid: Uuid, name: string): PlayerActor {
    const living = this.#registry.get(uuid);
    if (living !== undefined) return living;
    const ban = this.#deps.index.activeAt(uuid, this.#deps.clock.now()) ?? null;
    const actor = createActor(this.#machine, {
      id: uuid,
      input: { uuid, name, ban },
      clock: this.#deps.clock,
    });
    return this.#raise(uuid, actor);
  }

  #raise(uuid: Uuid, actor: PlayerActor): PlayerActor {
    actor.on('*', (emitted) => this.#hear(uuid, emitted));
    actor.subscribe({ error: (error) => this.#rebuild(uuid, actor, error) });
    actor.start();
    return this.#registry.replace(uuid, actor);
  }

  #hear(uuid: Uuid, emitted: PlayerEmitted): void {
    const { audience, logger } = this.#deps;
    switch (emitted.type) {
      case 'player.joined':
        return audience.joined(uuid, emitted.name, emitted.presence);
      case 'player.switched':
        return audience.switched(uuid, emitted.from, emitted.presence.server ?? '');
      case 'player.left':
        return audience.left(uuid, emitted.presence);
      case 'player.refused':
        return audience.refused(uuid, emitted.presence);
      case 'player.banned':
        return audience.banned(emitted.ban);
      case 'player.unbanned':
        return audience.unbanned(emitted.ban);
      case 'player.banExpired':
        return audience.banExpired(emitted.ban);
      case 'command.done':
        return this.#answers.done(emitted.requestId, emitted.result);
      case 'command.rejected':
        return this.#answers.rejected(emitted);
      case 'event.refused':
        return logger.debug({ event: 'player.event-refused', uuid, refused: emitted.refused });
    }
  }

  /**
   * A player whose actor died goes on where presence says they are. What the ban's row says is read again, because a
   * write may have been under way and nobody would hear of its outcome.
   */
  #rebuild(uuid: Uuid, dead: PlayerActor, error: unknown): void {
    if (this.#registry.get(uuid) !== dead) return;
    const { context, value } = dead.getSnapshot();
    this.#deps.logger.error({ event: 'player.actor-died', uuid, err: error });
    this.#rebuilt += 1;
    this.#registry.delete(uuid);
    if (context.command !== null) {
      this.#answers.rejected({
        type: 'command.rejected',
        requestId: context.command.requestId,
        code: 'internal_error',
        cause: error,
      });
      void this.#rereadBan(uuid);
    }
    if (context.presence === null) return;
    const ban = this.#deps.index.activeAt(uuid, this.#deps.clock.now()) ?? null;
    const standing = ban === null ? 'clear' : { banned: ban.expires === 0 ? 'permanent' : 'temporary' };
    const snapshot = this.#machine.resolveState({
      value: { presence: value.presence, standing },
      context: { ...context, ban, command: null },
    });
    const input = { uuid, name: context.name, ban };
    this.#raise(uuid, createActor(this.#machine, { id: uuid, input, snapshot, clock: this.#deps.clock }));
  }

  async #rereadBan(uuid: Uuid): Promise<void> {
    try {
      const ban = await this.#deps.store.find(uuid);
      if (ban?.active === true) this.#deps.audience.banned(ban);
    } catch (error) {
      this.#deps.logger.error({ event: 'player.ban-not-reread', uuid, err: error });
    }
  }

  /** After the transition, not inside it: an actor cannot be stopped while it is speaking. */
  #restSoon(uuid: Uuid): void {
    queueMicrotask(() => {
      const actor = this.#registry.get(uuid);
      if (actor === undefined || this.#lanes.isBusy(uuid)) return;
      const snapshot = actor.getSnapshot();
      if (snapshot.value.presence !== 'offline' || snapshot.hasTag('busy')) return;
      actor.stop();
      this.#registry.delete(uuid);
    });
  }
}
