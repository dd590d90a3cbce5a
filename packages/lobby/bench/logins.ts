import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type BenchRow, tableText } from '../../../bench/bench-table.ts';
import { interleave, median, medianRatio } from '../../../bench/fixtures/median.ts';
import { recordOf } from '../src/game/game-version.ts';
import { LightClient } from './light-client.ts';

/** `npm run bench:lobby`: what a login costs, and how long 500 that come at once take. Prints its table. */

const VERSIONS = { '1.20.1': 763, '1.21.11': 774 };
const ROUNDS = 5;
const AT_ONCE = { compared: 60, storm: 500 };
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 50;

interface Figures {
  readonly joined: number;
  readonly cpuMs: number;
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** A server with its process, and the figures it says. */
class Measured {
  readonly #child: ChildProcess;
  readonly #port: number;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.#port = port;
  }

  static async start(kind: 'lobby' | 'library'): Promise<Measured> {
    const child = fork(join(import.meta.dirname, 'login-server.ts'), [kind], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [message] = await once(child, 'message');
    return new Measured(child, Number(recordOf(message)['port']));
  }

  async figures(): Promise<Figures> {
    this.#child.send('figures');
    const [message] = await once(this.#child, 'message');
    const { joined, cpuMs } = recordOf(message);
    return { joined: Number(joined), cpuMs: Number(cpuMs) };
  }

  /** So many log in at once; resolves when all are in, or time is up. */
  async storm(protocol: number, count: number): Promise<{ seconds: number; cpuMs: number; entered: number }> {
    const before = await this.figures();
    const started = performance.now();
    const clients = Array.from(
      { length: count },
      (_, index) => new LightClient(this.#port, protocol, `Player${index}`),
    );
    let now = before;
    while (now.joined - before.joined < count && performance.now() - started < PATIENCE_MS) {
      await pause(LOOK_EVERY_MS);
      now = await this.figures();
    }
    const seconds = (performance.now() - started) / 1_000;
    for (const client of clients) client.leave();
    await this.#isIdle();
    return { seconds, cpuMs: (now.cpuMs - before.cpuMs) / count, entered: now.joined - before.joined };
  }

  /** So many log in and give up at once; the CPU for each. */
  async abandoned(protocol: number, count: number): Promise<number> {
    const before = await this.figures();
    const clients = Array.from(
      { length: count },
      (_, index) => new LightClient(this.#port, protocol, `Gone${index}`),
    );
    await Promise.all(clients.map((client) => client.giveUp()));
    const after = await this.#isIdle();
    return (after.cpuMs - before.cpuMs) / count;
  }

  stop(): void {
    this.#child.disconnect();
  }

  async #isIdle(): Promise<Figures> {
    for (let before = await this.figures(); ; ) {
      await pause(10 * LOOK_EVERY_MS);
      const now = await this.figures();
      if (now.cpuMs - before.cpuMs < LOOK_EVERY_MS) return now;
      before = now;
    }
  }
}

const ms = (value: number): string => `${value.toFixed(1)} ms`;

async function rowsOf(version: string, protocol: number): Promise<BenchRow[]> {
  const [lobby, library] = await Promise.all([Measured.start('lobby'), Measured.start('library')]);
  try {
    // The first login of a version compiles its packets.
    for (const server of [lobby, library]) await server.storm(protocol, 5);
    const { a, b } = await interleave(
      ROUNDS,
      async () => (await lobby.storm(protocol, AT_ONCE.compared)).cpuMs,
      async () => (await library.storm(protocol, AT_ONCE.compared)).cpuMs,
    );
    const { seconds, entered } = await lobby.storm(protocol, AT_ONCE.storm);
    const abandoned = await lobby.abandoned(protocol, AT_ONCE.storm);
    return [
      {
        figure: `CPU for a login of ${version}`,
        ours: ms(median(a)),
        baseline: ms(median(b)),
        ratio: medianRatio(a, b),
        reach: '0.25',
        floor: '0.5',
      },
      {
        figure: `${entered} of ${AT_ONCE.storm} logins of ${version} at once, against ten seconds`,
        ours: `${seconds.toFixed(1)} s`,
        baseline: '10 s',
        ratio: seconds / 10,
        reach: '1',
        floor: '1',
      },
      {
        figure: `CPU for a login of ${version} that was given up, against one that was not`,
        ours: ms(abandoned),
        baseline: ms(median(a)),
        ratio: abandoned / median(a),
        reach: '0.3',
        floor: '0.5',
      },
    ];
  } finally {
    lobby.stop();
    library.stop();
  }
}

const rows: BenchRow[] = [];
for (const [version, protocol] of Object.entries(VERSIONS)) rows.push(...(await rowsOf(version, protocol)));
process.stdout.write(
  tableText({
    goal: 'lobby',
    title: 'The lobby: logins that come together',
    rows,
    notes: [
      `Baseline of the first row: the protocol library’s own server as it is by default, which sends no world; ${AT_ONCE.compared} logins at once, ${ROUNDS} interleaved rounds, medians.`,
      'The clients are in another process on the same cores and read no more than they must. A login is in when the lobby has sent it its world.',
    ],
  }),
);
