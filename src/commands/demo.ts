import packageInfo from '../../package.json' with { type: 'json' };
import { systemClock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';
import { startSimulator } from '../simulator/simulator.ts';
import { addCrowdOptions, type CrowdOptions } from './crowd-options.ts';
import type { AddCommand } from './add-command.ts';
import { addCoordinatorOptions, type CoordinatorOptions } from './options.ts';
import { runCoordinator } from './roles/run-coordinator.ts';

/** `portcullis demo`: the coordinator with a simulated network that connects to it over real sockets. */
export const addDemoCommand: AddCommand = (program, terminal, finish) => {
  addCrowdOptions(addCoordinatorOptions(program.command('demo')), 60, 4)
    .description('run the coordinator together with a simulated network')
    .action(async (options: CoordinatorOptions & CrowdOptions) => {
      const code = await runCoordinator(
        { ...options, accounts: 'off' },
        terminal,
        ({ url, internalSecret, logger }) => {
          const simulator = startSimulator({
            ...options,
            url,
            secret: internalSecret,
            clock: systemClock,
            logger: quiet(logger),
            version: packageInfo.version,
            output: process.stderr,
          });
          return () => simulator.close();
        },
      );
      finish(code);
    });
};

const nothing = (): void => undefined;

/** Without lines that the coordinator logs too, from its end of the same connections. */
function quiet(logger: Logger): Logger {
  return {
    debug: nothing,
    info: nothing,
    warn: (fields) => logger.warn(fields),
    error: (fields) => logger.error(fields),
  };
}
