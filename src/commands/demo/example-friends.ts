import { DatabaseSync } from 'node:sqlite';
import type { OnlineMatch } from '../../actors/network.ts';

/** Each of the first so many players is a friend of the next few. */
const PLAYERS = 30;
const FRIENDS = 4;
const DAY_MS = 86_400_000;
/** The coordinator writes to the same file. */
const BUSY_TIMEOUT_MS = 5_000;

/** What the table of a friends plugin is in the embedded database, which no plugin of a simulated network makes. */
export interface FriendTableOptions {
  /** The file of the database. */
  readonly file: string;
  /** `friends.table`. */
  readonly table: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Makes the table of a friends plugin, with friendships among these players. A table that is there is left as it is. */
export function makeFriends(players: readonly OnlineMatch[], { file, table, now }: FriendTableOptions): void {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    const name = `"${table.replaceAll('"', '""')}"`;
    if (database.prepare('select 1 from sqlite_master where name = ?').get(table) !== undefined) return;
    database.exec('begin immediate');
    database.exec(`create table ${name} (player varchar(36), friend varchar(36), since bigint)`);
    const row = database.prepare(`insert into ${name} values (?, ?, ?)`);
    const circle = players.slice(0, PLAYERS);
    for (const [at, { uuid }] of circle.entries()) {
      for (const [step, friend] of circle.slice(at + 1, at + 1 + FRIENDS).entries())
        row.run(uuid, friend.uuid, now - (at + step + 1) * DAY_MS);
    }
    database.exec('commit');
  } finally {
    database.close();
  }
}
