import type { Migration } from '../migration.ts';
import { playersAndBans } from './0001-players-and-bans.ts';
import { serversSettingsHistory } from './0002-servers-settings-history.ts';
import { logAddressesTokens } from './0003-log-addresses-tokens.ts';
import { sortingAndSearch } from './0004-sorting-and-search.ts';
import { names } from './0005-names.ts';
import { agentSecrets } from './0006-agent-secrets.ts';
import { orderByExpiry } from './0007-order-by-expiry.ts';
import { loginBlocks } from './0008-login-blocks.ts';
import { leader } from './0009-leader.ts';
import { whoMayBan } from './0010-who-may-ban.ts';
import { agentBlocks } from './0011-agent-blocks.ts';
import { proxiesMayNotBan } from './0012-proxies-may-not-ban.ts';

/** In order, forward only. A released migration is never changed; a correction is a new migration. */
export const ALL_MIGRATIONS: readonly Migration[] = [
  playersAndBans,
  serversSettingsHistory,
  logAddressesTokens,
  sortingAndSearch,
  names,
  agentSecrets,
  orderByExpiry,
  loginBlocks,
  leader,
  whoMayBan,
  agentBlocks,
  proxiesMayNotBan,
];
