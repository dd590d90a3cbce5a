import { type ActorRefFrom, createActor, fromPromise, type SnapshotFrom } from 'xstate';
import { AppError } from '../../../domain/errors.ts';
import type { ServerRestart } from '../../../domain/resources.ts';
import { isOnlineState, type ServerState } from '../../../domain/server.ts';
import type { RebootEvent } from '../../../machines/reboot/events.ts';
import { rebootMachine } from '../../../machines/reboot/machine.ts';
import type { Evacuation } from './evacuation.ts';
import type { RunningActors } from '../../inspection/running-actors.ts';
import type { OnlinePlayers } from '../../models/online-players.ts';
import type { RebootOverrides } from '../../agents.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Logger } from '../../../runtime/logger.ts';
import type { BackendClient } from '../../ports.ts';
import type { PlayerLocations } from '../locations/player-locations.ts';
import type { ProxyClients } from '../proxy-clients.ts';
import type { ServerActors, ServerListener } from '../../entities/server-actors.ts';
import type { Strangers } from '../strangers.ts';
import type { AgentClients } from '../agent-clients.ts';
import { LatePlayers } from './late-players.ts';
import type { RebootRules } from './reboot-rules.ts';
import { WayBack } from './way-back.ts';

type RebootActor = ActorRefFrom<typeof rebootMachine>;

export interface RebootsDeps {
  readonly serverActors: ServerActors;
  readonly online: OnlinePlayers;
  readonly evacuation: Evacuation;
  readonly proxyClients: ProxyClients;
  readonly playerLocations: PlayerLocations;
  readonly strangers: Strangers;
  readonly backendClients: AgentClients<BackendClient>;
  readonly announcements: { countdown(server: string, message: string): void };
  readonly rules: RebootRules;
  /** Why this process cannot reach a server; undefined while it can, and for servers that it does not reach itself. */
  readonly closedReasonOf: (server: string) => string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The clean reboots under way, at most one for each server. */
export class Reboots implements ServerListener {
  readonly #deps: RebootsDeps;
  readonly #machine: typeof rebootMachine;
  readonly #actors = new Map<string, RebootActor>();
  readonly #latePlayers: LatePlayers;
  readonly #wayBack: WayBack;
  /** Why the last reboot of a server failed, until the next begins or the server is removed. */
  readonly #failures = new Map<string, string>();
  /** What the agent of a server wants otherwise than the rules. */
  readonly #overrides = new Map<string, RebootOverrides>();

