import type { Clock } from '../../runtime/clock.ts';
import { FoldedLog } from '../../runtime/folded-log.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { PlayerStore } from '../ports.ts';
import type { LeaseParties } from './lease-parties.ts';

/** One question to the database is about so many players. */
const BATCH = 1_000;

export interface PartyNamesDeps {
  readonly players: PlayerStore;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Wanted {
  readonly parties: LeaseParties;
  /** Is told once names were learnt. */
  readonly learnt: () => void;
}

/**
 * Members of parties may be offline: their names are read from their rows, for one proxy after the other, so that proxies
 * that report their parties all the time ask the database one question at a time.
 */
export class PartyNames {
  readonly #players: PlayerStore;
  readonly #failed: FoldedLog;
  /** By proxy. */
  readonly #wanted = new Map<string, Wanted>();
  #isReading = false;

  constructor({ players, clock, logger }: PartyNamesDeps) {
    this.#players = players;
    const event = 'party.names-not-read';
    this.#failed = new FoldedLog({ clock, logger, level: 'warn', event, by: 'lease' });
  }

  /** Reads the names that the parties of a proxy lack, also where it waits to do that for earlier ones of the proxy. */
  learn(lease: string, parties: LeaseParties, learnt: () => void): void {
    this.#wanted.set(lease, { parties, learnt });
    if (!this.#isReading) void this.#readAll();
  }

  /** The proxy is gone. */
  forget(lease: string): void {
    this.#wanted.delete(lease);
  }

  /** Logs what was counted and not yet logged; what waits is not read any more. */
  close(): void {
    this.#wanted.clear();
    this.#failed.close();
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    for (let [next] = this.#wanted; next !== undefined; [next] = this.#wanted) {
      const [lease, wanted] = next;
      await this.#read(lease, wanted);
      if (this.#wanted.get(lease) === wanted) this.#wanted.delete(lease);
    }
    this.#isReading = false;
  }

  /** Until something newer is wanted for this proxy. Never rejects. */
  async #read(lease: string, wanted: Wanted): Promise<void> {
    const { parties, learnt } = wanted;
    const unnamed = parties.unnamed();
    if (unnamed.length === 0) return;
    try {
      for (let from = 0; from < unnamed.length && this.#wanted.get(lease) === wanted; from += BATCH) {
        const rows = await this.#players.findMany(unnamed.slice(from, from + BATCH));
        for (const { uuid, name } of rows) parties.learn(uuid, name);
        if (rows.length > 0) learnt();
      }
    } catch (error) {
      this.#failed.note(lease, { err: error });
    }
  }
}
