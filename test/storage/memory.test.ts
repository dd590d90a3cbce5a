import { describe } from 'vitest';
import { agentContract } from '../contract/storage-agents.ts';
import { loginBlockContract } from '../contract/storage-login-blocks.ts';
import { MemoryStorage } from '../fixtures/memory-storage.ts';
import { TestClock } from '../fixtures/test-clock.ts';

describe('the storage in memory that other tests use', () => {
  describe('agents', () => agentContract(() => new MemoryStorage(new TestClock()).agents));
  describe('login blocks', () => loginBlockContract(() => new MemoryStorage(new TestClock()).loginBlocks));
});
