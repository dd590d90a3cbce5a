import { join } from 'node:path';
import { readDocument } from '../../../../src/config/files/config-document.ts';
import { ConfigError, type ConfigIssue } from '../../../../src/config/config-error.ts';
import { newConfigText } from '../../../../src/config/files/config-text.ts';
import { type Environment, misspeltVariables, readEnvironment } from '../../../../src/config/environment.ts';
import { readConfigText, writeConfigFile } from '../../../../src/config/files/config-file.ts';
import { materialWarnings } from '../../../../src/config/materials/material-warnings.ts';
import { resolveSettings } from '../../../../src/config/resolve-settings.ts';
import { scheduleWarnings } from '../../../../src/config/schedule-warnings.ts';
import { LOBBY_TABLE, type LobbySettings } from './lobby-keys.ts';

export interface LoadedLobbyConfig {
  readonly settings: LobbySettings;
  readonly warnings: readonly string[];
}

/**
 * Reads the lobby's configuration, and writes `config.yml` when there is none. Throws a ConfigError with every issue; at
 * the first start these are the keys that must be filled in. The data folder must exist.
 */
export async function loadLobbyConfig(dataFolder: string, env: Environment): Promise<LoadedLobbyConfig> {
  const file = join(dataFolder, 'config.yml');
  const text = await readConfigText(file);
  const document = readDocument(text ?? '', file, LOBBY_TABLE);
  const resolved = resolveSettings([readEnvironment(env, LOBBY_TABLE), document], LOBBY_TABLE);
  if (!resolved.ok) throw new ConfigError(resolved.issues);
  if (text === undefined) await writeConfigFile(file, newConfigText(new Map(), LOBBY_TABLE));
  const { settings } = resolved;
  const issues = missingIn(settings, file);
  if (issues.length > 0) throw new ConfigError(issues);
  const warnings = [
    ...misspeltVariables(env, LOBBY_TABLE),
    ...scheduleWarnings('reboot.schedule', settings['reboot.schedule'], {
      timezone: settings['reboot.timezone'],
      now: Date.now(),
    }),
    ...materialWarnings(settings),
  ];
  return { settings, warnings };
}

/** The rules about several keys, which no single key can check. */
function missingIn(settings: LobbySettings, where: string): ConfigIssue[] {
  const mode = settings['forwarding.mode'];
  const rules: [boolean, string, string][] = [
    [
      settings['coordinator.secret'] === '',
      'coordinator.secret',
      'is missing: take channel.secret from the config.yml of the coordinator',
    ],
    [settings['server.name'] === '', 'server.name', 'is missing: the name of this lobby in the network'],
    [
      mode === 'velocity' && settings['forwarding.secret'] === '',
      'forwarding.secret',
      'is missing: take it from the file forwarding.secret of Velocity',
    ],
    [
      mode === 'bungeeguard' && settings['forwarding.tokens'].length === 0,
      'forwarding.tokens',
      'are missing: take the token from the config of BungeeGuard or Velocity',
    ],
  ];
  return rules.flatMap(([isWrong, key, message]) => (isWrong ? [{ where, key, message }] : []));
}
