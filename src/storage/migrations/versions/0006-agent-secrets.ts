import type { Migration } from '../migration.ts';

/** The agents that have a secret of their own, of which only the hash is kept. `revoked` and `last_seen` are 0 for never. */
export const agentSecrets: Migration = {
  version: 6,
  name: 'secrets of agents',
  creates: {
    NetworkAgents: ['name', 'role', 'secret_hash', 'created', 'revoked', 'last_seen', 'version'],
  },
  async up(schema) {
    if (schema.dialect === 'sqlite') {
      await schema.run(`create table if not exists NetworkAgents (
        name text not null primary key,
        role text not null,
        secret_hash text not null,
        created integer not null,
        revoked integer not null default 0,
        last_seen integer not null default 0,
        version text not null default ''
      ) strict`);
      return;
    }
    await schema.run(`create table if not exists NetworkAgents (
      name varchar(64) not null primary key,
      role varchar(16) not null,
      secret_hash char(64) not null,
      created bigint not null,
      revoked bigint not null default 0,
      last_seen bigint not null default 0,
      version varchar(64) not null default ''
    ) engine = InnoDB default charset = utf8mb4 collate = utf8mb4_bin`);
  },
};
