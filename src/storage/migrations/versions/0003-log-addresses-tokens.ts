import type { Migration } from '../migration.ts';

/** Who banned which player and when, the last address of each player, and tokens that were revoked before they expired. */
export const logAddressesTokens: Migration = {
  version: 3,
  name: 'ban log, addresses, revoked tokens',
  creates: {
    NetworkBanLog: [
      'id',
      'action',
      'uuid',
      'username',
      'reason',
      'at',
      'expires',
      'via',
      'author_name',
      'author_uuid',
    ],
    NetworkAddresses: ['uuid', 'ip', 'seen_at'],
    NetworkRevokedTokens: ['id', 'expires'],
  },
  async up(schema) {
    if (schema.dialect === 'sqlite') {
      await schema.run(`create table if not exists NetworkBanLog (
        id integer primary key,
        action text not null,
        uuid text not null,
        username text not null collate nocase,
        reason text not null,
        at integer not null,
        expires integer not null,
        via text not null,
        author_name text not null,
        author_uuid text
      ) strict`);
      await schema.run(`create table if not exists NetworkAddresses (
        uuid text not null primary key,
        ip text not null,
        seen_at integer not null
      ) strict`);
      await schema.run(`create table if not exists NetworkRevokedTokens (
        id text not null primary key,
        expires integer not null
      ) strict`);
    } else {
      const options = 'engine = InnoDB default charset = utf8mb4 collate = utf8mb4_bin';
      await schema.run(`create table if not exists NetworkBanLog (
        id bigint not null auto_increment primary key,
        action varchar(16) not null,
        uuid char(36) character set ascii collate ascii_bin not null,
        username varchar(64) collate utf8mb4_unicode_520_ci not null,
        reason varchar(1000) not null,
        at bigint not null,
        expires bigint not null,
        via varchar(16) not null,
        author_name varchar(64) not null,
        author_uuid char(36) character set ascii collate ascii_bin
      ) ${options}`);
      await schema.run(`create table if not exists NetworkAddresses (
        uuid char(36) character set ascii collate ascii_bin not null primary key,
        ip varchar(64) not null,
        seen_at bigint not null
      ) ${options}`);
      await schema.run(`create table if not exists NetworkRevokedTokens (
        id varchar(255) not null primary key,
        expires bigint not null
      ) ${options}`);
    }
    await schema.index('NetworkBanLog', 'NetworkBanLog_uuid', 'uuid, at');
  },
};
