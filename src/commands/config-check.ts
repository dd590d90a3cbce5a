import { Option } from 'commander';
import type { AddCommand } from './add-command.ts';
import { checkBackendConfig } from '../config/load-backend-config.ts';
import { checkConfig } from '../config/load-config.ts';
import { BACKEND_FOLDER, COORDINATOR_FOLDER } from './options.ts';
import { EXIT } from './process/exit-code.ts';

interface CheckOptions {
  readonly data?: string;
  readonly role: 'proxy' | 'backend';
}

/** `portcullis config check`: checks whether a start would accept the configuration, without starting anything. */
export const addConfigCommand: AddCommand = (program, terminal, finish) => {
  const config = program.command('config').description('commands for config.yml');
  config
    .command('check')
    .description('report every mistake in config.yml and the environment')
    .addOption(
      new Option(
        '--role <role>',
        'whose config.yml it is: that of `portcullis proxy` (and of edges) or `backend`',
      )
        .choices(['proxy', 'backend'])
        .default('proxy'),
    )
    .option(
      '--data <folder>',
      `folder of config.yml (default: "${COORDINATOR_FOLDER}", or "${BACKEND_FOLDER}" of a backend)`,
    )
    .action(async ({ data, role }: CheckOptions) => {
      const { env } = terminal;
      const { file, warnings } =
        role === 'backend'
          ? await checkBackendConfig(data ?? BACKEND_FOLDER, env)
          : await checkConfig({ dataFolder: data ?? COORDINATOR_FOLDER, env });
      for (const warning of warnings) terminal.err(`warning: ${warning}`);
      terminal.out(`${file} is valid.`);
      finish(EXIT.done);
    });
};
