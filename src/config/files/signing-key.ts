import { randomBytes } from 'node:crypto';
import { ConfigError } from '../config-error.ts';
import { readConfigFile, writeConfigFile } from './config-file.ts';

const KEY_BYTES = 32;

/** Reads the key that signs login tokens; the first start creates it. Removing the file ends every session. */
export async function loadSigningKey(path: string): Promise<Uint8Array> {
  const stored = await readConfigFile(path);
  if (stored === undefined) {
    const made = randomBytes(KEY_BYTES);
    await writeConfigFile(path, made);
    return made;
  }
  if (stored.length !== KEY_BYTES) {
    const message = `must be ${KEY_BYTES} bytes; remove it to have a new one generated, which ends every session`;
    throw new ConfigError([{ where: path, key: '', message }]);
  }
  return stored;
}
