import packageInfo from '../../../package.json' with { type: 'json' };
import type { Network } from '../../actors/network.ts';
import { systemClock } from '../../runtime/clock.ts';
import { randomSecret } from '../../runtime/random-secret.ts';
import type { Logger } from '../../runtime/logger.ts';
import { HeldFolder } from '../../config/files/held-folder.ts';
import { loadConfig, type LoadedConfig } from '../../config/load-config.ts';
import { redactor } from '../../config/redaction.ts';
import type { Settings } from '../../config/tables/coordinator-keys.ts';
import { hashPassword, isPasswordHash, verifyPassword } from '../../gateway/auth/password.ts';
import { openingFailure } from '../../storage/opening-failure.ts';
import { parseStorageUrl } from '../../storage/storage-url.ts';
import { openCoordinator } from './coordinator.ts';
import { DataFolderWatch } from './data-folder-watch.ts';
import { EXIT, type ExitCode } from '../process/exit-code.ts';
import { overridesOf, type CoordinatorOptions } from '../options.ts';
import { startFailure } from '../process/start-failure.ts';
import { startProcess } from '../process/start-process.ts';
import { closeInTime } from '../process/stop-signal.ts';
import type { Terminal } from '../process/terminal.ts';
import { StoppedWhileStarting } from './reach-storage.ts';
import { freshPasswordText, welcomeText } from './welcome-text.ts';

/** Called when the coordinator is up, with what a command starts beside it; returns how to end that. */
export type ReadyListener = (running: RunningCoordinator) => () => Promise<void>;

/** What is passed to a `ReadyListener`. */
export interface RunningCoordinator {
  readonly url: string;
  readonly logger: Logger;
  readonly network: Network;
  readonly settings: Settings;
  /** For agents in this process. */
  readonly internalSecret: string;
}

const HASHING = { hash: hashPassword, verify: verifyPassword, isHash: isPasswordHash };

/**
 * Runs a coordinator until the process is asked to stop. Throws a ConfigError for a configuration that cannot be used.
 */
export async function runCoordinator(
  options: CoordinatorOptions,
  terminal: Terminal,
  onReady?: ReadyListener,
): Promise<ExitCode> {
  const held = new HeldFolder(options.data);
  try {
    const sources = { dataFolder: options.data, env: terminal.env, overrides: overridesOf(options) };
    const config = await loadConfig(sources, HASHING, (password) =>
      forPeople(terminal, freshPasswordText(password)),
    );
    return await serve(config, { dataFolder: options.data, held }, terminal, onReady);
  } finally {
    held.unlock();
  }
}

async function serve(
  config: LoadedConfig,
  { dataFolder, held }: { readonly dataFolder: string; readonly held: HeldFolder },
  terminal: Terminal,
  onReady: ReadyListener | undefined,
): Promise<ExitCode> {
  const { settings, freshPassword, file, warnings } = config;
  const { version } = packageInfo;
  const internalSecret = randomSecret();
  const { logger, stopping } = startProcess({
    terminal,
    logLevel: settings['log.level'],
    redact: redactor(settings, [internalSecret, freshPassword ?? '']),
    warnings,
  });
  let coordinator;
  try {
    coordinator = await openCoordinator({ config, dataFolder, logger, version, internalSecret, stopping });
  } catch (error) {
    if (error instanceof StoppedWhileStarting) return closeInTime(async () => undefined, logger);
    const address = parseStorageUrl(settings['storage.url'], dataFolder);
    const failure = openingFailure(error, address) ?? error;
    logger.error(startFailure(failure));
    throw failure;
  }
  const { url, edge, network } = coordinator;
  logger.info({ event: 'coordinator.ready', url, version, dataFolder });
  const welcome = welcomeText({
    url,
    version,
    configFile: file,
    edge,
    hasFreshPassword: freshPassword !== undefined,
  });
  forPeople(terminal, welcome);

  const endCompanion = onReady?.({ url, logger, network, settings, internalSecret });
  const watch = new DataFolderWatch({ held, dataFolder, clock: systemClock, logger });
  const replacedBy = await Promise.race([stopping, coordinator.replaced, watch.taken]);
  watch.close();
  const code = await closeInTime(async () => {
    await endCompanion?.();
    await coordinator.close();
  }, logger);
  if (typeof replacedBy !== 'string') return code;
  terminal.err(
    `portcullis: another coordinator (${replacedBy}) has taken the database; this one has ended. Leave one of them running`,
  );
  return EXIT.failed;
}

/** Without a terminal standard output has only the log, which a program may read. */
function forPeople(terminal: Terminal, text: string): void {
  if (terminal.interactive) terminal.out(text);
  else terminal.err(text);
}
