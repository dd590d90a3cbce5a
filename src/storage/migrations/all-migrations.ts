import type { Migration } from './migrate.ts';
import { playersAndBans } from './0001-players-and-bans.ts';
import { serversSettingsHistory } from './0002-servers-settings-history.ts';
import { logAddressesTokens } from './0003-log-addresses-tokens.ts';
import { sortingAndSearch } from './0004-sorting-and-search.ts';

/** In order, forward only. A migration that was released is never changed; the next one follows it. */
export const ALL_MIGRATIONS: readonly Migration[] = [
  playersAndBans,
  serversSettingsHistory,
  logAddressesTokens,
  sortingAndSearch,
];
