import { type BigIntStats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';

/** Which file it is: another one at the same path has another identity for as long as the first is open. */
export type FileIdentity = string;

/** Which file the path leads to; undefined when none can be reached. Blocks, so only for a thread that may. */
export function fileIdentity(path: string): FileIdentity | undefined {
  try {
    return identityOf(statSync(path, { bigint: true }));
  } catch {
    return undefined;
  }
}

/** As `fileIdentity`, for the main thread: a folder on another machine may take long to answer. Never rejects. */
export function findFileIdentity(path: string): Promise<FileIdentity | undefined> {
  return stat(path, { bigint: true }).then(identityOf, () => undefined);
}

function identityOf({ dev, ino }: BigIntStats): FileIdentity {
  return `${dev}:${ino}`;
}
