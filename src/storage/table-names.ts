import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tables } from './tables.ts';

const TABLES: Readonly<Record<keyof Tables, true>> = {
  NetworkPD: true,
  NetworkBans: true,
  NetworkBanLog: true,
  NetworkServers: true,
  NetworkSettings: true,
  NetworkHistory: true,
  NetworkAddresses: true,
  NetworkRevokedTokens: true,
  NetworkLoginBlocks: true,
  NetworkAgents: true,
  NetworkNames: true,
  NetworkLeader: true,
  NetworkLeaderSeen: true,
  NetworkMigrations: true,
};
/** The tables that every database of ours has. */
export const TABLE_NAMES: readonly string[] = Object.keys(TABLES);
/** The parts of names beside them are an index: they can be made anew at any time. */
const OWN = [...TABLE_NAMES, 'NetworkPDNames'];
/** With what follows a `_`: an index or a trigger has the name of its table in front. */
const NAMES = new RegExp(`\\b(?=(?:${OWN.join('|')})(?:\\b|_))`, 'g');
const REMEMBERED = 512;

/** Gives our tables other names in a statement; values are never part of one. */
export type NameTables = (statement: string) => string;

/** Puts `prefix` before the names of our tables, indexes and triggers, and of nothing else (docs/decisions/0119). */
export function nameTables(prefix: string): NameTables {
  if (prefix === '') return (statement) => statement;
  const known = new LRUCache<string, string>({ max: REMEMBERED });
  return (statement) => {
    const seen = known.get(statement);
    if (seen !== undefined) return seen;
    const named = statement.replaceAll(NAMES, prefix);
    known.set(statement, named);
    return named;
  };
}

/** The name of a table of ours as a text in a statement, where it gets the prefix; a bound value would not. */
export function ownName(name: string): RawBuilder<string> {
  return sql.lit(name);
}
