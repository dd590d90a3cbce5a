import { type ActorRefFrom, createActor, fromPromise, type SnapshotFrom } from 'xstate';
import { AppError } from '../../domain/errors.ts';
import type { ServerRestart } from '../../domain/resources.ts';
import { isOnlineState, type ServerState } from '../../domain/server.ts';
import type { RebootEvent } from '../../machines/reboot/events.ts';
import { rebootMachine } from '../../machines/reboot/machine.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { Evacuation } from './evacuation.ts';
import type { RunningActors } from '../inspection/running-actors.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { RebootOverrides } from '../network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { BackendClient } from '../ports.ts';
import type { ProxyClients } from './proxy-clients.ts';
import type { ServerActors } from '../entities/server-actors.ts';

type RebootActor = ActorRefFrom<typeof rebootMachine>;

export interface RebootRules {
  readonly countdownSeconds: number;
  /** Seconds before the stop at which the server's players are told. */
  readonly announceAt: readonly number[];
  /** Stop although players could not be moved. */
  readonly force: boolean;
  /** What players read; `{seconds}` is filled in. */
  readonly announcement: string;
  /** What players read when the server goes down. */
  readonly message: string;
  /** Where players are moved to: each is tried in this order, then the hubs. */
  readonly fallbacks: readonly string[];
  /** What players read who were moved away, once the server is back; `{server}` is filled in. Empty: nothing. */
  readonly wayBack: string;
}

export const DEFAULT_REBOOT_RULES: RebootRules = {
  countdownSeconds: 10,
  announceAt: [3600, 1800, 600, 300, 120, 60, 30, 10, 5, 4, 3, 2, 1],
  force: false,
  announcement: 'This server restarts in {seconds} seconds.',
  message: 'This server restarts',
  fallbacks: [],
  wayBack: '{server} is back.',
};

export interface RebootsDeps {
  readonly serverActors: ServerActors;
  readonly online: OnlinePlayers;
  readonly evacuation: Evacuation;
  readonly proxyClients: ProxyClients;
  /** The door of a server whose agent is linked, if any. */
  readonly clientOf: (server: string) => BackendClient | undefined;
  readonly rules: RebootRules;
  /** What the server's own agent wants otherwise. */
  readonly overridesOf: (server: string) => RebootOverrides;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The clean reboots under way, one a server at most. */
export class Reboots {
  readonly #deps: RebootsDeps;
  readonly #machine: typeof rebootMachine;
  readonly #actors = new Map<string, RebootActor>();
  readonly #movingLate = new Set<string>();
  /** Who was on a server when its door was shut, or came late: they are offered the way back. */
  readonly #guests = new Map<string, Set<Uuid>>();
  /** Why the last one of a server failed, until the next begins or the server is removed. */
  readonly #failures = new Map<string, string>();

  constructor(deps: RebootsDeps) {
    this.#deps = deps;
    this.#machine = rebootMachine.provide({
      actors: {
        evacuate: fromPromise<void, { server: string }>(({ input, signal }) =>
          deps.evacuation.empty(input.server, this.#fallbacks(input.server), signal),
        ),
        stopServer: fromPromise<void, { id: string; server: string }>(async ({ input }) => {
          const client = deps.clientOf(input.server);
          if (client === undefined) throw new Error('the server went away before it was stopped');
          await client.reboot(input.id, 0, deps.rules.message);
        }),
      },
    });
  }

  get count(): number {
    return this.#actors.size;
  }

  /** For the inspector. */
  get running(): RunningActors {
    return this.#actors;
  }

  /** Begins one; 409 while one is under way, 503 without an agent beside the server. */
  begin(server: string): ServerState {
    const { serverActors, clientOf, rules, clock, logger } = this.#deps;
    serverActors.state(server);
    if (this.#actors.has(server)) throw new AppError('server_restarting');
    if (clientOf(server) === undefined) {
      throw new AppError('platform_unavailable', 'No agent stands beside this server', {
        retryAfterSeconds: 10,
      });
    }
    const id = `${server}@${clock.now()}`;
    const { countdownSeconds, announceAt } = rules;
    const force = this.#deps.overridesOf(server).force ?? rules.force;
    const actor = createActor(this.#machine, {
      id,
      input: { id, server, countdownSeconds, announceAt, force },
      clock,
    });
    this.#actors.set(server, actor);
    this.#failures.delete(server);
    logger.info({ event: 'reboot.began', server, reboot: id, countdownSeconds });
    this.#listen(server, actor);
    actor.start();
    return serverActors.state(server);
  }

  /** How far the one under way is, or why the last one failed; null for neither. */
  progressOf(server: string): ServerRestart | null {
    const snapshot = this.#actors.get(server)?.getSnapshot();
    if (snapshot !== undefined) {
      return { phase: phaseOf(snapshot), secondsLeft: snapshot.context.secondsLeft, failure: '' };
    }
    const failure = this.#failures.get(server);
    return failure === undefined ? null : { phase: 'failed', secondsLeft: 0, failure };
  }

  /** True from the moment the old process may go, until the new one is there. */
  expectsAway(server: string): boolean {
    const snapshot = this.#actors.get(server)?.getSnapshot();
    return snapshot?.matches('stopping') === true || snapshot?.matches('awaitingReturn') === true;
  }

