/** What a turn is waited for: a login that is nearly in the game goes before one that begins. */
export type LoginStep = 'begin' | 'configure' | 'enter';

/** A client that may go away while it waits. */
interface Waiting {
  readonly ended: boolean;
}

/**
 * The costly steps of logins, one for each turn of the event loop. Between two of them the process reads what has arrived,
 * also that clients gave up: their steps are dropped, and their time goes to those who still wait.
 */
export class LoginTurns {
  readonly #lines: Readonly<Record<LoginStep, Turn[]>> = { enter: [], configure: [], begin: [] };
  #isScheduled = false;

  /** Resolves to true when it is this client's turn, the oldest of a step first, or to false once it is gone. */
  next(client: Waiting, step: LoginStep): Promise<boolean> {
    return new Promise((resolve) => {
      // The end of a connection is read one turn after what came before it.
      setImmediate(() => {
        this.#lines[step].push({ client, resolve });
        this.#schedule();
      });
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const turn = this.#take();
      if (turn === undefined) return;
      turn.resolve(true);
      this.#schedule();
    });
  }

  /** The first whose client is still there; those before it that are gone cost nothing. */
  #take(): Turn | undefined {
    for (const line of [this.#lines.enter, this.#lines.configure, this.#lines.begin]) {
      for (let turn = line.shift(); turn !== undefined; turn = line.shift()) {
        if (!turn.client.ended) return turn;
        turn.resolve(false);
      }
    }
    return undefined;
  }
}

interface Turn {
  readonly client: Waiting;
  readonly resolve: (isTurn: boolean) => void;
}
