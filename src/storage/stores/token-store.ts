import type { TokenStore } from '../../actors/ports.ts';
import { type Database, write } from '../database.ts';
import { upsert } from '../queries/upsert.ts';

/** `NetworkRevokedTokens`. */
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
}
