import type { Generated } from 'kysely';
import type { BanAuthor } from '../domain/ban.ts';
import type { AgentRole } from '../domain/agent-role.ts';
import type { Uuid } from '../domain/uuid.ts';

/** The tables as the migrations leave them (docs/api.md "Tables"). Times are epoch milliseconds, flags are 0 and 1. */
export interface Tables {
  NetworkPD: PlayerTable;
  NetworkBans: BanTable;
  NetworkBanLog: BanLogTable;
  NetworkServers: ServerTable;
  NetworkSettings: SettingTable;
  NetworkHistory: HistoryTable;
  NetworkAddresses: AddressTable;
  NetworkRevokedTokens: RevokedTokenTable;
  NetworkLoginBlocks: LoginBlockTable;
  NetworkAgents: AgentTable;
  NetworkNames: NameTable;
  NetworkLeader: LeaderTable;
  NetworkLeaderSeen: LeaderSeenTable;
  NetworkMigrations: MigrationTable;
}

export interface PlayerTable {
  uuid: Uuid;
  username: string;
  /** Whole seconds. */
  playtime: number;
  first_connection: number;
  last_connection: number;
}

/** One row for each player: the last ban. */
export interface BanTable {
  uuid: Uuid;
  username: string;
  /** 0 for a permanent ban. */
  expiration: number;
  reason: string;
  ip: string;
  ban_count: number;
  banned_at: number;
  active: number;
}

/** Rows are only ever appended. */
export interface BanLogTable {
  id: Generated<number>;
  action: 'ban' | 'unban';
  uuid: Uuid;
  username: string;
  reason: string;
  at: number;
  expires: number;
  via: BanAuthor['via'];
  author_name: string;
  author_uuid: Uuid | null;
}

export interface ServerTable {
  name: string;
  type: string;
  max_players: number;
  server_id: string;
  game_name: string;
  game_data: string;
  can_rejoin: number;
  address: string | null;
}

export interface SettingTable {
  name: string;
  /** JSON. */
  value: string;
}

export interface HistoryTable {
  /** The start of a minute. */
  at: number;
  players: number;
}

export interface AddressTable {
  uuid: Uuid;
  ip: string;
  seen_at: number;
}

export interface RevokedTokenTable {
  id: string;
  expires: number;
}

export interface LoginBlockTable {
  /** HMAC-SHA-256 of the address block, in hexadecimal. */
  block_hash: string;
  last_login: number;
  /** 1 where it is agents that came from it. */
  by_agent: number;
}

export interface AgentTable {
  name: string;
  role: AgentRole;
  /** SHA-256 of the secret, in hexadecimal. */
  secret_hash: string;
  created: number;
  /** 0 while the secret holds. */
  revoked: number;
  /** 0 for never. */
  last_seen: number;
  /** As the agent said last; empty for never. */
  version: string;
  may_ban: number;
}

/** One row for each name, folded: who has it, and who vouched for that. */
export interface NameTable {
  name_key: string;
  uuid: Uuid;
  proved_by: string | null;
  /** 0 when never. */
  proved_at: number;
  /** 0 for rows from before this table. */
  first_seen: number;
  last_seen: number;
}

/** One row, with id 1: the coordinator that holds the database. */
export interface LeaderTable {
  id: number;
  /** Grows by one with every taking, so that a former holder knows that it is one. */
  epoch: number;
  /** As an operator knows it: the machine and the process. */
  node: string;
  /** 1 after a clean stop. */
  released: number;
}

/** One row, with id 1. */
export interface LeaderSeenTable {
  id: number;
  /** By the clock of the database, in UTC, to the microsecond. */
  seen: string;
}

export interface MigrationTable {
  version: number;
  name: string;
  applied_at: number;
}
