import type { AddCommand } from './add-command.ts';
import { checkConfig } from '../config/load-config.ts';
import { addDataOption, type DataOption } from './options.ts';
import { EXIT } from './process/exit-code.ts';

/** `portcullis config check`: says whether a start would accept the configuration, and starts nothing. */
export const addConfigCommand: AddCommand = (program, terminal, finish) => {
  const config = program.command('config').description('look after config.yml');
  addDataOption(config.command('check'))
    .description('say everything that is wrong with config.yml and the environment')
    .action(async ({ data }: DataOption) => {
      const { file, warnings } = await checkConfig({ dataFolder: data, env: terminal.env });
      for (const warning of warnings) terminal.err(`warning: ${warning}`);
      terminal.out(`${file} is right.`);
      finish(EXIT.done);
    });
};
