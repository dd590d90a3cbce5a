import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestProject } from 'vitest/node';
import { startCoordinator } from '../process.ts';

/** A coordinator with the simulator, for all tests of the dashboard. */
export interface DemoNetwork {
  readonly url: string;
  readonly password: string;
  readonly apiKey: string;
  /** Where the embedded database lies. */
  readonly database: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    network: DemoNetwork;
  }
}

/** Runs once before all files; answers how to end it. */
export default async function startNetwork(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-dashboard-'));
  const database = join(folder, 'portcullis.db');
  // As a friends plugin leaves it; the coordinator looks for the table when it starts.
  const tables = new DatabaseSync(database);
  tables.exec('create table FriendsRelationsPD (player varchar(36), friend varchar(36), since bigint)');
  tables.close();
  const coordinator = await startCoordinator(folder, { command: 'demo' });
  const config = readFileSync(join(folder, 'config.yml'), 'utf8');
  project.provide('network', {
    url: coordinator.url,
    password: coordinator.password ?? '',
    apiKey: /^api_key:\s*"?(\w{32})/m.exec(config)?.[1] ?? '',
    database,
  });
  return async () => {
    await coordinator.end();
    await rm(folder, { recursive: true, force: true });
  };
}
