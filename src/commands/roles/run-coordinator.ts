import packageInfo from '../../../package.json' with { type: 'json' };
import type { Logger } from '../../runtime/logger.ts';
import { lockDataFolder } from '../../config/files/data-folder-lock.ts';
import { loadConfig, type LoadedConfig } from '../../config/load-config.ts';
import { redactor } from '../../config/redaction.ts';
import { hashPassword, isPasswordHash, verifyPassword } from '../../gateway/auth/password.ts';
import { openCoordinator } from './coordinator.ts';
import type { ExitCode } from '../process/exit-code.ts';
import { openLog, standardOutput } from '../process/log.ts';
import { overridesOf, type CoordinatorOptions } from '../options.ts';
import { closeInTime, endOnUnhandled, stopSignal } from '../process/stop-signal.ts';
import type { Terminal } from '../process/terminal.ts';
import { welcomeText } from './welcome-text.ts';

/** What a command adds to a running coordinator; answers the way to end it. */
export type Companion = (running: RunningCoordinator) => () => Promise<void>;

export interface RunningCoordinator {
  readonly url: string;
  readonly config: LoadedConfig;
  readonly logger: Logger;
}

const HASHING = { hash: hashPassword, verify: verifyPassword, isHash: isPasswordHash };

/** Runs a coordinator until the process is told to stop. Throws a ConfigError when it cannot begin. */
export async function runCoordinator(
  options: CoordinatorOptions,
  terminal: Terminal,
  accompany?: Companion,
): Promise<ExitCode> {
  const unlock = lockDataFolder(options.data);
  try {
    const sources = { dataFolder: options.data, env: terminal.env, overrides: overridesOf(options) };
    const config = await loadConfig(sources, HASHING);
    return await serve(config, options.data, terminal, accompany);
  } finally {
    unlock();
  }
}

async function serve(
  config: LoadedConfig,
  dataFolder: string,
  terminal: Terminal,
  accompany: Companion | undefined,
): Promise<ExitCode> {
  const { settings, freshPassword, file, warnings } = config;
  const { version } = packageInfo;
  const logger = openLog({
    level: settings['log.level'],
    redact: redactor(settings, freshPassword === undefined ? [] : [freshPassword]),
    destination: standardOutput(terminal.interactive),
  });
  endOnUnhandled(logger);
  const stopping = stopSignal(logger);
  for (const warning of warnings) logger.warn({ event: 'config.warning', warning });
  let coordinator;
  try {
    coordinator = await openCoordinator({ config, dataFolder, logger, version });
  } catch (error) {
    logger.error({ event: 'process.start-failed', err: error });
    throw error;
  }
  const { url, edge } = coordinator;
  logger.info({ event: 'coordinator.ready', url, version, dataFolder });
  const words = welcomeText({ url, version, configFile: file, edge, freshPassword });
  // Not among the log's lines: those may be read by a program.
  if (terminal.interactive) terminal.out(words);
  else terminal.err(words);

  const leave = accompany?.({ url, config, logger });
  await stopping;
  return closeInTime(async () => {
    await leave?.();
    await coordinator.close();
  }, logger);
}
