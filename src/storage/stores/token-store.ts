import type { TokenStore } from '../../actors/ports.ts';
import { type Database, write } from '../database.ts';
import { upsert } from '../queries/upsert.ts';

/** The row of `NetworkSettings` with the generation of the tokens that are valid, as JSON. */
const SESSIONS = 'sessions';

/** `NetworkRevokedTokens`, and a row of `NetworkSettings`. */
export class SqlTokenStore implements TokenStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  revoked(after: number): Promise<{ id: string; expires: number }[]> {
    return this.#database.reader
      .selectFrom('NetworkRevokedTokens')
      .select(['id', 'expires'])
      .where('expires', '>', after)
      .execute();
  }

  async revoke(id: string, expires: number, forgetBefore: number): Promise<void> {
    const into = { table: 'NetworkRevokedTokens', key: 'id', columns: ['id', 'expires'] } as const;
    await write(this.#database, async (db) => {
      await upsert(db, this.#database.dialect, into, [{ id, expires }]);
      await db.deleteFrom('NetworkRevokedTokens').where('expires', '<=', forgetBefore).execute();
    });
  }

  async generation(): Promise<string> {
    const row = await this.#database.reader
      .selectFrom('NetworkSettings')
      .select('value')
      .where('name', '=', SESSIONS)
      .executeTakeFirst();
    // Only compared: a row that somebody else wrote ends all sessions, and the next generation puts it right.
    return row === undefined ? '' : row.value.replace(/^"(.*)"$/, '$1');
  }

  async beginGeneration(generation: string): Promise<void> {
    const row = { name: SESSIONS, value: JSON.stringify(generation) };
    const into = { table: 'NetworkSettings', key: 'name', columns: ['name', 'value'] } as const;
    await write(this.#database, (db) => upsert(db, this.#database.dialect, into, [row]));
  }
}
