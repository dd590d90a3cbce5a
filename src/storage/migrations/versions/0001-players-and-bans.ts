import type { Migration } from '../migration.ts';

/** Players and bans (docs/api.md "Tables"). Names compare without regard to case, uuids exactly. */
export const playersAndBans: Migration = {
  version: 1,
  name: 'players and bans',
  creates: {
    NetworkPD: ['uuid', 'username', 'playtime', 'first_connection', 'last_connection'],
    NetworkBans: ['uuid', 'username', 'expiration', 'reason', 'ip', 'ban_count', 'banned_at', 'active'],
  },
  async up(schema) {
    if (schema.dialect === 'sqlite') {
      await schema.run(`create table if not exists NetworkPD (
        uuid text not null primary key,
        username text not null collate nocase,
        playtime integer not null default 0,
        first_connection integer not null default 0,
        last_connection integer not null default 0
      ) strict`);
      await schema.run(`create table if not exists NetworkBans (
        uuid text not null primary key,
        username text not null collate nocase,
        expiration integer not null default 0,
        reason text not null,
        ip text not null default '',
        ban_count integer not null default 1,
        banned_at integer not null,
        active integer not null default 1
      ) strict`);
    } else {
      await schema.run(`create table if not exists NetworkPD (
        uuid char(36) character set ascii collate ascii_bin not null primary key,
        username varchar(64) collate utf8mb4_unicode_520_ci not null,
        playtime bigint not null default 0,
        first_connection bigint not null default 0,
        last_connection bigint not null default 0
      ) engine = InnoDB default charset = utf8mb4 collate = utf8mb4_bin`);
      await schema.run(`create table if not exists NetworkBans (
        uuid char(36) character set ascii collate ascii_bin not null primary key,
        username varchar(64) collate utf8mb4_unicode_520_ci not null,
        expiration bigint not null default 0,
        reason varchar(1000) not null,
        ip varchar(64) not null default '',
        ban_count int not null default 1,
        banned_at bigint not null,
        active tinyint not null default 1
      ) engine = InnoDB default charset = utf8mb4 collate = utf8mb4_bin`);
    }
  },
};
