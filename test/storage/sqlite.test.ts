import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { storageContract } from '../contract/storage.ts';
import type { Implementation } from '../contract/storage-database.ts';
import { runDirectly } from '../fixtures/direct-sqlite.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const sqlite: Implementation = {
  dialect: 'sqlite',
  createDatabase: async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'portcullis-sqlite-'));
    folders.push(dataFolder);
    return {
      url: 'sqlite:',
      dataFolder,
      run: (statement) => runDirectly(join(dataFolder, 'portcullis.db'), statement),
    };
  },
};

describe('embedded SQLite', () => storageContract(() => sqlite));
