import { join } from 'node:path';
import { systemClock } from '../runtime/clock.ts';
import { BACKEND_TABLE, type BackendSettings } from './tables/backend-keys.ts';
import { type Layer, readDocument } from './files/config-document.ts';
import { ConfigError, type ConfigIssue } from './config-error.ts';
import { readConfigText, writeConfigFile } from './files/config-file.ts';
import { newConfigText, writeValue } from './files/config-text.ts';
import { type Environment, misspeltVariables, readEnvironment } from './environment.ts';
import { materialWarnings } from './materials/material-warnings.ts';
import { resolveSettings } from './resolve-settings.ts';
import { scheduleWarnings } from './schedule-warnings.ts';

export interface LoadedBackendConfig {
  readonly settings: BackendSettings;
  readonly file: string;
  readonly warnings: readonly string[];
}

const SECRET = 'local.secret';

/**
 * Checks the configuration of the backend role like a start, and changes nothing. Throws a ConfigError with every issue.
 */
export async function checkBackendConfig(dataFolder: string, env: Environment): Promise<LoadedBackendConfig> {
  const file = join(dataFolder, 'config.yml');
  const text = await readConfigText(file);
  if (text === undefined) {
    const message = 'does not exist; the first start of `portcullis backend` writes it';
    throw new ConfigError([{ where: file, key: '', message }]);
  }
  const settings = settingsOf(readDocument(text, file, BACKEND_TABLE), env);
  refuseMissing(settings, file, false);
  return { settings, file, warnings: warningsOf(settings, env) };
}

/**
 * Reads the configuration of the backend role for a start. Writes `config.yml` if it does not exist, and adds the generated
 * secret if the file lacks it. Throws a ConfigError with every issue; at the first start, these are the keys to fill in.
 * `isServerItself` is for a process that is the game server and needs no connection to one. The data folder must exist.
 */
export async function loadBackendConfig(
  dataFolder: string,
  env: Environment,
  { isServerItself = false }: { readonly isServerItself?: boolean } = {},
): Promise<LoadedBackendConfig> {
  const file = join(dataFolder, 'config.yml');
  const text = await readConfigText(file);
  const document = readDocument(text ?? '', file, BACKEND_TABLE);
  const settings = settingsOf(document, env);
  const secret = settings[SECRET];
  if (text === undefined) {
    await writeConfigFile(file, newConfigText(new Map([[SECRET, secret]]), BACKEND_TABLE));
  } else if (!document.values.has(SECRET)) await writeConfigFile(file, writeValue(text, SECRET, secret));
  refuseMissing(settings, file, isServerItself);
  return { settings, file, warnings: warningsOf(settings, env) };
}

function settingsOf(document: Layer, env: Environment): BackendSettings {
  const resolved = resolveSettings([readEnvironment(env, BACKEND_TABLE), document], BACKEND_TABLE);
  if (!resolved.ok) throw new ConfigError(resolved.issues);
  return resolved.settings;
}

function refuseMissing(settings: BackendSettings, file: string, isServerItself: boolean): void {
  const issues = [
    ...missingIn(settings, file),
    ...(isServerItself ? [] : missingConnections(settings, file)),
  ];
  if (issues.length > 0) throw new ConfigError(issues);
}

function warningsOf(settings: BackendSettings, env: Environment): string[] {
  return [
    ...misspeltVariables(env, BACKEND_TABLE),
    ...scheduleWarnings('reboot.schedule', settings['reboot.schedule'], {
      timezone: settings['reboot.timezone'],
      now: systemClock.now(),
    }),
    ...materialWarnings(settings),
  ];
}

/** A rule between keys. */
type Rule = readonly [isWrong: boolean, key: string, message: string];

function missingIn(settings: BackendSettings, where: string): ConfigIssue[] {
  const isChannel = settings['menus.host'] === 'channel';
  return issuesOf(where, [
    [
      settings['coordinator.secret'] === '',
      'coordinator.secret',
      'is missing: copy channel.secret from the config.yml of the coordinator',
    ],
    [
      settings['server.name'] === '',
      'server.name',
      'is missing: the name of this game server in the network',
    ],
    [
      isChannel && settings['local.listen'] === 'off',
      'local.listen',
      'must not be "off" while menus.host is "channel"',
    ],
  ]);
}

function missingConnections(settings: BackendSettings, where: string): ConfigIssue[] {
  const hasRcon = settings['rcon.address'] !== '';
  const hasManagement = settings['management.url'] !== '';
  return issuesOf(where, [
    [
      !hasRcon && !hasManagement,
      'rcon.address',
      'is missing: set this or management.url to connect to the game server',
    ],
    [hasRcon && settings['rcon.password'] === '', 'rcon.password', 'is missing: rcon.address needs it'],
    [
      hasManagement && settings['management.secret'] === '',
      'management.secret',
      'is missing: management.url needs it',
    ],
    [
      !hasRcon && hasManagement && settings['menus.host'] === 'console',
      'menus.host',
      'must be "channel" or "off" without rcon.address',
    ],
    [!hasRcon && settings['reboot.commands'].length > 0, 'reboot.commands', 'needs rcon.address'],
  ]);
}

function issuesOf(where: string, rules: readonly Rule[]): ConfigIssue[] {
  return rules.flatMap(([isWrong, key, message]) => (isWrong ? [{ where, key, message }] : []));
}
