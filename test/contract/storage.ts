import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { systemClock } from '../../src/actors/clock.ts';
import type { Clock, LogFields, Logger, Storage } from '../../src/actors/ports.ts';
import { openStorage, type StorageOptions } from '../../src/storage/open-storage.ts';
import { banContract } from './storage-bans.ts';
import { friendContract } from './storage-friends.ts';
import { keepingContract } from './storage-keeping.ts';
import { migrationContract } from './storage-migrations.ts';
import { playerContract } from './storage-players.ts';
import { pagingContract } from './storage-paging.ts';

/** One empty database of an implementation. */
export interface Place {
  readonly url: string;
  readonly dataFolder: string;
  /** Runs a statement past the storage, as another program would. */
  run(statement: string): Promise<Record<string, unknown>[]>;
}

export interface Implementation {
  readonly dialect: 'mysql' | 'sqlite';
  createPlace(): Promise<Place>;
}

/** An open storage that every test finds empty. */
export interface Opened {
  readonly storage: Storage;
  readonly place: Place;
  readonly log: LogFields[];
}

export function recordedLogger(): { logger: Logger; log: LogFields[] } {
  const log: LogFields[] = [];
  const keep = (fields: LogFields) => void log.push(fields);
  return { log, logger: { debug: keep, info: keep, warn: keep, error: keep } };
}

/** Opens a place and answers its log as well. */
export async function open(
  place: Place,
  options: Partial<StorageOptions> & { clock?: Clock } = {},
): Promise<Opened> {
  const { logger, log } = recordedLogger();
  const { url, dataFolder } = place;
  const storage = await openStorage({ url, dataFolder, logger, clock: systemClock, ...options });
  return { storage, place, log };
}

const TABLES = [
  'NetworkPD',
  'NetworkBans',
  'NetworkBanLog',
  'NetworkServers',
  'NetworkSettings',
  'NetworkHistory',
  'NetworkAddresses',
  'NetworkRevokedTokens',
];

/** What every storage keeps, whatever is beneath it. */
export function storageContract(implementation: () => Implementation): void {
  describe('with one database', () => {
    let opened: Opened;
    beforeAll(async () => {
      opened = await open(await implementation().createPlace());
    });
    beforeEach(async () => {
      for (const table of TABLES) await opened.place.run(`delete from ${table}`);
    });
    afterAll(() => opened.storage.close());

    describe('players', () => playerContract(() => opened));
    describe('pages of players', () => pagingContract(() => opened));
    describe('bans', () => banContract(() => opened));
    describe('servers, settings, history, tokens and the clock', () => keepingContract(() => opened));
  });
  describe('friends', () => friendContract(implementation));
  describe('migrations', () => migrationContract(implementation));
}
