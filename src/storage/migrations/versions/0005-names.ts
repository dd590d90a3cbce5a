import type { Migration } from '../migration.ts';

/**
 * Which player has which name, and who vouched for it. What `NetworkPD` knows is taken over without a proof, the latest
 * player of each name, with `first_seen` 0.
 */
export const names: Migration = {
  version: 5,
  name: 'names',
  creates: {
    NetworkNames: ['name_key', 'uuid', 'proved_by', 'proved_at', 'first_seen', 'last_seen'],
  },
  async up(schema) {
    const columns = 'name_key, uuid, proved_by, proved_at, first_seen, last_seen';
    const known = `select lower(username), uuid, null, 0, 0, last_connection from NetworkPD
      where username <> '' order by last_connection desc, uuid desc`;
    if (schema.dialect === 'sqlite') {
      await schema.run(`create table if not exists NetworkNames (
        name_key text not null primary key,
        uuid text not null,
        proved_by text,
        proved_at integer not null,
        first_seen integer not null,
        last_seen integer not null
      ) strict`);
      await schema.run(`insert or ignore into NetworkNames (${columns}) ${known}`);
    } else {
      await schema.run(`create table if not exists NetworkNames (
        name_key varchar(64) not null primary key,
        uuid char(36) character set ascii collate ascii_bin not null,
        proved_by varchar(16),
        proved_at bigint not null,
        first_seen bigint not null,
        last_seen bigint not null
      ) engine = InnoDB default charset = utf8mb4 collate = utf8mb4_bin`);
      await schema.run(`insert ignore into NetworkNames (${columns}) ${known}`);
    }
    await schema.index('NetworkNames', 'NetworkNames_uuid', 'uuid, last_seen');
  },
};