  constructor(deps: RebootsDeps) {
    this.#deps = deps;
    this.#latePlayers = new LatePlayers({ ...deps, lookAgain: (server) => this.checkEmpty(server) });
    this.#wayBack = new WayBack({ ...deps, text: deps.rules.wayBack });
    this.#machine = rebootMachine.provide({
      actors: {
        evacuate: fromPromise<void, { server: string }>(({ input, signal }) =>
          this.#evacuate(input.server, signal),
        ),
        stopServer: fromPromise<void, { id: string; server: string }>(async ({ input }) => {
          const client = deps.backendClients.of(input.server);
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

  /**
   * Begins one; 409 while one is under way, or when nobody can tell who is there and it is not forced; 503 when no agent of
   * the server is connected.
   */
  begin(server: string, isForced = false): ServerState {
    const { serverActors, backendClients, rules, clock, logger } = this.#deps;
    serverActors.state(server);
    if (this.#actors.has(server)) throw new AppError('server_restarting');
    if (backendClients.of(server) === undefined) throw this.#noAgent(server);
    const id = `${server}@${clock.now()}`;
    const { countdownSeconds, announceAt } = rules;
    const force = isForced || (this.#overrides.get(server)?.force ?? rules.force);
    const unknown = serverActors.playersUnknown(server);
    if (!force && unknown !== null) throw new AppError('players_unknown', unknownText(unknown));
    const actor = createActor(this.#machine, {
      id,
      input: { id, server, countdownSeconds, announceAt, force },
      clock,
    });
    this.#actors.set(server, actor);
    this.#failures.delete(server);
    logger.info({ event: 'reboot.began', server, reboot: id, countdownSeconds });
    this.#follow(server, actor);
    actor.start();
    return serverActors.state(server);
  }

  /** How far the reboot under way is, or why the last one failed; null for neither. */
  progressOf(server: string): ServerRestart | null {
    const snapshot = this.#actors.get(server)?.getSnapshot();
    if (snapshot !== undefined) {
      return { phase: phaseOf(snapshot), secondsLeft: snapshot.context.secondsLeft, failure: '' };
    }
    const failure = this.#failures.get(server);
    return failure === undefined ? null : { phase: 'failed', secondsLeft: 0, failure };
  }

  /** True from the moment the old process may go until the new one is there. */
  expectsAway(server: string): boolean {
    const snapshot = this.#actors.get(server)?.getSnapshot();
    return snapshot?.matches('stopping') === true || snapshot?.matches('awaitingReturn') === true;
  }

  /** What the agent of the server wants otherwise than the rules, from its next reboot on; undefined for nothing. */
  override(server: string, overrides: RebootOverrides | undefined): void {
    if (overrides === undefined) this.#overrides.delete(server);
    else this.#overrides.set(server, overrides);
  }

  send(server: string, event: RebootEvent): void {
    if (event.type === 'server.removed') this.#failures.delete(server);
    this.#actors.get(server)?.send(event);
  }

  /** Progress as the agent reports it, if it is about the reboot that is under way. */
  progress(server: string, reboot: string, event: RebootEvent): void {
    if (this.#actors.get(server)?.id === reboot) this.send(server, event);
  }

  /**
   * The players of a server changed, or its list. It is empty once no proxy says that somebody is on it and its own list has
   * nobody either. Where players are shown by lists alone does not count: what others list of its players shows them elsewhere and
   * takes nobody away, and whom nobody lists any more is shown where they were. A player who was on the way when the server
   * stopped taking players arrives after the others were moved, and is moved as well: one late player must not fail the reboot.
   */
  checkEmpty(server: string | null): void {
    if (server === null || this.#actors.get(server)?.getSnapshot().matches('confirming') !== true) return;
    const { online, playerLocations, strangers, serverActors } = this.#deps;
    const isPlaced = Array.from(online.on(server)).some(({ uuid }) =>
      playerLocations.isPlacedOn(uuid, server),
    );
    if (isPlaced || strangers.listsAnybody(server)) this.#moveLate(server);
    else if (serverActors.playersUnknown(server) === null) this.send(server, { type: 'server.emptied' });
  }

  stateChanged(server: string, state: ServerState): void {
    const isBack = isOnlineState(state) && state !== 'DRAINING';
    if (isBack && this.#actors.get(server)?.getSnapshot().matches('awaitingReturn') === true) {
      this.send(server, { type: 'server.returned' });
    }
  }

  close(): void {
    for (const actor of this.#actors.values()) actor.stop();
    this.#actors.clear();
    this.#wayBack.clear();
  }

  /** Everybody who is known is moved; that nobody is left is certain only where everybody is known. */
  async #evacuate(server: string, signal: AbortSignal): Promise<void> {
    await this.#deps.evacuation.empty(server, this.#fallbacks(server), signal);
    const unknown = this.#deps.serverActors.playersUnknown(server);
    if (unknown !== null) throw new Error(unknownText(unknown));
  }

  #noAgent(server: string): AppError {
    const reason = this.#deps.closedReasonOf(server);
    const detail = 'No agent of this server is connected';
    return new AppError('platform_unavailable', reason === undefined ? detail : `${detail}: ${reason}`, {
      retryAfterSeconds: 10,
    });
  }

  #fallbacks(server: string): readonly string[] {
    return this.#overrides.get(server)?.fallbacks ?? this.#deps.rules.fallbacks;
  }

  #moveLate(server: string): void {
    if (!this.#latePlayers.mayMove(server)) return;
    this.#wayBack.note(server);
    void this.#latePlayers.move(server, this.#fallbacks(server));
  }

  #follow(server: string, actor: RebootActor): void {
    const { serverActors, rules } = this.#deps;
    actor.on('reboot.announce', ({ secondsLeft }) => {
      const message = rules.announcement.replaceAll('{seconds}', String(secondsLeft));
      this.#deps.announcements.countdown(server, message);
    });
    actor.on('reboot.closing', () => {
      serverActors.send(server, { type: 'server.drain', requestId: actor.id });
      this.#wayBack.note(server);
    });
    actor.on('reboot.stopping', () => serverActors.send(server, { type: 'server.restart' }));
    let announced: ServerRestart['phase'] | undefined;
    actor.subscribe({
      next: (snapshot) => {
        const phase = phaseOf(snapshot);
        if (phase !== announced && snapshot.status === 'active')
          serverActors.announceRestart(server, this.progressOf(server));
        announced = phase;
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
    if (failure === '') {
      this.#deps.logger.info({ event: 'reboot.done', server, reboot: actor.id });
      this.#wayBack.offer(server);
      this.#deps.serverActors.announceRestart(server, this.progressOf(server));
      return;
    }
    this.#wayBack.forget(server);
    this.#deps.logger.warn({ event: 'reboot.failed', server, reboot: actor.id, failure });
    if (this.#deps.serverActors.has(server)) this.#failures.set(server, failure);
    // It takes players again, or is offline when it is gone; refused when draining had not begun.
    resumeServer(this.#deps.serverActors, server);
    this.#deps.serverActors.announceRestart(server, this.progressOf(server));
  }
}

function unknownText(reason: string): string {
  return `Who is on this server is not known (${reason}); it is restarted only with force (?force=true, or restart.force)`;
}

function phaseOf(snapshot: SnapshotFrom<typeof rebootMachine>): ServerRestart['phase'] {
  if (snapshot.matches('countdown')) return 'countdown';
  if (snapshot.matches('stopping')) return 'stopping';
  return snapshot.matches('awaitingReturn') ? 'returning' : 'evacuating';
}

function resumeServer(serverActors: ServerActors, server: string): void {
  if (!serverActors.has(server)) return;
  const state = serverActors.state(server);
  if (state === 'DRAINING' || state === 'RESTARTING') serverActors.send(server, { type: 'server.resume' });
}
