import type { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { CoordinatorMessage } from '../protocol/coordinator-messages.ts';
import { errorFrame, errorFrameOf } from '../protocol/error-frame.ts';
import type { AgentSocket } from './agent-connection.ts';

/** Menu clicks and other requests of one agent that may be under way; each may wait for a proxy or the database. */
const MAX_COMMANDS = 256;

export interface CommandsUnderWayDeps {
  readonly socket: AgentSocket;
  readonly logger: Logger;
  readonly faults: Pick<ConnectionFaults, 'guard'>;
}

/** Carries out what takes time, and answers when it is done; further frames of the agent are handled meanwhile. */
export class CommandsUnderWay {
  readonly #deps: CommandsUnderWayDeps;
  readonly #finish: (id: number, run: () => Promise<CoordinatorMessage>) => void;
  #count = 0;

  constructor(deps: CommandsUnderWayDeps) {
    this.#deps = deps;
    this.#finish = deps.faults.guard(
      () => deps.socket.drop(),
      (id, run) => this.#answerLater(id, run),
    );
  }

  /** Answers with `ok` when it is done. */
  command(id: number, run: () => Promise<void>): void {
    this.answer(id, async () => {
      await run();
      return { type: 'ok', re: id };
    });
  }

  /** Answers with what it resolves to, or with the error that it rejects with. */
  answer(id: number, run: () => Promise<CoordinatorMessage>): void {
    if (this.#count >= MAX_COMMANDS) {
      const detail = 'Too many commands of this agent are under way';
      this.#deps.socket.send(errorFrame(id, 'overloaded', detail));
      return;
    }
    this.#count += 1;
    this.#finish(id, run);
  }

  async #answerLater(id: number, run: () => Promise<CoordinatorMessage>): Promise<void> {
    const { socket, logger } = this.#deps;
    try {
      socket.post(JSON.stringify(await run()));
    } catch (error) {
      socket.post(errorFrameOf(id, error, logger));
    } finally {
      this.#count -= 1;
    }
  }
}
