import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ownName } from '../table-names.ts';
import type { Tables } from '../tables.ts';
import { foldedName, packed, partOf } from './folded-name.ts';

const ADD = sql`insert ignore into NetworkPDNames (part, uuid) values (${partOf(sql`substr(name, place)`)}, id);`;
const REMOVE = sql`delete from NetworkPDNames where part = ${partOf(sql`substr(name, place)`)} and uuid = id;`;
const IS_SAME = sql`cast(old.username as binary) <=> cast(new.username as binary) and old.uuid <=> new.uuid`;

/** What each trigger does, by its name. */
const TRIGGERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  NetworkPDNames_insert: sql`after insert on NetworkPD for each row ${eachPart('new', ADD)}`,
  NetworkPDNames_update: sql`after update on NetworkPD for each row
    if not (${IS_SAME}) then ${eachPart('old', REMOVE)}; ${eachPart('new', ADD)}; end if`,
  NetworkPDNames_delete: sql`after delete on NetworkPD for each row ${eachPart('old', REMOVE)}`,
};

/** Error 1146, no such table: whoever drops the index still writes players, and the next start makes it anew. */
function eachPart(row: 'old' | 'new', work: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`begin
    declare name text character set utf8mb4 collate utf8mb4_bin default ${foldedName(sql.raw(`${row}.username`))};
    declare id blob default ${packed(sql.raw(`${row}.uuid`))};
    declare place int default char_length(name) - 2;
    declare continue handler for 1146 begin end;
    while place > 0 do
      ${work}
      set place = place - 1;
    end while;
  end`;
}

/**
 * When the triggers were made, as text; undefined unless all are there and are those of the account in use. One of an account
 * that was removed, as after a restore elsewhere, makes the server refuse every write of the table.
 */
export async function triggersMadeAt(db: Kysely<Tables>): Promise<string | undefined> {
  const names = Object.keys(TRIGGERS).map(ownName);
  const { rows } = await sql<{ definer: string; account: string; at: string }>`
    select definer, current_user() as account, cast(created as char) as at from information_schema.triggers
    where trigger_schema = database() and trigger_name in (${sql.join(names)}) order by created`.execute(db);
  const areOurs = rows.length === names.length && rows.every(({ definer, account }) => definer === account);
  return areOurs ? rows.at(-1)?.at : undefined;
}

/** Rejects without the right TRIGGER, and where the server wants more rights for it because it logs statements. */
export async function createTriggers(db: Kysely<Tables>): Promise<void> {
  for (const [name, text] of Object.entries(TRIGGERS))
    await sql`create trigger ${sql.raw(name)} ${text}`.execute(db);
}

/** Those that are there. Rejects without the right TRIGGER, which they may need to be seen. */
export async function dropTriggers(db: Kysely<Tables>): Promise<void> {
  for (const name of Object.keys(TRIGGERS)) await sql.raw(`drop trigger if exists ${name}`).execute(db);
}
