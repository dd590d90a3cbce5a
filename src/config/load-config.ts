import { join } from 'node:path';
import { readDocument, type Layer } from './files/config-document.ts';
import { ConfigError } from './config-error.ts';
import { readConfigText, writeConfigFile } from './files/config-file.ts';
import { contradictionsIn } from './contradictions.ts';
import { newConfigText, writeValue } from './files/config-text.ts';
import { readInstallation } from './files/installation.ts';
import { type LostKeys, lostKeys } from './lost-keys.ts';
import { misspeltVariables, readEnvironment, type Environment } from './environment.ts';
import { COORDINATOR_TABLE, type SettingName, type Settings } from './tables/coordinator-keys.ts';
import { settlePassword, type PasswordHashing } from './password-setting.ts';
import { resolveSettings } from './resolve-settings.ts';
import { loadSigningKey } from './files/signing-key.ts';

export interface ConfigSources {
  readonly dataFolder: string;
  readonly env: Environment;
  /** From the command line; they override all else. */
  readonly overrides?: readonly LoadOverride[];
}

/** A setting given on the command line, and the option that gave it. */
export interface LoadOverride {
  readonly name: SettingName;
  readonly value: string;
  readonly option: string;
}

export interface LoadedConfig {
  /** The settings in force; `auth.password` is always a hash. */
  readonly settings: Settings;
  readonly file: string;
  /** The password in clear text, only at the start that generated it. */
  readonly freshPassword: string | undefined;
  readonly signingKey: Uint8Array;
  /** The keys that the file has after this start, for the next one to compare. */
  readonly keys: readonly string[];
  readonly warnings: readonly string[];
}

export interface CheckedConfig {
  readonly settings: Settings;
  readonly file: string;
  readonly warnings: readonly string[];
}

/** Checks the configuration like a start, and changes nothing. Throws a ConfigError with every issue. */
export async function checkConfig(sources: ConfigSources): Promise<CheckedConfig> {
  const file = join(sources.dataFolder, 'config.yml');
  const text = await readConfigText(file);
  const document = readDocument(text ?? '', file, COORDINATOR_TABLE);
  const layers = [...givenLayers(sources), document];
  if (text === undefined) {
    await lostSince(sources.dataFolder, file, false, layers);
    const message = 'does not exist; the first start of `portcullis proxy` writes it';
    throw new ConfigError([{ where: file, key: '', message }]);
  }
  const settings = settingsOf(layers);
  const lost = await lostSince(sources.dataFolder, file, true, layers);
  return {
    settings,
    file,
    warnings: [...misspeltVariables(sources.env, COORDINATOR_TABLE), ...lost.warnings],
  };
}

/**
 * Reads the settings for another process than the coordinator, and changes nothing. `config.yml` may be missing, but the
 * secret of the channel must be given: a generated one would be refused. Throws a ConfigError with every issue.
 */
export async function readSettings(sources: ConfigSources): Promise<CheckedConfig> {
  const file = join(sources.dataFolder, 'config.yml');
  const text = (await readConfigText(file)) ?? '';
  const layers = [...givenLayers(sources), readDocument(text, file, COORDINATOR_TABLE)];
  const settings = settingsOf(layers);
  if (!layers.some(({ values }) => values.has('channel.secret'))) {
    const message = 'is missing: copy it from the config.yml of the coordinator';
    throw new ConfigError([{ where: file, key: 'channel.secret', message }]);
  }
  return { settings, file, warnings: misspeltVariables(sources.env, COORDINATOR_TABLE) };
}

/** Shows a generated password to the operator, once and in clear text. */
export type ShowPassword = (password: string) => void;

/**
 * Reads the configuration for a start. Writes `config.yml` if it does not exist, generates the secrets that are missing,
 * replaces a clear-text password by its hash, and leaves the file unchanged otherwise. Throws a ConfigError with every
 * issue before anything is written. The data folder must exist (`lockDataFolder` creates it). A generated password is
 * shown before its hash is written: whatever fails afterwards, nobody is left with a hash of a password never seen.
 */
export async function loadConfig(
  sources: ConfigSources,
  hashing: PasswordHashing,
  showPassword: ShowPassword = () => undefined,
): Promise<LoadedConfig> {
  const { dataFolder, env } = sources;
  const file = join(dataFolder, 'config.yml');
  const text = await readConfigText(file);
  const document = readDocument(text ?? '', file, COORDINATOR_TABLE);
  const given = givenLayers(sources);
  const resolved = settingsOf([...given, document]);
  const lost = await lostSince(dataFolder, file, text !== undefined, [...given, document]);

  const password = await settlePassword(given, document, resolved['auth.password'], hashing);
  const settings = { ...resolved, 'auth.password': password.hash };
  const missing = missingSecrets(settings, document);
  if (password.store) missing.set('auth.password', password.hash);
  if (password.fresh !== undefined) showPassword(password.fresh);
  if (text === undefined) await writeConfigFile(file, newConfigText(missing, COORDINATOR_TABLE));
  else if (missing.size > 0) {
    const changed = [...missing].reduce((so, [name, value]) => writeValue(so, name, value), text);
    await writeConfigFile(file, changed);
  }
  const signingKey = await loadSigningKey(join(dataFolder, 'token.key'));
  const warnings = [...misspeltVariables(env, COORDINATOR_TABLE), ...lost.warnings];
  const keys =
    text === undefined
      ? Object.keys(COORDINATOR_TABLE.keys)
      : [...document.values.keys(), ...missing.keys(), ...lost.others];
  return { settings, file, freshPassword: password.fresh, signingKey, keys: [...new Set(keys)], warnings };
}

/** What is missing since the last start. Throws a ConfigError for what may not be. */
async function lostSince(
  dataFolder: string,
  file: string,
  isThere: boolean,
  layers: readonly Layer[],
): Promise<LostKeys> {
  const lost = lostKeys(await readInstallation(dataFolder), {
    dataFolder,
    file,
    isThere,
    knows: (key) => Object.hasOwn(COORDINATOR_TABLE.keys, key),
    layers,
  });
  if (lost.issues.length > 0) throw new ConfigError(lost.issues);
  return lost;
}

function givenLayers({ env, overrides = [] }: ConfigSources): Layer[] {
  const options = overrides.map(({ name, value, option }) => [name, { value, where: option }] as const);
  return [{ values: new Map(options), issues: [] }, readEnvironment(env, COORDINATOR_TABLE)];
}

function settingsOf(layers: readonly Layer[]): Settings {
  const resolved = resolveSettings(layers, COORDINATOR_TABLE);
  if (!resolved.ok) throw new ConfigError(resolved.issues);
  const contradictions = contradictionsIn(resolved.settings, layers);
  if (contradictions.length > 0) throw new ConfigError(contradictions);
  return resolved.settings;
}

/** Generated secrets that the file does not have yet; `settlePassword` handles the password. */
function missingSecrets(settings: Settings, document: Layer): Map<string, string> {
  const missing = new Map<string, string>();
  for (const name of ['api_key', 'channel.secret'] as const) {
    if (!document.values.has(name)) missing.set(name, settings[name]);
  }
  return missing;
}
