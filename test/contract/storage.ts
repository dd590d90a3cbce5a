import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { agentContract } from './storage-agents.ts';
import { banContract } from './storage-bans.ts';
import { banOrderContract } from './storage-ban-orders.ts';
import { friendContract } from './storage-friends.ts';
import { loginBlockContract, separateBlocksContract } from './storage-login-blocks.ts';
import { keptRowsContract } from './storage-kept-rows.ts';
import { nameContract } from './storage-names.ts';
import { nameSearchContract } from './storage-name-search.ts';
import { migrationContract } from './storage-migrations.ts';
import { playerContract } from './storage-players.ts';
import { pagingContract } from './storage-paging.ts';
import { retentionContract } from './storage-retention.ts';
import { type Implementation, open, type Opened } from './storage-database.ts';

const TABLES = [
  'NetworkPD',
  'NetworkBans',
  'NetworkBanLog',
  'NetworkServers',
  'NetworkSettings',
  'NetworkHistory',
  'NetworkAddresses',
  'NetworkRevokedTokens',
  'NetworkLoginBlocks',
  'NetworkAgents',
  'NetworkNames',
];

/** What every storage promises, whichever database it uses. */
export function storageContract(implementation: () => Implementation): void {
  describe('with one database', () => {
    let opened: Opened;
    beforeAll(async () => {
      opened = await open(await implementation().createDatabase());
    });
    beforeEach(async () => {
      for (const table of TABLES) await opened.database.run(`delete from ${table}`);
    });
    afterAll(() => opened.storage.close());

    describe('players', () => playerContract(() => opened));
    describe('names', () => nameContract(() => opened));
    describe('pages of players', () => pagingContract(() => opened));
    describe('searches of players', () => nameSearchContract(() => opened));
    describe('bans', () => banContract(() => opened));
    describe('the orders of bans', () => banOrderContract(() => opened.storage.bans));
    describe('agents', () => agentContract(() => opened.storage.agents));
    describe('login blocks', () => loginBlockContract(() => opened.storage.loginBlocks));
    describe('blocks of agents', () => loginBlockContract(() => opened.storage.agentBlocks));
    describe('blocks of both kinds', () => separateBlocksContract(() => opened.storage));
    describe('rows that are forgotten', () => retentionContract(() => opened));
    describe('servers, settings, history, tokens and the clock', () => keptRowsContract(() => opened));
  });
  describe('friends', () => friendContract(implementation));
  describe('migrations', () => migrationContract(implementation));
}
