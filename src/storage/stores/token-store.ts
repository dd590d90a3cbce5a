import type { TokenStore } from '../../actors/ports.ts';
import type { Database } from '../database.ts';
import { upsert } from '../queries/upsert.ts';

/** `NetworkRevokedTokens`. */
export class SqlTokenStore implements TokenStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  revoked(now: number): Promise<{ id: string; expires: number }[]> {
    return this.#database.reader
      .selectFrom('NetworkRevokedTokens')
      .select(['id', 'expires'])
      .where('expires', '>', now)
      .execute();
  }

  async revoke(id: string, expires: number, now: number): Promise<void> {
    const { writer, dialect } = this.#database;
    const row = { id, expires };
    await upsert(writer, dialect, { table: 'NetworkRevokedTokens', key: 'id', columns: ['id', 'expires'] }, [
      row,
    ]);
    await writer.deleteFrom('NetworkRevokedTokens').where('expires', '<=', now).execute();
  }
}
