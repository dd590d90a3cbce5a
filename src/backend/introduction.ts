import {
  AgentClient,
  type AgentOptions,
  type CoordinatorAccess,
  type Report,
} from '../channel/client/agent-client.ts';
import type { Random } from '../runtime/backoff.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';

/** A game server that is up has answered by then, and its own agent is the only one that connects. */
const CONNECT_AFTER_MS = 1_000;
/** How much longer one may take before it is made known as one that does not answer. */
const ANSWERS_WITHIN_MS = 2_000;

export interface IntroductionOptions {
  readonly coordinator: CoordinatorAccess;
  /** With an epoch that is not after that of the server's own agent, which takes the place of this one. */
  readonly hello: AgentOptions['hello'];
  readonly profile: Omit<Extract<Report, { type: 'server' }>, 'type' | 'state' | 'players'>;
  /** The configured addresses of the server, for the log. */
  readonly reachedAt: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
}

/**
 * Makes a game server known that has not answered yet. Its agent connects to the coordinator when the server is up, so
 * without this a wrong URL or secret would go unsaid until then, and the server would be missing from every list. It is
 * reported as STARTING once, and is OFFLINE when this connection has been gone for the ten seconds of every agent.
 */
export class Introduction {
  #client: AgentClient | undefined;
  readonly #clock: Clock;
  #timer: unknown = null;

  /** Connects to the coordinator a moment later, unless it is closed until then. */
  constructor(options: IntroductionOptions) {
    this.#clock = options.clock;
    this.#timer = this.#clock.setTimeout(() => this.#connect(options), CONNECT_AFTER_MS);
  }

  /** The server has answered, or the process ends: does nothing when the server was made known already. */
  async close(): Promise<void> {
    this.#clock.clearTimeout(this.#timer);
    await this.#client?.close();
  }

  #connect(options: IntroductionOptions): void {
    const { coordinator, hello, clock, logger, random } = options;
    this.#client = new AgentClient({
      ...coordinator,
      hello,
      clock,
      logger,
      random,
      resync: () => {
        clock.clearTimeout(this.#timer);
        this.#timer = clock.setTimeout(() => this.#introduce(options), ANSWERS_WITHIN_MS);
      },
      receive: () => undefined,
    });
  }

  #introduce({ profile, reachedAt, logger, hello }: IntroductionOptions): void {
    if (this.#client?.send({ type: 'server', ...profile, state: 'STARTING', players: [] }) !== true) return;
    const detail =
      'The game server has not answered, and is listed as OFFLINE until it does: is it up, and are these its addresses?';
    logger.warn({ event: 'backend.server-away', server: hello.name, reachedAt, detail });
    void this.close();
  }
}
