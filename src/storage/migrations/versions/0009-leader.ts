import type { Migration } from '../migration.ts';

/**
 * Who holds the database, and when they last said so (docs/decisions/0118). Two tables, so that a renewal waits for no
 * write: every write locks the row of the first.
 */
export const leader: Migration = {
  version: 9,
  name: 'who holds the database',
  creates: {
    NetworkLeader: ['id', 'epoch', 'node', 'released'],
    NetworkLeaderSeen: ['id', 'seen'],
  },
  async up(schema) {
    if (schema.dialect === 'sqlite') {
      await schema.run(`create table if not exists NetworkLeader (
        id integer not null primary key,
        epoch integer not null,
        node text not null,
        released integer not null
      ) strict`);
      await schema.run(`create table if not exists NetworkLeaderSeen (
        id integer not null primary key,
        seen text not null
      ) strict`);
      return;
    }
    const options = 'engine = InnoDB default charset = utf8mb4 collate = utf8mb4_bin';
    await schema.run(`create table if not exists NetworkLeader (
      id tinyint not null primary key,
      epoch bigint not null,
      node varchar(255) not null,
      released tinyint not null
    ) ${options}`);
    await schema.run(`create table if not exists NetworkLeaderSeen (
      id tinyint not null primary key,
      seen datetime(6) not null
    ) ${options}`);
  },
};
