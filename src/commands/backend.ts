import packageInfo from '../../package.json' with { type: 'json' };
import { systemClock } from '../runtime/clock.ts';
import { makeOwnFolder } from '../runtime/files/own-folder.ts';
import { BACKEND_TABLE } from '../config/tables/backend-keys.ts';
import { loadBackendConfig } from '../config/load-backend-config.ts';
import { redactor } from '../config/redaction.ts';
import type { AddCommand } from './add-command.ts';
import { openBackendRole } from './roles/backend-role.ts';
import { EXIT, type ExitCode } from './process/exit-code.ts';
import { BACKEND_FOLDER, type DataOption } from './options.ts';
import { startFailure } from './process/start-failure.ts';
import { startProcess } from './process/start-process.ts';
import { closeInTime } from './process/stop-signal.ts';
import type { Terminal } from './process/terminal.ts';

const KEPT_ALIVE_EVERY_MS = 3_600_000;

/** `portcullis backend`: menus, placeholders and reboots of one game server. */
export const addBackendCommand: AddCommand = (program, terminal, finish) => {
  program
    .command('backend')
    .option('--data <folder>', 'folder of config.yml', BACKEND_FOLDER)
    .description('run the menus, placeholders and reboots of one game server')
    .action(async ({ data }: DataOption) => finish(await runBackend(data, terminal)));
};

async function runBackend(dataFolder: string, terminal: Terminal): Promise<ExitCode> {
  makeOwnFolder(dataFolder);
  const { settings, warnings } = await loadBackendConfig(dataFolder, terminal.env);
  const { logger, stopping } = startProcess({
    terminal,
    logLevel: settings['log.level'],
    redact: redactor(settings, [], BACKEND_TABLE),
    warnings,
  });
  let role;
  try {
    role = await openBackendRole({
      settings,
      dataFolder,
      version: packageInfo.version,
      clock: systemClock,
      logger,
      random: Math.random,
    });
  } catch (error) {
    logger.error(startFailure(error));
    terminal.err(`portcullis: ${error instanceof Error ? error.message : String(error)}`);
    return EXIT.failed;
  }
  const { server, local } = role;
  logger.info({ event: 'backend.ready', server, local: local ?? 'off', version: packageInfo.version });
  // Its timers keep no process running, and without plugins nothing listens: between two tries it would end by itself.
  const alive = setInterval(() => undefined, KEPT_ALIVE_EVERY_MS);
  await stopping;
  clearInterval(alive);
  return closeInTime(() => role.close(), logger);
}
