import type { AgentRecord, AgentSighting, AgentStore } from '../../actors/ports.ts';
import { type Database, transact, write } from '../database.ts';

const COLUMNS = [
  'name',
  'role',
  'secret_hash',
  'created',
  'revoked',
  'last_seen',
  'version',
  'may_ban',
] as const;

/** `NetworkAgents`. Another process may write it too: the command line beside a coordinator on MySQL. */
export class SqlAgentStore implements AgentStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async all(): Promise<AgentRecord[]> {
    const rows = await this.#database.reader
      .selectFrom('NetworkAgents')
      .select(COLUMNS)
      .orderBy('name')
      .execute();
    return rows.map((row) => ({
      name: row.name,
      role: row.role,
      secretHash: row.secret_hash,
      createdAt: row.created,
      revokedAt: row.revoked,
      lastSeen: row.last_seen,
      version: row.version,
      mayBan: row.role !== 'edge' && row.may_ban !== 0,
    }));
  }

  add({ name, role, mayBan, secretHash, createdAt }: Parameters<AgentStore['add']>[0]): Promise<boolean> {
    const row = { name, role, secret_hash: secretHash, created: createdAt, may_ban: mayBan ? 1 : 0 };
    return transact(this.#database, async (transaction) => {
      await transaction
        .deleteFrom('NetworkAgents')
        .where('name', '=', name)
        .where('revoked', '>', 0)
        .execute();
      const insert = transaction
        .insertInto('NetworkAgents')
        .values({ ...row, revoked: 0, last_seen: 0, version: '' });
      const added = await (this.#database.dialect === 'mysql'
        ? insert.ignore()
        : insert.orIgnore()
      ).executeTakeFirst();
      return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
    });
  }

  async revoke(name: string, at: number): Promise<boolean> {
    const revoked = await write(this.#database, (db) =>
      db
        .updateTable('NetworkAgents')
        .set({ revoked: at })
        .where('name', '=', name)
        .where('revoked', '=', 0)
        .executeTakeFirst(),
    );
    return revoked.numUpdatedRows > 0n;
  }

  async forget(name: string): Promise<void> {
    await write(this.#database, (db) =>
      db.deleteFrom('NetworkAgents').where('name', '=', name).where('revoked', '>', 0).execute(),
    );
  }

  noteSeen(sightings: readonly AgentSighting[]): Promise<void> {
    return transact(this.#database, async (transaction) => {
      for (const { name, secretHash, lastSeen, version } of sightings) {
        await transaction
          .updateTable('NetworkAgents')
          .set({ last_seen: lastSeen, version })
          .where('name', '=', name)
          .where('secret_hash', '=', secretHash)
          .execute();
      }
    });
  }
}
