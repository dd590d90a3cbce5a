import { fileIdentity, type FileIdentity } from '../../runtime/files/file-identity.ts';
import type { LostCode } from '../lost-codes.ts';

/** What is written now would be in a file that nobody finds again. */
export class OwnFilesLost extends Error {
  override readonly name = 'OwnFilesLost';
  readonly code: LostCode;

  constructor(code: LostCode) {
    super(code);
    this.code = code;
  }
}

/**
 * The files of an open database. SQLite goes on writing to files that were removed or replaced, and says that all is
 * well; what it wrote is gone when the process ends. So a thread looks before it writes.
 */
export class OwnFiles {
  readonly #file: string;
  readonly #identity: FileIdentity;
  /** Undefined until the log is there. */
  #log: FileIdentity | undefined;

  constructor(file: string, identity: FileIdentity) {
    this.#file = file;
    this.#identity = identity;
  }

  /** Throws OwnFilesLost when they are not at their paths any more. */
  require(): void {
    const found = fileIdentity(this.#file);
    if (found === undefined) throw new OwnFilesLost('STORE_GONE');
    if (found !== this.#identity) throw new OwnFilesLost('STORE_REPLACED');
    if (this.#log !== undefined && fileIdentity(this.#logFile) !== this.#log)
      throw new OwnFilesLost('STORE_LOG_GONE');
  }

  /** Something was written, so the log is open now; it stays the same one for as long as this thread has it open. */
  noteLog(): void {
    this.#log ??= fileIdentity(this.#logFile);
  }

  get #logFile(): string {
    return `${this.#file}-wal`;
  }
}
