import type { AddCommand } from './add-command.ts';
import { addCrowdOptions, type CrowdOptions } from './crowd-options.ts';
import { runDemo } from './demo/run-demo.ts';
import { addCoordinatorOptions, type CoordinatorOptions } from './options.ts';
import { runCoordinator } from './roles/run-coordinator.ts';

interface DemoOptions extends CoordinatorOptions, CrowdOptions {
  readonly examples: boolean;
}

/** `portcullis demo`: the coordinator with a simulated network that connects to it over real sockets. */
export const addDemoCommand: AddCommand = (program, terminal, finish) => {
  addCrowdOptions(addCoordinatorOptions(program.command('demo')), 60, 4)
    .description('run the coordinator together with a simulated network')
    .option('--no-examples', 'players alone: no bans, no friends, and no server restarts by itself')
    .action(async (options: DemoOptions) => {
      const code = await runCoordinator({ ...options, accounts: 'off' }, terminal, (running) =>
        runDemo(running, options),
      );
      finish(code);
    });
};
