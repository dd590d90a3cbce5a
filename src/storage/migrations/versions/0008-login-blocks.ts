import type { Migration } from '../migration.ts';

/** The address blocks from which somebody logged in, as keyed hashes, so that a flood of guesses keeps no owner out. */
export const loginBlocks: Migration = {
  version: 8,
  name: 'address blocks that logged in',
  creates: {
    NetworkLoginBlocks: ['block_hash', 'last_login'],
  },
  async up(schema) {
    if (schema.dialect === 'sqlite') {
      await schema.run(`create table if not exists NetworkLoginBlocks (
        block_hash text not null primary key,
        last_login integer not null
      ) strict`);
    } else {
      await schema.run(`create table if not exists NetworkLoginBlocks (
        block_hash char(64) character set ascii collate ascii_bin not null primary key,
        last_login bigint not null
      ) engine = InnoDB default charset = utf8mb4 collate = utf8mb4_bin`);
    }
  },
};
