import type { HistoryStore } from '../../actors/ports.ts';
import type { HistoryPoint } from '../../domain/resources.ts';
import { type Database, write } from '../database.ts';
import { upsert } from '../queries/upsert.ts';

const DAY_MS = 86_400_000;

/** `NetworkHistory`: players online, one row for each minute of the last day. */
export class SqlHistoryStore implements HistoryStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async load(since: number): Promise<HistoryPoint[]> {
    const rows = await this.#database.reader
      .selectFrom('NetworkHistory')
      .select(['at', 'players'])
      .where('at', '>=', since)
      .orderBy('at')
      .execute();
    return rows.map(({ at, players }) => ({ timestamp: at, count: players }));
  }

  async append({ timestamp, count }: HistoryPoint): Promise<void> {
    const into = { table: 'NetworkHistory', key: 'at', columns: ['at', 'players'] } as const;
    const row = { at: timestamp, players: count };
    await write(this.#database, async (db) => {
      await upsert(db, this.#database.dialect, into, [row]);
      await db
        .deleteFrom('NetworkHistory')
        .where('at', '<', timestamp - DAY_MS)
        .execute();
    });
  }
}
