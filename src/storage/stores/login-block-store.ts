import type { LoginBlock, LoginBlockStore } from '../../actors/ports.ts';
import { type Database, transact } from '../database.ts';
import { upsert } from '../queries/upsert.ts';

const INTO = {
  table: 'NetworkLoginBlocks',
  key: 'block_hash',
  columns: ['block_hash', 'last_login', 'by_agent'],
} as const;

/** The rows of `NetworkLoginBlocks` of one kind: those of logins (0) or of agents (1). */
export class SqlLoginBlockStore implements LoginBlockStore {
  readonly #database: Database;
  readonly #byAgent: 0 | 1;

  constructor(database: Database, byAgent: 0 | 1) {
    this.#database = database;
    this.#byAgent = byAgent;
  }

  async newest(after: number, limit: number): Promise<LoginBlock[]> {
    const rows = await this.#database.reader
      .selectFrom('NetworkLoginBlocks')
      .select(['block_hash', 'last_login'])
      .where('by_agent', '=', this.#byAgent)
      .where('last_login', '>', after)
      .orderBy('last_login', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ hash: row.block_hash, lastLogin: row.last_login }));
  }

  save(blocks: readonly LoginBlock[], forgetBefore: number, keep: number): Promise<void> {
    const { dialect } = this.#database;
    const rows = blocks.map(({ hash, lastLogin }) => ({
      block_hash: hash,
      last_login: lastLogin,
      by_agent: this.#byAgent,
    }));
    return transact(this.#database, async (transaction) => {
      await upsert(transaction, dialect, INTO, rows);
      const beyond = await transaction
        .selectFrom('NetworkLoginBlocks')
        .select('last_login')
        .where('by_agent', '=', this.#byAgent)
        .orderBy('last_login', 'desc')
        .limit(1)
        .offset(keep)
        .executeTakeFirst();
      const oldest = Math.max(forgetBefore, beyond?.last_login ?? forgetBefore);
      await transaction
        .deleteFrom('NetworkLoginBlocks')
        .where('by_agent', '=', this.#byAgent)
        .where('last_login', '<=', oldest)
        .execute();
    });
  }
}
