import { afterAll, beforeAll, describe } from 'vitest';
import { storageContract } from '../contract/storage.ts';
import type { Implementation } from '../contract/storage-database.ts';
import { databaseAt, type MariaDb, mariaDbMissing, startMariaDb } from '../fixtures/mariadb.ts';

const missing = mariaDbMissing();
if (missing !== null) process.stdout.write(`skipped: storage on MariaDB, ${missing}\n`);

describe.skipIf(missing !== null)('MariaDB', () => {
  let server: MariaDb;
  beforeAll(async () => {
    server = await startMariaDb();
  });
  afterAll(() => server.stop());

  const mariadb: Implementation = {
    dialect: 'mysql',
    createDatabase: async () => databaseAt(await server.createDatabase()),
  };
  storageContract(() => mariadb);
});
