import type { AddCommand } from './add-command.ts';
import { checkConfig } from '../config/load-config.ts';
import { addDataOption, type DataOption } from './options.ts';
import { EXIT } from './process/exit-code.ts';

/** `portcullis config check`: checks whether a start would accept the configuration, without starting anything. */
export const addConfigCommand: AddCommand = (program, terminal, finish) => {
  const config = program.command('config').description('commands for config.yml');
  addDataOption(config.command('check'))
    .description('report every mistake in config.yml and the environment')
    .action(async ({ data }: DataOption) => {
      const { file, warnings } = await checkConfig({ dataFolder: data, env: terminal.env });
      for (const warning of warnings) terminal.err(`warning: ${warning}`);
      terminal.out(`${file} is valid.`);
      finish(EXIT.done);
    });
};
