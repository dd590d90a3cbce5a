import type { Migration } from '../migration.ts';

/**
 * One index for every sort order of pages, each ending in the uuid that breaks ties, and on SQLite a trigram index of the
 * names for substring search. Triggers keep the trigram index correct, whichever program writes the table. It refers to
 * rows by rowid, which VACUUM keeps as long as the table has another index.
 */
export const sortingAndSearch: Migration = {
  version: 4,
  name: 'sorting and search',
  async up(schema) {
    await schema.index('NetworkPD', 'NetworkPD_username', 'username, uuid');
    await schema.index('NetworkPD', 'NetworkPD_playtime', 'playtime, uuid');
    await schema.index('NetworkPD', 'NetworkPD_first_connection', 'first_connection, uuid');
    await schema.index('NetworkPD', 'NetworkPD_last_connection', 'last_connection, uuid');
    await schema.index('NetworkBans', 'NetworkBans_username', 'username, uuid');
    await schema.index('NetworkBans', 'NetworkBans_ban_count', 'ban_count, uuid');
    await schema.index('NetworkBans', 'NetworkBans_banned_at', 'banned_at, uuid');
    await schema.index('NetworkBans', 'NetworkBans_active', 'active, expiration');
    if (schema.dialect !== 'sqlite') return;
    await schema.run(`create virtual table if not exists NetworkPDNames
      using fts5(username, content = 'NetworkPD', content_rowid = 'rowid', tokenize = 'trigram')`);
    await schema.run(`create trigger if not exists NetworkPDNames_insert after insert on NetworkPD begin
      insert into NetworkPDNames (rowid, username) values (new.rowid, new.username);
    end`);
    await schema.run(`create trigger if not exists NetworkPDNames_update after update of username on NetworkPD
      when old.username <> new.username collate binary begin
      insert into NetworkPDNames (NetworkPDNames, rowid, username) values ('delete', old.rowid, old.username);
      insert into NetworkPDNames (rowid, username) values (new.rowid, new.username);
    end`);
    await schema.run(`create trigger if not exists NetworkPDNames_delete after delete on NetworkPD begin
      insert into NetworkPDNames (NetworkPDNames, rowid, username) values ('delete', old.rowid, old.username);
    end`);
    await schema.run(`insert into NetworkPDNames (NetworkPDNames) values ('rebuild')`);
  },
};
