import { isOnlineState } from '../../domain/server.ts';
import type { Random } from '../../runtime/backoff.ts';
import type { BackendSessions } from '../sessions/backend-sessions.ts';
import { within } from '../../runtime/deadline.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { StatusProbe } from '../ports.ts';
import type { ServerActors } from '../entities/server-actors.ts';

/** Every server is pinged once a round, and the pings are spread over it. */
const ROUND_MS = 10_000;
/** How long an answer may take (docs/api.md "Servers"). */
const ANSWER_LIMIT_MS = 5_000;
const MAX_PINGS = 64;
/** One lost packet is not an outage. */
const FAILURES_TO_LOSE = 2;

export interface AddressWatchDeps {
  readonly serverActors: ServerActors;
  readonly backendSessions: BackendSessions;
  readonly probe: StatusProbe;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Finds out by pings whether the servers are up that have an address and no agent. Where an agent is connected, or was
 * within the grace, only its reports count.
 */
export class AddressWatch {
  readonly #deps: AddressWatchDeps;
  readonly #failures = new Map<string, number>();
  #waiting: string[] = [];
  #pause = ROUND_MS;
  #underWay = 0;
  #timer: unknown;

  constructor(deps: AddressWatchDeps) {
    this.#deps = deps;
    // The first ping comes soon, and at another moment for each of many coordinators that start together.
    this.#timer = deps.clock.setTimeout(() => this.#step(), Math.round(1000 * deps.random()));
  }

  /** Pings one server now, for at most 5 s, and takes note of the outcome. */
  async ping(name: string): Promise<boolean> {
    const { serverActors, probe, clock } = this.#deps;
    const { address } = serverActors.profile(name);
    if (address === null) return false;
    // A probe that throws at once counts as no answer too.
    const probed = Promise.resolve().then(() => probe.probe(address, ANSWER_LIMIT_MS));
    const answer = await within(
      clock,
      ANSWER_LIMIT_MS,
      probed,
      'platform_unavailable',
      'The server did not answer',
    ).catch(() => null);
    if (this.#isWatched(name) && serverActors.profile(name).address === address)
      this.#note(name, answer !== null);
    return answer !== null;
  }

  close(): void {
    this.#deps.clock.clearTimeout(this.#timer);
  }

  #step(): void {
    if (this.#waiting.length === 0) this.#beginRound();
    const name = this.#underWay < MAX_PINGS ? this.#waiting.pop() : undefined;
    if (name !== undefined && this.#isWatched(name)) void this.#pingInRound(name);
    this.#timer = this.#deps.clock.setTimeout(() => this.#step(), this.#pause);
  }

  #beginRound(): void {
    this.#waiting = this.#deps.serverActors.names().filter((name) => this.#isWatched(name));
    this.#pause = Math.ceil(ROUND_MS / Math.max(1, this.#waiting.length));
    for (const name of this.#failures.keys()) if (!this.#isWatched(name)) this.#failures.delete(name);
  }

  async #pingInRound(name: string): Promise<void> {
    this.#underWay += 1;
    await this.ping(name);
    this.#underWay -= 1;
  }

  #isWatched(name: string): boolean {
    const { serverActors, backendSessions } = this.#deps;
    return (
      serverActors.has(name) && serverActors.profile(name).address !== null && !backendSessions.hasLease(name)
    );
  }

  #note(name: string, answered: boolean): void {
    const { serverActors } = this.#deps;
    const failures = answered ? 0 : (this.#failures.get(name) ?? 0) + 1;
    this.#failures.set(name, failures);
    const state = serverActors.state(name);
    if (answered && state === 'OFFLINE') serverActors.report(name, 'IDLE');
    // During a reboot the reboot decides whether the server may be away.
    const canBeLost = isOnlineState(state) && state !== 'DRAINING';
    if (failures >= FAILURES_TO_LOSE && canBeLost) serverActors.send(name, { type: 'server.lost' });
  }
}
