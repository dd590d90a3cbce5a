import type { Migration } from '../migration.ts';

/**
 * Proxies may have the right to ban from now on, by what they were made with (docs/decisions/0152). Those of before the column
 * have it by its default, which was meant for game servers.
 */
export const proxiesMayNotBan: Migration = {
  version: 12,
  name: 'proxies may not ban',
  async up(schema) {
    await schema.run(`update NetworkAgents set may_ban = 0 where role <> 'backend'`);
  },
};
