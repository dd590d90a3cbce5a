import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe } from 'vitest';
import { storageContract } from '../contract/storage.ts';
import type { Implementation } from '../contract/storage-database.ts';
import { type MariaDb, mariaDbMissing, startMariaDb } from '../fixtures/mariadb.ts';

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
    createDatabase: async () => {
      const url = await server.createDatabase();
      return {
        url,
        dataFolder: '',
        run: async (statement) => {
          const connection = await createConnection(url);
          try {
            const [rows] = await connection.query<RowDataPacket[]>(statement);
            return Array.isArray(rows) ? rows : [];
          } finally {
            connection.destroy();
          }
        },
      };
    },
  };
  storageContract(() => mariadb);
});
