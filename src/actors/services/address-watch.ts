import { isOnlineState } from '../../domain/server.ts';
import type { Random } from '../../runtime/backoff.ts';
import type { BackendSessions } from '../sessions/backend-sessions.ts';
import { within } from '../../runtime/deadline.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { StatusProbe } from '../ports.ts';
import type { ServerActors } from '../entities/server-actors.ts';

/** Every server is asked once a round, and the round's questions are spread over it. */
const ROUND_MS = 10_000;
/** How long an answer may take (CONTRACT §3). */
const ANSWER_LIMIT_MS = 5_000;
const ASKED_AT_ONCE = 64;
/** One lost packet is no outage. */
const FAILURES_TO_LOSE = 2;

export interface AddressWatchDeps {
  readonly serverActors: ServerActors;
  readonly backendSessions: BackendSessions;
  readonly probe: StatusProbe;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Tells of servers that have an address and no agent whether they are there, by asking them. Where an agent vouches for
 * a server, or did until a moment ago, only the agent's word counts.
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
    // A coordinator that starts asks soon, and many that start together do not ask together.
    this.#timer = deps.clock.setTimeout(() => this.#step(), Math.round(1000 * deps.random()));
  }

  /** Asks one server now, for at most 5 s, and notes what it heard. */
  async ask(name: string): Promise<boolean> {
    const { serverActors, probe, clock } = this.#deps;
    const { address } = serverActors.profile(name);
    if (address === null) return false;
    // One that fails before it begins is no answer either.
    const asked = Promise.resolve().then(() => probe.probe(address, ANSWER_LIMIT_MS));
    const answer = await within(
      clock,
      ANSWER_LIMIT_MS,
      asked,
      'platform_unavailable',
      'The server did not answer',
    ).catch(() => null);
    if (this.#isOurs(name) && serverActors.profile(name).address === address)
      this.#note(name, answer !== null);
    return answer !== null;
  }

  close(): void {
    this.#deps.clock.clearTimeout(this.#timer);
  }

  #step(): void {
    if (this.#waiting.length === 0) this.#beginRound();
    const name = this.#underWay < ASKED_AT_ONCE ? this.#waiting.pop() : undefined;
    if (name !== undefined && this.#isOurs(name)) void this.#askInRound(name);
    this.#timer = this.#deps.clock.setTimeout(() => this.#step(), this.#pause);
  }

  #beginRound(): void {
    this.#waiting = this.#deps.serverActors.names().filter((name) => this.#isOurs(name));
    this.#pause = Math.ceil(ROUND_MS / Math.max(1, this.#waiting.length));
    for (const name of this.#failures.keys()) if (!this.#isOurs(name)) this.#failures.delete(name);
  }

  async #askInRound(name: string): Promise<void> {
    this.#underWay += 1;
    await this.ask(name);
    this.#underWay -= 1;
  }

  #isOurs(name: string): boolean {
    const { serverActors, backendSessions } = this.#deps;
    return (
      serverActors.has(name) &&
      serverActors.profile(name).address !== null &&
      !backendSessions.vouchesFor(name)
    );
  }

  #note(name: string, answered: boolean): void {
    const { serverActors } = this.#deps;
    const failures = answered ? 0 : (this.#failures.get(name) ?? 0) + 1;
    this.#failures.set(name, failures);
    const state = serverActors.state(name);
    if (answered && state === 'OFFLINE') serverActors.report(name, 'IDLE');
    // A reboot knows by itself whether the server may be away.
    const canBeLost = isOnlineState(state) && state !== 'DRAINING';
    if (failures >= FAILURES_TO_LOSE && canBeLost) serverActors.tell(name, { type: 'server.lost' });
  }
}
