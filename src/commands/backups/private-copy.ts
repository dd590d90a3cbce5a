import { chmod, copyFile, open } from 'node:fs/promises';

/** Copies a file so that only its owner can read it, and waits until it is on disk. */
export async function copyPrivately(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await chmod(to, 0o600);
  await syncFile(to);
}

/** Waits until what was written to a file is on disk. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
