import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { BanPageQuery, BanStore, Page, WholeList } from '../../actors/ports.ts';
import type { Ban, BanAuthor, NewBan } from '../../domain/ban.ts';
import { AppError } from '../../domain/errors.ts';
import type { Uuid } from '../../domain/uuid.ts';
import { type Database, transact, write } from '../database.ts';
import { BAN_ORDERS } from '../queries/ban-order.ts';
import { matchName } from '../queries/name-match.ts';
import { countMatches, pageQuery } from '../queries/page-query.ts';
import type { BanLogTable, BanTable, Tables } from '../tables.ts';
import { lookUp } from '../queries/look-up.ts';
import { takeUuids } from '../queries/uuid-walk.ts';

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
/** `NetworkBans`, one row for each player, and its append-only history `NetworkBanLog`. */
export class SqlBanStore implements BanStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  save({ movedFrom, ...ban }: NewBan, by: BanAuthor): Promise<Ban> {
    return transact(this.#database, async (transaction) => {
      const isLifted = movedFrom !== undefined && (await this.#liftMoved(transaction, ban, movedFrom.uuid));
      if (movedFrom !== undefined && !isLifted && !(await this.#isActive(transaction, movedFrom.uuid))) {
        return await this.#moved(transaction, ban);
      }
      await this.#write(transaction, ban);
      await appendToLog(transaction, 'ban', ban, ban.bannedAt, by);
      if (isLifted) {
        await appendToLog(transaction, 'unban', { ...ban, uuid: movedFrom.uuid }, movedFrom.at, by);
      }
      const row = await transaction
        .selectFrom('NetworkBans')
        .select('ban_count')
        .where('uuid', '=', ban.uuid)
        .executeTakeFirstOrThrow();
      return { ...ban, count: row.ban_count, active: true };
    });
  }

  /** By now: MySQL would otherwise answer as of the beginning of the transaction, and miss an unban since. */
  async #isActive(transaction: Transaction<Tables>, uuid: Uuid): Promise<boolean> {
    const query = transaction.selectFrom('NetworkBans').select('active').where('uuid', '=', uuid);
    const row = await (this.#database.dialect === 'mysql' ? query.forUpdate() : query).executeTakeFirst();
    return row?.active === 1;
  }

  /** The ban where it has moved already, by a write whose answer was lost. Rejects when it was lifted before it could. */
  async #moved(transaction: Transaction<Tables>, { uuid, bannedAt, expires }: NewBan): Promise<Ban> {
    const row = await transaction
      .selectFrom('NetworkBans')
      .select(COLUMNS)
      .where('uuid', '=', uuid)
      .where('active', '=', 1)
      .where('banned_at', '=', bannedAt)
      .where('expiration', '=', expires)
      .executeTakeFirst();
    if (row === undefined) throw new AppError('player_not_banned');
    return banOf(row);
  }

  /** The statement that writes also counts, so two processes that ban at once are both counted. */
  async #write(transaction: Transaction<Tables>, ban: NewBan): Promise<void> {
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

  /** False where it is lifted already, or another process has set another ban meanwhile, which stays. */
  async #liftMoved(transaction: Transaction<Tables>, ban: NewBan, from: Uuid): Promise<boolean> {
    const lifted = await transaction
      .updateTable('NetworkBans')
      .set({ active: 0 })
      .where('uuid', '=', from)
      .where('active', '=', 1)
      .where('banned_at', '=', ban.bannedAt)
      .where('expiration', '=', ban.expires)
      .executeTakeFirst();
    return lifted.numUpdatedRows > 0n;
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

  findMany(uuids: readonly Uuid[]): Promise<Ban[]> {
    return this.#find(uuids);
  }

  async #find(uuids: readonly string[]): Promise<Ban[]> {
    const { reader } = this.#database;
    const rows = await lookUp(uuids, (part) =>
      reader.selectFrom('NetworkBans').select(COLUMNS).where(sql<string>`uuid`, 'in', part).execute(),
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
      key: BAN_ORDERS[query.sort].key,
      split: BAN_ORDERS[query.sort],
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
   * Which rows, and in which order, is fixed before the first is read: a ban that is set anew meanwhile moves in the order,
   * and would be missed or come twice.
   */
  async whole({ sort, order, search, offset }: Omit<BanPageQuery, 'limit'>): Promise<WholeList<Ban>> {
    const { condition } = matchName(this.#database.dialect, search, false);
    const { column, parts } = BAN_ORDERS[sort];
    const uuids = await takeUuids(this.#database, {
      table: 'NetworkBans',
      column,
      // In the order of the index also for a search: sorting all matches again for each statement would cost more in the end.
      parts: parts.map((part) => sql`${condition} and ${part}`),
      order,
    });
    return { total: uuids.total, batches: this.#rowsOf(uuids.batches(offset)) };
  }

  async *#rowsOf(batches: Iterable<readonly string[]>): AsyncGenerator<readonly Ban[]> {
    for (const uuids of batches) {
      const bans = new Map<string, Ban>((await this.#find(uuids)).map((ban) => [ban.uuid, ban]));
      yield uuids.flatMap((uuid) => bans.get(uuid) ?? []);
    }
  }

  async settleExpired(now: number): Promise<number> {
    const result = await write(this.#database, (db) =>
      db
        .updateTable('NetworkBans')
        .set({ active: 0 })
        .where('active', '=', 1)
        .where('expiration', '>', 0)
        .where('expiration', '<=', now)
        .executeTakeFirst(),
    );
    return Number(result.numUpdatedRows);
  }

  async noteAddress(uuid: Uuid, ip: string): Promise<void> {
    await write(this.#database, (db) =>
      db.updateTable('NetworkBans').set({ ip }).where('uuid', '=', uuid).execute(),
    );
  }
}

async function appendToLog(
  transaction: Transaction<Tables>,
  action: BanLogTable['action'],
  ban: NewBan,
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
