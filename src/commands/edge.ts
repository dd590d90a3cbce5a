import { type Command, Option } from 'commander';
import packageInfo from '../../package.json' with { type: 'json' };
import { systemClock } from '../runtime/clock.ts';
import { makeOwnFolder } from '../runtime/files/own-folder.ts';
import { COORDINATOR_TABLE, type Settings } from '../config/tables/coordinator-keys.ts';
import { environmentName } from '../config/tables/key-table.ts';
import { type LoadOverride, readSettings } from '../config/load-config.ts';
import { parseListenAddress } from '../config/fields/listen-address.ts';
import { redactor } from '../config/redaction.ts';
import type { AddCommand } from './add-command.ts';
import { EXIT, type ExitCode } from './process/exit-code.ts';
import { ownHttpUrl } from './http-url.ts';
import { openKickClients } from './roles/kick-clients.ts';
import { noPortOf, openConfiguredEdge } from './roles/open-edge.ts';
import { addDataOption, type DataOption, readListen, readName, readUrl } from './options.ts';
import { startProcess } from './process/start-process.ts';
import { closeInTime } from './process/stop-signal.ts';
import type { Terminal } from './process/terminal.ts';

interface EdgeCommandOptions extends DataOption {
  readonly name: string;
  readonly url?: string;
  readonly secret?: string;
  readonly listen?: string;
}

/** `portcullis edge`: an edge in a process of its own, for more cores or another machine. */
export const addEdgeCommand: AddCommand = (program, terminal, finish) => {
  addEdgeOptions(addDataOption(program.command('edge')))
    .description('run an edge, where game clients connect, in a process of its own')
    .action(async (options: EdgeCommandOptions) => finish(await runEdge(options, terminal)));
};

function addEdgeOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--name <name>', 'name of this edge; every edge of a network has its own')
        .argParser(readName)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--url <url>', 'URL of the coordinator (default: the one of gateway.listen)').argParser(
        readUrl,
      ),
    )
    .option(
      '--secret <secret>',
      'the secret of this edge, or channel.secret of the coordinator (overrides config.yml and the environment)',
    )
    .addOption(
      new Option('--listen <host:port>', 'where game clients connect (overrides edge.listen)').argParser(
        readListen,
      ),
    );
}

/** The coordinator's URL: the given one, or that of this machine. */
function urlOf({ url }: EdgeCommandOptions, settings: Settings): string {
  if (url !== undefined) return url;
  const { host = '', port = 0 } = parseListenAddress(settings['gateway.listen']) ?? {};
  return ownHttpUrl(host, port);
}

async function runEdge(options: EdgeCommandOptions, terminal: Terminal): Promise<ExitCode> {
  const { name, data: dataFolder } = options;
  makeOwnFolder(dataFolder);
  const overrides = overridesOf(options);
  const { settings, warnings } = await readSettings({ dataFolder, env: terminal.env, overrides });
  const { logger, stopping } = startProcess({
    terminal,
    logLevel: settings['log.level'],
    redact: redactor(settings),
    warnings,
  });
  if (settings['edge.listen'] === 'off') {
    terminal.err('edge.listen is "off", so there is nothing to run. Set it, or use --listen host:port.');
    return EXIT.wrongUsage;
  }
  const deps = { clock: systemClock, logger, random: Math.random };
  const kickClients = await openKickClients(settings, dataFolder, deps);
  let edge;
  try {
    edge = await openConfiguredEdge({
      ...deps,
      settings,
      name,
      version: packageInfo.version,
      coordinator: {
        url: urlOf(options, settings),
        secret: settings['channel.secret'],
        secretSetting: `--secret, channel.secret in config.yml or ${environmentName(COORDINATOR_TABLE, 'channel.secret')}`,
      },
      dataFolder,
      managementOf: (server) => kickClients.managementOf(server),
    });
  } catch (error) {
    await kickClients.close();
    const noPort = noPortOf(error, '--listen');
    if (noPort === undefined) throw error;
    logger.error({ event: 'edge.no-port', ...noPort });
    terminal.err(`portcullis: ${noPort.reason}. ${noPort.detail}`);
    return EXIT.failed;
  }
  await stopping;
  return closeInTime(async () => {
    await edge?.close();
    await kickClients.close();
  }, logger);
}

function overridesOf({ listen, secret }: EdgeCommandOptions): LoadOverride[] {
  const overrides: LoadOverride[] = [];
  if (listen !== undefined) overrides.push({ name: 'edge.listen', value: listen, option: '--listen' });
  if (secret !== undefined) overrides.push({ name: 'channel.secret', value: secret, option: '--secret' });
  return overrides;
}
