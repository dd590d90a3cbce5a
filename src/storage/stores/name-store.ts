import { sql } from 'kysely';
import type { NameProof, NameRecord, NameStore } from '../../actors/ports.ts';
import type { Uuid } from '../../domain/uuid.ts';
import { type Database, write } from '../database.ts';
import { lookUp } from '../queries/look-up.ts';
import { upsert } from '../queries/upsert.ts';
import type { NameTable } from '../tables.ts';

const COLUMNS = ['name_key', 'uuid', 'proved_by', 'proved_at', 'first_seen', 'last_seen'] as const;
const MAX_NAMES = 20;
const PROOFS: readonly NameProof[] = ['account', 'agent', 'server'];

/** `NetworkNames`. */
export class SqlNameStore implements NameStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async findMany(keys: readonly string[]): Promise<NameRecord[]> {
    const { reader } = this.#database;
    const rows = await lookUp(keys, (part) =>
      reader.selectFrom('NetworkNames').select(COLUMNS).where('name_key', 'in', part).execute(),
    );
    return rows.map(recordOf);
  }

  async namesOf(uuids: readonly Uuid[]): Promise<NameRecord[]> {
    const { reader } = this.#database;
    const rows = await lookUp(uuids, (part) =>
      reader
        .selectFrom((from) =>
          from
            .selectFrom('NetworkNames')
            .select(COLUMNS)
            // Of each: a limit of the whole would let one who is claimed under many names hide whom others ask about.
            .select(sql<number>`row_number() over (partition by uuid order by last_seen desc)`.as('place'))
            .where('uuid', 'in', part)
            .as('named'),
        )
        .select(COLUMNS)
        .where('place', '<=', MAX_NAMES)
        .orderBy('last_seen', 'desc')
        .execute(),
    );
    return rows.map(recordOf);
  }

  async save(rows: readonly NameRecord[]): Promise<void> {
    if (rows.length === 0) return;
    const into = { table: 'NetworkNames', key: 'name_key', columns: COLUMNS } as const;
    await write(this.#database, (db) => upsert(db, this.#database.dialect, into, rows.map(rowOf)));
  }
}

function recordOf(row: NameTable): NameRecord {
  return {
    key: row.name_key,
    uuid: row.uuid,
    // A word that another version wrote is no proof that this version knows.
    provedBy: PROOFS.find((proof) => proof === row.proved_by) ?? null,
    provedAt: row.proved_at,
    firstSeen: row.first_seen,
    lastSeen: row.last_seen,
  };
}

function rowOf(record: NameRecord): NameTable {
  return {
    name_key: record.key,
    uuid: record.uuid,
    proved_by: record.provedBy,
    proved_at: record.provedAt,
    first_seen: record.firstSeen,
    last_seen: record.lastSeen,
  };
}
