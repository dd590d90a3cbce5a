import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { BanPageQuery, BanStore, Page } from '../../actors/ports.ts';
import type { Ban, BanAuthor } from '../../domain/ban.ts';
import type { Uuid } from '../../domain/uuid.ts';
import { type Database, transact } from '../database.ts';
import { matchName } from '../queries/name-match.ts';
import { countMatches, pageQuery } from '../queries/page-query.ts';
import type { BanLogTable, BanTable, Tables } from '../tables.ts';
import { lookUp } from '../queries/look-up.ts';

const COLUMNS = [
  'uuid',
  'username',
  'expiration',
  'reason',
  'ip',
  'ban_count',
  'banned_at',
  'active',
] as const satisfies readonly (keyof BanTable)[];
const ACTIVE_PER_BATCH = 10_000;
/** Few enough that reading them takes the event loop a millisecond or two. */
const PER_BATCH = 500;

/** Permanent bans sort as the latest to expire. */
const LATEST = sql.raw('case when expiration = 0 then 9223372036854775807 else expiration end');
const SORT_KEYS = {
  name: sql.ref('username'),
  expires: LATEST,
  times: sql.ref('ban_count'),
  date: sql.ref('banned_at'),
} as const satisfies Record<BanPageQuery['sort'], RawBuilder<unknown>>;

/** What `SORT_KEYS` are of a row. */
const KEY_OF = {
  name: (row: BanTable) => row.username,
  expires: (row: BanTable) => (row.expiration === 0 ? 2n ** 63n - 1n : row.expiration),
  times: (row: BanTable) => row.ban_count,
  date: (row: BanTable) => row.banned_at,
} as const satisfies Record<BanPageQuery['sort'], (row: BanTable) => string | number | bigint>;

