import { FolderInUse } from '../../config/files/data-folder-lock.ts';
import type { HeldFolder } from '../../config/files/held-folder.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';

const LOOK_EVERY_MS = 3_000;

export interface DataFolderWatchDeps {
  readonly held: Pick<HeldFolder, 'keep'>;
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Looks every three seconds whether the data folder is still locked by this process. */
export class DataFolderWatch {
  /** Resolves when another coordinator has locked the folder: this one must end. */
  readonly taken: Promise<string>;
  readonly #deps: DataFolderWatchDeps;
  #take: (by: string) => void = () => undefined;
  #isGone = false;
  #isClosed = false;
  #timer: unknown;

  constructor(deps: DataFolderWatchDeps) {
    this.#deps = deps;
    this.taken = new Promise((resolve) => {
      this.#take = resolve;
    });
    this.#wait();
  }

  close(): void {
    this.#isClosed = true;
    this.#deps.clock.clearTimeout(this.#timer);
  }

  #wait(): void {
    this.#timer = this.#deps.clock.setTimeout(() => void this.#lookAndWait(), LOOK_EVERY_MS);
  }

  async #lookAndWait(): Promise<void> {
    await this.#look();
    if (!this.#isClosed) this.#wait();
  }

  /** Never rejects. */
  async #look(): Promise<void> {
    const { held, dataFolder, logger } = this.#deps;
    try {
      const isAnew = await held.keep();
      if (isAnew) {
        const detail =
          'The file coordinator.lock was removed, which keeps a second coordinator out; it was made anew';
        logger.warn({ event: 'data-folder.locked-anew', dataFolder, detail });
      } else if (this.#isGone) logger.info({ event: 'data-folder.recovered', dataFolder });
      this.#isGone = false;
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    const { dataFolder, logger } = this.#deps;
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof FolderInUse) {
      const detail =
        'Another coordinator has locked the data folder. This one decides nothing any more, and ends';
      logger.error({ event: 'data-folder.taken', dataFolder, by: error.holder, detail });
      this.#take(error.holder);
    } else if (!this.#isGone) {
      this.#isGone = true;
      const detail = `The data folder is gone or cannot be locked, so nothing keeps a second coordinator out. Put ${dataFolder} back, or stop Portcullis, restore a backup and start it`;
      logger.error({ event: 'data-folder.lost', dataFolder, reason, detail });
    }
  }
}
