import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { writeFileAtomically } from '../../runtime/files/atomic-file.ts';
import { ExplainedError } from '../../runtime/explained-error.ts';
import { ConfigError } from '../config-error.ts';
import { ifThere } from './file-absence.ts';

const NEW_LINE = 0x0a;

/**
 * The text of a `config.yml`; undefined when there is none. Throws a ConfigError for what cannot be read: a folder, a
 * file of somebody else, and bytes that are not UTF-8, which would silently be another password.
 */
export async function readConfigText(file: string): Promise<string | undefined> {
  const bytes = await readConfigFile(file);
  if (bytes === undefined) return undefined;
  const line = firstBrokenLine(bytes);
  if (line === undefined) return new TextDecoder().decode(bytes);
  const message = 'is not UTF-8: save the file with that encoding';
  throw new ConfigError([{ where: `${file}:${line}`, key: '', message }]);
}

/** The bytes of a file of the data folder; undefined when there is none. Throws a ConfigError for what cannot be read. */
export function readConfigFile(file: string): Promise<Uint8Array | undefined> {
  return ifThere(readFile(file)).catch((error: unknown) => {
    throw new ConfigError([{ where: file, key: '', message: reasonOf(error) }]);
  });
}

/** Replaces a file of the data folder. Rejects with its path and the reason, as on a full disk. */
export async function writeConfigFile(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFileAtomically(file, content);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ExplainedError(`${file} cannot be written: ${reason}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EISDIR') return 'is a folder where a file is expected';
  return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}

/** Counts from 1. A new line is never part of another character. */
function firstBrokenLine(bytes: Uint8Array): number | undefined {
  if (isUtf8(bytes)) return undefined;
  let start = 0;
  for (let line = 1; ; line += 1) {
    const found = bytes.indexOf(NEW_LINE, start);
    const end = found < 0 ? bytes.length : found;
    if (!isUtf8(bytes.subarray(start, end)) || found < 0) return line;
    start = end + 1;
  }
}
