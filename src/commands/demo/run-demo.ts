import packageInfo from '../../../package.json' with { type: 'json' };
import { systemClock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import { planServers } from '../../simulator/game-plan.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { parseStorageUrl } from '../../storage/storage-url.ts';
import type { CrowdOptions } from '../crowd-options.ts';
import type { DataOption } from '../options.ts';
import type { RunningCoordinator } from '../roles/run-coordinator.ts';
import { isNewNetwork, showExamples } from './demo-examples.ts';

const nothing = (): void => undefined;

/** What the command line says of a demo. */
export interface DemoOptions extends CrowdOptions, DataOption {
  /** Whether there are bans, friends and restarts to look at. */
  readonly examples: boolean;
}

/** Starts the simulated network beside a coordinator, and what there is to look at in it. Returns how to end both. */
export function runDemo(running: RunningCoordinator, options: DemoOptions): () => Promise<void> {
  const { logger } = running;
  const demo = new Demo(running, options);
  const started = demo
    .start()
    .catch((error: unknown) => logger.error({ event: 'demo.not-started', err: error }));
  return async () => {
    await started;
    await demo.close();
  };
}

class Demo {
  readonly #running: RunningCoordinator;
  readonly #options: DemoOptions;
  #simulator: Simulator | undefined;
  #stopExamples = nothing;
  #isClosed = false;

  constructor(running: RunningCoordinator, options: DemoOptions) {
    this.#running = running;
    this.#options = options;
  }

  /** Resolves when the simulator has begun to connect. The examples follow when everybody is online. */
  async start(): Promise<void> {
    const { url, internalSecret, logger, network } = this.#running;
    // Before the first of them plays here.
    const isNew = this.#options.examples && (await isNewNetwork(network));
    this.#simulator = startSimulator({
      ...this.#options,
      url,
      secret: internalSecret,
      clock: systemClock,
      logger: quiet(logger),
      version: packageInfo.version,
      output: process.stderr,
    });
    if (!this.#options.examples) return;
    void this.#showExamples(this.#simulator, isNew).catch((error: unknown) =>
      logger.warn({ event: 'demo.examples-failed', err: error }),
    );
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopExamples();
    await this.#simulator?.close();
  }

  async #showExamples({ reachedTarget }: Simulator, isNew: boolean): Promise<void> {
    await reachedTarget;
    const stop = await showExamples(exampleOptions(this.#running, this.#options), isNew);
    if (this.#isClosed) stop();
    else this.#stopExamples = stop;
  }
}

function exampleOptions({ network, settings, logger }: RunningCoordinator, options: DemoOptions) {
  const database = parseStorageUrl(settings['storage.url'], options.data);
  const plans = planServers(options.servers, options.players, options.proxiesFrom);
  return {
    network,
    database:
      database.dialect === 'sqlite'
        ? { file: database.file, friendsTable: settings['friends.table'] }
        : undefined,
    games: plans.filter(({ type }) => type === 'GAME').map(({ name }) => name),
    clock: systemClock,
    logger,
  };
}

/** Without lines that the coordinator logs too, from its end of the same connections. */
function quiet(logger: Logger): Logger {
  return {
    debug: nothing,
    info: nothing,
    warn: (fields) => logger.warn(fields),
    error: (fields) => logger.error(fields),
  };
}
