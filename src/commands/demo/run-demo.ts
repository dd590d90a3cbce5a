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
  const { url, internalSecret, logger } = running;
  let stopExamples = nothing;
  let isEnding = false;
  let simulator: Simulator | undefined;
  const start = async (): Promise<void> => {
    const isNew = options.examples && (await isNewNetwork(running.network));
    simulator = startSimulator({
      ...options,
      url,
      secret: internalSecret,
      clock: systemClock,
      logger: quiet(logger),
      version: packageInfo.version,
      output: process.stderr,
    });
    if (!options.examples) return;
    void simulator.reachedTarget
      .then(() => showExamples(exampleOptions(running, options), isNew))
      .then((stop) => {
        if (isEnding) stop();
        else stopExamples = stop;
      })
      .catch((error: unknown) => logger.warn({ event: 'demo.examples-failed', err: error }));
  };
  const started = start().catch((error: unknown) => logger.error({ event: 'demo.not-started', err: error }));
  return async () => {
    isEnding = true;
    await started;
    stopExamples();
    await simulator?.close();
  };
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
