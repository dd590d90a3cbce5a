import type { AddCommand } from './add-command.ts';
import { addCoordinatorOptions, type CoordinatorOptions } from './options.ts';
import { runCoordinator } from './roles/run-coordinator.ts';

/** `portcullis proxy`: the coordinator. */
export const addProxyCommand: AddCommand = (program, terminal, finish) => {
  addCoordinatorOptions(program.command('proxy'))
    .description('run the coordinator: the API, the event streams and the channel for agents')
    .action(async (options: CoordinatorOptions) => finish(await runCoordinator(options, terminal)));
};
