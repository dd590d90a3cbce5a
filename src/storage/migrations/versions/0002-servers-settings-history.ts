import type { Migration } from '../migration.ts';

/** What the coordinator keeps over a restart, besides players and bans. */
export const serversSettingsHistory: Migration = {
  version: 2,
  name: 'servers, settings, history',
  creates: {
    NetworkServers: [
      'name',
      'type',
      'max_players',
      'server_id',
      'game_name',
      'game_data',
      'can_rejoin',
      'address',
    ],
    NetworkSettings: ['name', 'value'],
    NetworkHistory: ['at', 'players'],
  },
  async up(schema) {
    if (schema.dialect === 'sqlite') {
      await schema.run(`create table if not exists NetworkServers (
        name text not null primary key,
        type text not null,
        max_players integer not null,
        server_id text not null,
        game_name text not null,
        game_data text not null,
        can_rejoin integer not null,
        address text
      ) strict`);
      await schema.run(`create table if not exists NetworkSettings (
        name text not null primary key,
        value text not null
      ) strict`);
      await schema.run(`create table if not exists NetworkHistory (
        at integer not null primary key,
        players integer not null
      ) strict`);
      return;
    }
    const options = 'engine = InnoDB default charset = utf8mb4 collate = utf8mb4_bin';
    await schema.run(`create table if not exists NetworkServers (
      name varchar(64) not null primary key,
      type varchar(32) not null,
      max_players int not null,
      server_id varchar(255) not null,
      game_name varchar(255) not null,
      game_data text not null,
      can_rejoin tinyint not null,
      address varchar(300)
    ) ${options}`);
    await schema.run(`create table if not exists NetworkSettings (
      name varchar(64) not null primary key,
      value mediumtext not null
    ) ${options}`);
    await schema.run(`create table if not exists NetworkHistory (
      at bigint not null primary key,
      players int not null
    ) ${options}`);
  },
};
