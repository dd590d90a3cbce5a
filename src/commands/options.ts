import { InvalidArgumentError, Option, type Command } from 'commander';
import type { LoadOverride } from '../config/load-config.ts';
import { isServerName } from '../domain/server.ts';
import { parseListenAddress } from '../config/fields/listen-address.ts';

/** Where `config.yml` is without `--data`: of the coordinator, and of the backend role. */
export const COORDINATOR_FOLDER = './data';
export const BACKEND_FOLDER = './plugins/portcullis';

/** The option that `addDataOption` adds. */
export interface DataOption {
  readonly data: string;
}

/** The options of a coordinator; the same for `proxy` and `demo`. */
export interface CoordinatorOptions extends DataOption {
  readonly listen?: string;
  readonly edge?: string;
  /** `off`: the account service is not asked, whatever is configured. */
  readonly accounts?: 'off';
}

/** Adds `--data <folder>`: the folder of config.yml, keys and the embedded database. */
export function addDataOption(command: Command): Command {
  return command.option(
    '--data <folder>',
    'folder of config.yml, keys and the embedded database',
    COORDINATOR_FOLDER,
  );
}

/** Adds the options of a command that starts a coordinator. */
export function addCoordinatorOptions(command: Command): Command {
  return addDataOption(command)
    .addOption(
      new Option('--listen <host:port>', 'where the API listens (overrides gateway.listen)').argParser(
        readListen,
      ),
    )
    .addOption(
      new Option(
        '--edge <off|host:port>',
        'where game clients connect, or "off" (overrides edge.listen)',
      ).argParser(readEdge),
    );
}

/** The settings that the command line overrides. */
export function overridesOf({ listen, edge, accounts }: CoordinatorOptions): LoadOverride[] {
  const overrides: LoadOverride[] = [];
  if (listen !== undefined) overrides.push({ name: 'gateway.listen', value: listen, option: '--listen' });
  if (edge !== undefined) overrides.push({ name: 'edge.listen', value: edge, option: '--edge' });
  if (accounts !== undefined) {
    overrides.push({ name: 'edge.accounts.url', value: accounts, option: 'demo' });
  }
  return overrides;
}

/** Reads `host:port`. Throws the error that the command line shows. */
export function readListen(value: string): string {
  if (parseListenAddress(value) !== null) return value;
  throw new InvalidArgumentError('It must be host:port, as in 127.0.0.1:8080.');
}

/** Reads the name of an agent. Throws the error that the command line shows. */
export function readName(value: string): string {
  if (isServerName(value)) return value;
  throw new InvalidArgumentError('It must be 1 to 64 visible characters without / ? # %.');
}

/** Reads the URL of a coordinator. Throws the error that the command line shows. */
export function readUrl(value: string): string {
  if (URL.canParse(value) && /^(?:http|ws)s?:$/.test(new URL(value).protocol)) return value;
  throw new InvalidArgumentError('It must be a URL, as in http://127.0.0.1:8080.');
}

function readEdge(value: string): string {
  if (value === 'off' || parseListenAddress(value) !== null) return value;
  throw new InvalidArgumentError('It must be "off" or host:port, as in 0.0.0.0:25565.');
}
