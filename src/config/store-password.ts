import { checkConfig } from './load-config.ts';
import { ConfigError } from './config-error.ts';
import type { Environment } from './environment.ts';
import { readConfigText, writeConfigFile } from './files/config-file.ts';
import { writeValue } from './files/config-text.ts';
import { COORDINATOR_TABLE } from './tables/coordinator-keys.ts';
import { environmentName } from './tables/key-table.ts';

const KEY = 'auth.password';

/**
 * Writes the hash of a new password into `config.yml`, and leaves every other byte unchanged. It takes effect at the next
 * start. Throws a ConfigError for a file that no start would accept, and where the environment sets the password.
 */
export async function storePassword(dataFolder: string, env: Environment, hash: string): Promise<void> {
  const { file } = await checkConfig({ dataFolder, env });
  const variable = environmentName(COORDINATOR_TABLE, KEY);
  if (env[variable]) {
    throw new ConfigError([{ where: variable, key: KEY, message: 'is set there: change it there' }]);
  }
  const text = (await readConfigText(file)) ?? '';
  await writeConfigFile(file, writeValue(text, KEY, hash));
}
