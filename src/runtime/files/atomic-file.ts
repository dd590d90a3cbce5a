import { randomUUID } from 'node:crypto';
import { type FileHandle, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Replaces a whole file, readable by its owner only: after a crash it has the old content or the new one, never a part.
 * A symbolic link is kept, and its target is replaced. Where `write` writes the content piece by piece, other work runs
 * in between; when it rejects, the file stays as it was.
 */
export async function replaceFile(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const temporary = `${target}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(target));
}

/** As `replaceFile`, for content that is in memory. */
export function writeFileAtomically(path: string, content: string | Uint8Array): Promise<void> {
  return replaceFile(path, (file) => file.writeFile(content));
}

/** A rename in a folder is on disk only once the folder is. Windows cannot open a folder, and does not need this. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
