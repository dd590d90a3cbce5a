import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe } from 'vitest';
import { storageContract } from '../contract/storage.ts';
import type { Implementation } from '../contract/storage-database.ts';

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
      run: async (statement) => {
        const db = new DatabaseSync(join(dataFolder, 'portcullis.db'), { timeout: 5_000 });
        try {
          return db.prepare(statement).all();
        } finally {
          db.close();
        }
      },
    };
  },
};

describe('embedded SQLite', () => storageContract(() => sqlite));
