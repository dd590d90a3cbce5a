import type { Migration } from '../migration.ts';

/**
 * Whether a game server may ban by the secret that it has (docs/decisions/0127). Those of before could, so they go on: hence
 * the default, which every later row overrides.
 */
export const whoMayBan: Migration = {
  version: 10,
  name: 'who may ban',
  async up(schema) {
    const type = schema.dialect === 'sqlite' ? 'integer' : 'tinyint';
    await schema.column('NetworkAgents', 'may_ban', `${type} not null default 1`);
  },
};
