import type { Migration } from '../migration.ts';

/** The index for bans in the order in which they end: the one order of the list that had none. */
export const orderByExpiry: Migration = {
  version: 7,
  name: 'order by expiry',
  async up(schema) {
    await schema.index('NetworkBans', 'NetworkBans_expiration', 'expiration, uuid');
  },
};
