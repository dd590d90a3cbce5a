import { Option } from 'commander';
import type { AddCommand } from './add-command.ts';
import { checkBackendConfig } from '../config/load-backend-config.ts';
import { ConfigError } from '../config/config-error.ts';
import { checkConfig, type CheckedConfig } from '../config/load-config.ts';
import { BACKEND_TABLE } from '../config/tables/backend-keys.ts';
import { COORDINATOR_TABLE } from '../config/tables/coordinator-keys.ts';
import { BACKEND_FOLDER, COORDINATOR_FOLDER } from './options.ts';
import { EXIT } from './process/exit-code.ts';
import type { Terminal } from './process/terminal.ts';

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
          : await checkCoordinator(data ?? COORDINATOR_FOLDER, terminal);
      for (const warning of warnings) terminal.err(`warning: ${warning}`);
      terminal.out(`${file} is valid.`);
      finish(EXIT.done);
    });
};

async function checkCoordinator(dataFolder: string, terminal: Terminal): Promise<CheckedConfig> {
  try {
    return await checkConfig({ dataFolder, env: terminal.env });
  } catch (error) {
    if (error instanceof ConfigError && error.issues.some(({ key }) => isOfBackend(key)))
      terminal.err('This looks like the config.yml of the backend role; check it with --role backend.');
    throw error;
  }
}

/** Whether only the backend role has this key or section. */
function isOfBackend(key: string): boolean {
  const has = (keys: object): boolean =>
    Object.keys(keys).some((name) => name === key || name.startsWith(`${key}.`));
  return key !== '' && has(BACKEND_TABLE.keys) && !has(COORDINATOR_TABLE.keys);
}
