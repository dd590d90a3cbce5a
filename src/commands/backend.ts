import { mkdir } from 'node:fs/promises';
import packageInfo from '../../package.json' with { type: 'json' };
import { systemClock } from '../runtime/clock.ts';
import { BACKEND_TABLE } from '../config/tables/backend-keys.ts';
import { loadBackendConfig } from '../config/load-backend-config.ts';
import { redactor } from '../config/redaction.ts';
import type { AddCommand } from './add-command.ts';
import { openBackendRole } from './roles/backend-role.ts';
import { EXIT, type ExitCode } from './process/exit-code.ts';
import { openLog, standardOutput } from './process/log.ts';
import type { DataOption } from './options.ts';
import { closeInTime, endOnUnhandled, stopSignal } from './process/stop-signal.ts';
import type { Terminal } from './process/terminal.ts';

/** `portcullis backend`: menus, placeholders and clean reboots beside one game server. */
export const addBackendCommand: AddCommand = (program, terminal, finish) => {
  program
    .command('backend')
    .option('--data <folder>', 'folder of its config.yml', './plugins/portcullis')
    .description('run menus, placeholders and clean reboots beside one game server')
    .action(async ({ data }: DataOption) => finish(await runBackend(data, terminal)));
};

async function runBackend(dataFolder: string, terminal: Terminal): Promise<ExitCode> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const { settings, warnings } = await loadBackendConfig(dataFolder, terminal.env);
  const logger = openLog({
    level: settings['log.level'],
    redact: redactor(settings, [], BACKEND_TABLE),
    destination: standardOutput(terminal.interactive),
  });
  endOnUnhandled(logger);
  const stopping = stopSignal(logger);
  for (const warning of warnings) logger.warn({ event: 'config.warning', warning });
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
    logger.error({ event: 'process.start-failed', err: error });
    terminal.err(`portcullis: ${error instanceof Error ? error.message : String(error)}`);
    return EXIT.failed;
  }
  const { server, local } = role;
  logger.info({ event: 'backend.ready', server, local: local ?? 'off', version: packageInfo.version });
  await stopping;
  return closeInTime(() => role.close(), logger);
}
