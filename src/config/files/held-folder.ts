import { stat } from 'node:fs/promises';
import { type FileIdentity, fileIdentity, findFileIdentity } from '../../runtime/files/file-identity.ts';
import { lockDataFolder, lockFile } from './data-folder-lock.ts';

/**
 * A data folder that this process has locked. A lock whose file was removed keeps nobody out any more, so it is looked at
 * from time to time.
 */
export class HeldFolder {
  readonly #folder: string;
  #unlock: () => void;
  #identity: FileIdentity | undefined;

  /** Creates the folder if needed and locks it; throws as `lockDataFolder` does. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#unlock = lockDataFolder(folder);
    this.#identity = fileIdentity(lockFile(folder));
  }

  /**
   * Answers whether the lock had to be taken anew. Rejects with FolderInUse when another coordinator has it, and with
   * another error when the folder is gone or cannot be locked.
   */
  async keep(): Promise<boolean> {
    const path = lockFile(this.#folder);
    if ((await findFileIdentity(path)) === this.#identity) return false;
    // A folder that was taken away is not made anew: the next start would find it new.
    await stat(this.#folder);
    const unlock = lockDataFolder(this.#folder);
    this.#unlock();
    this.#unlock = unlock;
    this.#identity = fileIdentity(path);
    return true;
  }

  unlock(): void {
    this.#unlock();
  }
}
