import { type SelectQueryBuilder, sql } from 'kysely';
import type { ForgottenPart, RetentionStore } from '../../actors/ports.ts';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';

/** What one call looks at: some ten milliseconds of the thread that also writes bans. */
const ROWS_PER_PART = 1_000;

/**
 * Forgets old rows part by part, in the order of the key. A walk over the whole table needs no index by time, which every
 * write of an address would have to keep.
 */
export class SqlRetentionStore implements RetentionStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async forgetAddresses(before: number, after: string | null): Promise<ForgottenPart> {
    const { reader, writer } = this.#database;
    const first = after ?? '';
    const last = await lastKeyOf(
      reader
        .selectFrom('NetworkAddresses')
        .select(sql<string>`uuid`.as('key'))
        .where(sql<string>`uuid`, '>', first)
        .orderBy('uuid'),
    );
    let removal = writer
      .deleteFrom('NetworkAddresses')
      .where('seen_at', '<', before)
      .where(sql<string>`uuid`, '>', first);
    if (last !== null) removal = removal.where(sql<string>`uuid`, '<=', last);
    const { numDeletedRows } = await removal.executeTakeFirst();
    return { forgotten: Number(numDeletedRows), next: last };
  }

  /** A ban is over since it was lifted, which the log says, or since it expired; whichever is not known counts as long ago. */
  async forgetBanAddresses(before: number, now: number, after: string | null): Promise<ForgottenPart> {
    const { reader, writer } = this.#database;
    const first = after ?? '';
    const last = await lastKeyOf(
      reader
        .selectFrom('NetworkBans')
        .select(sql<string>`uuid`.as('key'))
        .where(sql<string>`uuid`, '>', first)
        .orderBy('uuid'),
    );
    const logged = sql`select 1 from NetworkBanLog as log where log.uuid = NetworkBans.uuid`;
    const wasLifted = sql`exists (${logged} and log.action = 'unban' and log.at >= NetworkBans.banned_at)`;
    let change = writer
      .updateTable('NetworkBans')
      .set({ ip: '' })
      .where('ip', '<>', '')
      // An expression, so that the key is used and not the index on `active`.
      .where(sql<number>`active + 0`, '=', 0)
      .where('banned_at', '<', before)
      .where(sql<boolean>`(expiration = 0 or expiration < ${before} or expiration > ${now} or ${wasLifted})`)
      .where(sql<boolean>`not exists (${logged} and log.at >= ${before})`)
      .where(sql<string>`uuid`, '>', first);
    if (last !== null) change = change.where(sql<string>`uuid`, '<=', last);
    const { numUpdatedRows } = await change.executeTakeFirst();
    return { forgotten: Number(numUpdatedRows), next: last };
  }

  async forgetBanLog(before: number, after: string | null): Promise<ForgottenPart> {
    const { reader, writer } = this.#database;
    const first = Number(after ?? 0);
    const last = await lastKeyOf(
      reader.selectFrom('NetworkBanLog').select('id as key').where('id', '>', first).orderBy('id'),
    );
    const isBanned = sql`select 1 from NetworkBans as ban where ban.uuid = NetworkBanLog.uuid and ban.active = 1`;
    let removal = writer
      .deleteFrom('NetworkBanLog')
      .where('at', '<', before)
      .where(sql<boolean>`not exists (${isBanned})`)
      .where('id', '>', first);
    if (last !== null) removal = removal.where('id', '<=', Number(last));
    const { numDeletedRows } = await removal.executeTakeFirst();
    return { forgotten: Number(numDeletedRows), next: last };
  }
}

/** The key of the last row of this part; null when no more rows follow than a part has. */
async function lastKeyOf<Name extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Name, { readonly key: string | number }>,
): Promise<string | null> {
  const row = await rows
    .limit(1)
    .offset(ROWS_PER_PART - 1)
    .executeTakeFirst();
  return row === undefined ? null : String(row.key);
}
