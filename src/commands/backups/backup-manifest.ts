import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../../runtime/files/atomic-file.ts';
import { ifThere } from '../../config/files/file-absence.ts';
import * as f from '../../domain/fields/field.ts';

/** The name of the copy of the embedded database in a backup, whatever it is called where it is used. */
export const DATABASE_FILE = 'portcullis.db';

/** The list of the files of a backup. */
export const MANIFEST_FILE = 'backup.json';
const MAX_FILES = 1_000;

/** A file of the folder itself, so that a manifest can name nothing outside of it. */
const fileNameField = f.string({ min: 1, max: 255, pattern: /^(?!\.{1,2}$)[^/\\:]+$/ });

const manifestField = f.object({
  format: f.literal(1),
  /** Of the program that made the backup. */
  version: f.text(64),
  madeAt: f.integer(0),
  /** SHA-256 in hexadecimal, by file name. */
  files: f.record(fileNameField, f.string({ pattern: /^[0-9a-f]{64}$/ }), MAX_FILES),
});

/** What is in a backup. It is written last, so that a folder that has it is whole. */
export type BackupManifest = f.Infer<typeof manifestField>;

/** Writes the manifest of the files that are in `folder`. */
export async function writeManifest(
  folder: string,
  {
    names,
    ...facts
  }: { readonly version: string; readonly madeAt: number; readonly names: readonly string[] },
): Promise<void> {
  const files: Record<string, string> = {};
  for (const name of names) files[name] = await hashOf(join(folder, name));
  const manifest: BackupManifest = { format: 1, ...facts, files };
  await writeFileAtomically(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Reads the manifest and checks every file against it. Rejects with an error for the operator. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await ifThere(readFile(join(folder, MANIFEST_FILE), 'utf8'));
  if (text === undefined)
    throw new Error(`${folder} is no backup of "portcullis backup": it has no ${MANIFEST_FILE}`);
  const read = f.check(manifestField, parsed(text));
  if (!read.ok) throw new Error(`${join(folder, MANIFEST_FILE)} cannot be read: it is damaged, or newer`);
  for (const [name, hash] of Object.entries(read.value.files)) {
    const found = await ifThere(hashOf(join(folder, name)));
    if (found === undefined) throw new Error(`${join(folder, name)} is missing: the backup is not whole`);
    if (found !== hash) throw new Error(`${join(folder, name)} is not as it was when the backup was made`);
  }
  return read.value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(file)) hash.update(part);
  return hash.digest('hex');
}
