import type { Migration } from '../migration.ts';

/** The address blocks from which agents came, beside those that logged in, so that a flood of connections keeps none out. */
export const agentBlocks: Migration = {
  version: 11,
  name: 'address blocks of agents',
  async up(schema) {
    const type = schema.dialect === 'sqlite' ? 'integer' : 'tinyint';
    await schema.column('NetworkLoginBlocks', 'by_agent', `${type} not null default 0`);
  },
};
