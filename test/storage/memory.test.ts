import { beforeEach, describe } from 'vitest';
import { agentContract } from '../contract/storage-agents.ts';
import { banOrderContract } from '../contract/storage-ban-orders.ts';
import { loginBlockContract, separateBlocksContract } from '../contract/storage-login-blocks.ts';
import { MemoryStorage } from '../fixtures/memory-storage.ts';
import { TestClock } from '../fixtures/test-clock.ts';

describe('the storage in memory that other tests use', () => {
  let storage: MemoryStorage;
  beforeEach(() => {
    storage = new MemoryStorage(new TestClock());
  });

  describe('agents', () => agentContract(() => storage.agents));
  describe('login blocks', () => loginBlockContract(() => storage.loginBlocks));
  describe('blocks of both kinds', () => separateBlocksContract(() => storage));
  describe('the orders of bans', () => banOrderContract(() => storage.bans));
});
