import { Option } from 'commander';
import packageInfo from '../../package.json' with { type: 'json' };
import { systemClock } from '../runtime/clock.ts';
import { ConfigError } from '../config/config-error.ts';
import { readSettings } from '../config/load-config.ts';
import { startSimulator } from '../simulator/simulator.ts';
import { addCrowdOptions, type CrowdOptions } from './crowd-options.ts';
import type { AddCommand } from './add-command.ts';
import { addDataOption, type DataOption, readUrl } from './options.ts';
import { startProcess } from './process/start-process.ts';
import { closeInTime } from './process/stop-signal.ts';
import type { Terminal } from './process/terminal.ts';

/** A coordinator that is started beside it is there by then. */
const REACHED_WITHIN_MS = 30_000;

interface SimulateOptions extends CrowdOptions, DataOption {
  readonly url: string;
  readonly secret?: string;
}

/** `portcullis simulate`: a network of agents against a coordinator that is already running. */
export const addSimulateCommand: AddCommand = (program, terminal, finish) => {
  const command = addCrowdOptions(addDataOption(program.command('simulate')), 200, 20)
    .description('run simulated proxies, servers and players against a coordinator')
    .addOption(
      new Option('--url <url>', 'URL of the coordinator, as in http://127.0.0.1:8080')
        .argParser(readUrl)
        .makeOptionMandatory(),
    )
    .option(
      '--secret <secret>',
      'channel.secret of the coordinator (default: that of config.yml in the data folder)',
    );
  command.action(async (options: SimulateOptions) => {
    const secret = options.secret ?? (await secretOf(options.data, terminal));
    const { logger, stopping } = startProcess({
      terminal,
      logLevel: 'warn',
      redact: (line) => line.replaceAll(secret, '[redacted]'),
    });
    const simulator = startSimulator({
      ...options,
      secret,
      clock: systemClock,
      logger,
      version: packageInfo.version,
      output: process.stderr,
    });
    const first = Promise.race([stopping, simulator.connectedWithin(REACHED_WITHIN_MS)]);
    const failure = await first.then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure === undefined) await stopping;
    const code = await closeInTime(() => simulator.close(), logger);
    if (failure !== undefined) throw failure;
    finish(code);
  });
};

async function secretOf(dataFolder: string, { env }: Terminal): Promise<string> {
  try {
    const { settings } = await readSettings({ dataFolder, env });
    return settings['channel.secret'];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const message =
      'is not given: with channel.secret of the coordinator there, no config.yml is needed; --data names another folder';
    throw new ConfigError([...error.issues, { where: '--secret', key: '', message }]);
  }
}
