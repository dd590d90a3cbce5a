import { join } from 'node:path';
import * as f from '../../domain/fields/field.ts';
import { ConfigError } from '../config-error.ts';
import { readConfigFile, writeConfigFile } from './config-file.ts';

const NOTE =
  'Written by Portcullis when its database is open. While this file is here, a start refuses an empty database and a config.yml without its secrets. Remove it to begin anew on purpose.';
const MAX_KEYS = 10_000;

const installationField = f.object({
  note: f.string(),
  since: f.string(),
  database: f.string(),
  keys: f.array(f.string(), MAX_KEYS),
});

/** What a data folder had at its last start. */
export interface Installation {
  /** The day of the first start that came as far as the database, as in 2026-05-01. */
  readonly since: string;
  /** Where the database was, without a password. */
  readonly database: string;
  /** The keys that `config.yml` had. */
  readonly keys: readonly string[];
}

/** The path of the file that says a data folder has been used. */
export function installationFile(dataFolder: string): string {
  return join(dataFolder, 'installation.json');
}

/** What the last start recorded; undefined for a new data folder. Throws a ConfigError for a file that cannot be read. */
export async function readInstallation(dataFolder: string): Promise<Installation | undefined> {
  const file = installationFile(dataFolder);
  const bytes = await readConfigFile(file);
  if (bytes === undefined) return undefined;
  const checked = f.check(installationField, jsonOf(new TextDecoder().decode(bytes)));
  if (checked.ok) return checked.value;
  const message =
    'is damaged: look whether config.yml and the database are as they should be, then remove it';
  throw new ConfigError([{ where: file, key: '', message }]);
}

/** Records what a data folder has now, for the next start to compare. Writes only what is new. */
export async function recordInstallation(
  dataFolder: string,
  now: Omit<Installation, 'since'>,
  at: number,
): Promise<void> {
  const before = await readInstallation(dataFolder);
  const since = before?.since ?? new Date(at).toISOString().slice(0, 10);
  const text = textOf({ ...now, since });
  if (before !== undefined && textOf(before) === text) return;
  await writeConfigFile(installationFile(dataFolder), text);
}

function textOf({ since, database, keys }: Installation): string {
  return `${JSON.stringify({ note: NOTE, since, database, keys }, null, 2)}\n`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