/** `NetworkBans`, one row for each player, and its append-only history `NetworkBanLog`. */
export class SqlBanStore implements BanStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  save(ban: Omit<Ban, 'count' | 'active'>, by: BanAuthor): Promise<Ban> {
    return transact(this.#database, async (transaction) => {
      await this.#write(transaction, ban);
      await appendToLog(transaction, 'ban', ban, ban.bannedAt, by);
      const row = await transaction
        .selectFrom('NetworkBans')
        .select('ban_count')
        .where('uuid', '=', ban.uuid)
        .executeTakeFirstOrThrow();
      return { ...ban, count: row.ban_count, active: true };
    });
  }

  /** The statement that writes also counts, so two processes that ban at once are both counted. */
  async #write(transaction: Transaction<Tables>, ban: Omit<Ban, 'count' | 'active'>): Promise<void> {
    const { uuid, ...rest } = {
      uuid: ban.uuid,
      username: ban.name,
      expiration: ban.expires,
      reason: ban.reason,
      ip: ban.ip,
      banned_at: ban.bannedAt,
      active: 1,
    };
    const insert = transaction.insertInto('NetworkBans').values({ uuid, ...rest, ban_count: 1 });
    const update = { ...rest, ban_count: sql<number>`NetworkBans.ban_count + 1` };
    await (this.#database.dialect === 'mysql'
      ? insert.onDuplicateKeyUpdate(update)
      : insert.onConflict((conflict) => conflict.column('uuid').doUpdateSet(update))
    ).execute();
  }

  lift(uuid: Uuid, at: number, by: BanAuthor): Promise<Ban | undefined> {
    return transact(this.#database, async (transaction) => {
      const lifted = await transaction
        .updateTable('NetworkBans')
        .set({ active: 0 })
        .where('uuid', '=', uuid)
        .where('active', '=', 1)
        .executeTakeFirst();
      const row = await transaction
        .selectFrom('NetworkBans')
        .select(COLUMNS)
        .where('uuid', '=', uuid)
        .executeTakeFirst();
      const ban = row && banOf(row);
      // A ban that was lifted before stays lifted and is not logged again.
      if (ban !== undefined && lifted.numUpdatedRows > 0n)
        await appendToLog(transaction, 'unban', ban, at, by);
      return ban;
    });
  }

  async find(uuid: Uuid): Promise<Ban | undefined> {
    const [ban] = await this.findMany([uuid]);
    return ban;
  }

  async findMany(uuids: readonly Uuid[]): Promise<Ban[]> {
    const { reader } = this.#database;
    const rows = await lookUp(uuids, (part) =>
      reader.selectFrom('NetworkBans').select(COLUMNS).where('uuid', 'in', part).execute(),
    );
    return rows.map(banOf);
  }

  /** Reads the next batch while the caller works on one. */
  async *active(now: number): AsyncIterable<readonly Ban[]> {
    let next: Promise<BanTable[]> | undefined = this.#activeAfter('', now);
    while (next !== undefined) {
      const rows: BanTable[] = await next;
      const last = rows.at(-1);
      next =
        last === undefined || rows.length < ACTIVE_PER_BATCH ? undefined : this.#activeAfter(last.uuid, now);
      // The caller may stop early; then nothing else handles a failure of this batch.
      next?.catch(() => undefined);
      if (rows.length > 0) yield rows.map(banOf);
    }
  }

  #activeAfter(uuid: string, now: number): Promise<BanTable[]> {
    return (
      this.#database.reader
        .selectFrom('NetworkBans')
        .select(COLUMNS)
        // An expression: with the index on `active` the database would sort all rows for every batch.
        .where(sql<number>`active + 0`, '=', 1)
        .where((is) => is.or([is('expiration', '=', 0), is('expiration', '>', now)]))
        .where(sql<string>`uuid`, '>', uuid)
        .orderBy('uuid')
        .limit(ACTIVE_PER_BATCH)
        .execute()
    );
  }

  async page(query: BanPageQuery): Promise<Page<Ban>> {
    const { dialect, reader } = this.#database;
    const { limit, offset } = query;
    const match = matchName(dialect, query.search, false);
    const rowsQuery: RawBuilder<BanTable> = pageQuery(dialect, {
      table: 'NetworkBans',
      key: SORT_KEYS[query.sort],
      order: query.order,
      match,
      after: null,
      limit: limit ?? Number.MAX_SAFE_INTEGER,
      offset,
    });
    const [{ rows }, total] = await Promise.all([
      rowsQuery.execute(reader),
      limit === null && offset === 0 ? undefined : countMatches(reader, 'NetworkBans', match),
    ]);
    return { rows: rows.map(banOf), total: total ?? rows.length, next: null };
  }

  /**
   * Each batch continues behind the last row of the one before, so it costs the same wherever it is. Whatever moves a row
   * in an order also sets its date: those that are newer than the newest at the start are left out, and so none comes twice.
   */
  async *batches({
    sort,
    order,
    search,
    offset,
  }: Omit<BanPageQuery, 'limit'>): AsyncIterable<readonly Ban[]> {
    const { dialect, reader } = this.#database;
    const { newest } = await reader
      .selectFrom('NetworkBans')
      .select((is) => is.fn.max('banned_at').as('newest'))
      .executeTakeFirstOrThrow();
    const { condition } = matchName(dialect, search, false);
    // In the order of the index also for a search: sorting all matches again for each batch would cost more in the end.
    const match = { condition: sql`${condition} and banned_at <= ${newest ?? 0}`, walksIndex: true };
    const key = SORT_KEYS[sort];
    let last: BanTable | undefined;
    for (;;) {
      const after = last === undefined ? null : { key: KEY_OF[sort](last), uuid: last.uuid };
      const skipped = last === undefined ? offset : 0;
      const page = {
        table: 'NetworkBans',
        key,
        order,
        match,
        after,
        limit: PER_BATCH,
        offset: skipped,
      } as const;
      const batch: RawBuilder<BanTable> = pageQuery(dialect, page);
      const { rows } = await batch.execute(reader);
      if (rows.length > 0) yield rows.map(banOf);
      last = rows.at(-1);
      if (last === undefined || rows.length < PER_BATCH) return;
    }
  }

  async settleExpired(now: number): Promise<number> {
    const result = await this.#database.writer
      .updateTable('NetworkBans')
      .set({ active: 0 })
      .where('active', '=', 1)
      .where('expiration', '>', 0)
      .where('expiration', '<=', now)
      .executeTakeFirst();
    return Number(result.numUpdatedRows);
  }

  async noteAddress(uuid: Uuid, ip: string): Promise<void> {
    await this.#database.writer.updateTable('NetworkBans').set({ ip }).where('uuid', '=', uuid).execute();
  }
}

async function appendToLog(
  transaction: Transaction<Tables>,
  action: BanLogTable['action'],
  ban: Omit<Ban, 'count' | 'active'>,
  at: number,
  by: BanAuthor,
): Promise<void> {
  await transaction
    .insertInto('NetworkBanLog')
    .values({
      action,
      uuid: ban.uuid,
      username: ban.name,
      reason: ban.reason,
      at,
      expires: ban.expires,
      via: by.via,
      author_name: by.name,
      author_uuid: by.uuid,
    })
    .execute();
}

function banOf(row: BanTable): Ban {
  return {
    uuid: row.uuid,
    name: row.username,
    reason: row.reason,
    bannedAt: row.banned_at,
    expires: row.expiration,
    ip: row.ip,
    count: row.ban_count,
    active: row.active === 1,
  };
}