  tell(server: string, event: RebootEvent): void {
    if (event.type === 'server.removed') this.#failures.delete(server);
    this.#actors.get(server)?.send(event);
  }

  /** Progress as the agent reports it, if it is about the reboot that is under way. */
  progress(server: string, reboot: string, event: RebootEvent): void {
    if (this.#actors.get(server)?.id === reboot) this.tell(server, event);
  }

  /**
   * Presence on a server changed. Who was on the way when the door was shut arrives after the others were moved, and is
   * moved as well; one late player must not fail the reboot.
   */
  checkEmpty(server: string | null): void {
    if (server === null || this.#actors.get(server)?.getSnapshot().matches('confirming') !== true) return;
    if (this.#deps.online.on(server).size === 0) this.tell(server, { type: 'server.emptied' });
    else void this.#moveLate(server);
  }

  onState(server: string, state: ServerState): void {
    const isBack = isOnlineState(state) && state !== 'DRAINING';
    if (isBack && this.#actors.get(server)?.getSnapshot().matches('awaitingReturn') === true) {
      this.tell(server, { type: 'server.returned' });
    }
  }

  close(): void {
    for (const actor of this.#actors.values()) actor.stop();
    this.#actors.clear();
    this.#guests.clear();
  }

  #fallbacks(server: string): readonly string[] {
    return this.#deps.overridesOf(server).fallbacks ?? this.#deps.rules.fallbacks;
  }

  #noteGuests(server: string): void {
    const guests = this.#guests.get(server) ?? new Set();
    for (const { uuid } of this.#deps.online.on(server)) guests.add(uuid);
    this.#guests.set(server, guests);
  }

  /** Whoever came from there and is still on the network may return: by a click, where their server has clicks. */
  #offerWayBack(server: string, guests: Iterable<Uuid>): void {
    const { online, clientOf, proxyClients, rules } = this.#deps;
    if (rules.wayBack === '') return;
    const message = rules.wayBack.replaceAll('{server}', server);
    for (const uuid of guests) {
      const entry = online.get(uuid);
      if (entry === undefined || entry.server === server) continue;
      const client = entry.server === null ? undefined : clientOf(entry.server);
      if (client?.offer === undefined) proxyClients.of(entry.lease)?.tell(uuid, message);
      else client.offer(uuid, server, message);
    }
  }

  async #moveLate(server: string): Promise<void> {
    if (this.#movingLate.has(server)) return;
    this.#movingLate.add(server);
    this.#noteGuests(server);
    try {
      await this.#deps.evacuation.empty(server, this.#fallbacks(server));
    } catch (error) {
      this.#deps.logger.warn({ event: 'reboot.late-players-stay', server, err: error });
    } finally {
      this.#movingLate.delete(server);
    }
  }

  #listen(server: string, actor: RebootActor): void {
    const { serverActors, clientOf, rules } = this.#deps;
    actor.on('reboot.announce', ({ secondsLeft }) => {
      clientOf(server)?.announce(server, rules.announcement.replaceAll('{seconds}', String(secondsLeft)));
    });
    actor.on('reboot.closing', () => {
      serverActors.tell(server, { type: 'server.drain', requestId: actor.id });
      this.#noteGuests(server);
    });
    actor.on('reboot.stopping', () => serverActors.tell(server, { type: 'server.restart' }));
    let told: ServerRestart['phase'] | undefined;
    actor.subscribe({
      next: (snapshot) => {
        const phase = phaseOf(snapshot);
        if (phase !== told && snapshot.status === 'active')
          serverActors.announceRestart(server, this.progressOf(server));
        told = phase;
        if (snapshot.status === 'done') this.#finish(server, actor, snapshot.output?.failure ?? '');
        else queueMicrotask(() => this.checkEmpty(server));
      },
      error: (error) => {
        this.#deps.logger.error({ event: 'reboot.actor-died', server, err: error });
        this.#finish(server, actor, 'the reboot was lost');
      },
    });
  }

  #finish(server: string, actor: RebootActor, failure: string): void {
    if (this.#actors.get(server) !== actor) return;
    this.#actors.delete(server);
    const guests = this.#guests.get(server) ?? [];
    this.#guests.delete(server);
    if (failure === '') {
      this.#deps.logger.info({ event: 'reboot.done', server, reboot: actor.id });
      this.#offerWayBack(server, guests);
      this.#deps.serverActors.announceRestart(server, this.progressOf(server));
      return;
    }
    this.#deps.logger.warn({ event: 'reboot.failed', server, reboot: actor.id, failure });
    if (this.#deps.serverActors.has(server)) this.#failures.set(server, failure);
    // Takes players again, or is offline if it is really gone; refused where draining had not begun.
    resumeServer(this.#deps.serverActors, server);
    this.#deps.serverActors.announceRestart(server, this.progressOf(server));
  }
}

function phaseOf(snapshot: SnapshotFrom<typeof rebootMachine>): ServerRestart['phase'] {
  if (snapshot.matches('countdown')) return 'countdown';
  if (snapshot.matches('stopping')) return 'stopping';
  return snapshot.matches('awaitingReturn') ? 'returning' : 'evacuating';
}

function resumeServer(serverActors: ServerActors, server: string): void {
  if (!serverActors.has(server)) return;
  const state = serverActors.state(server);
  if (state === 'DRAINING' || state === 'RESTARTING') serverActors.tell(server, { type: 'server.resume' });
}
