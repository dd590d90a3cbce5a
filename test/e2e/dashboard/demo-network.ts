import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestProject } from 'vitest/node';
import { startCoordinator } from '../process.ts';
import { apiKeyIn, request, waitUntil } from './coordinator-api.ts';

const PLAYERS = 60;

/** The coordinator with a simulated network that the tests share. */
export interface DemoNetwork {
  readonly url: string;
  readonly password: string;
  readonly apiKey: string;
  /** The path of the embedded database. */
  readonly database: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    network: DemoNetwork;
  }
}

/** Runs once before all test files; the returned function ends the network. */
export default async function startNetwork(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-dashboard-'));
  const database = join(folder, 'portcullis.db');
  // The table of a friends plugin; the coordinator looks for it when it starts.
  const tables = new DatabaseSync(database);
  tables.exec('create table FriendsRelationsPD (player varchar(36), friend varchar(36), since bigint)');
  tables.close();
  // Without churn no player leaves or changes the server by chance while a test looks at one.
  const options = ['--players', String(PLAYERS), '--churn', '0'];
  const coordinator = await startCoordinator(folder, { command: 'demo', options });
  const apiKey = await apiKeyIn(folder);
  await everyoneOnline(coordinator.url, apiKey);
  project.provide('network', {
    url: coordinator.url,
    password: coordinator.password ?? '',
    apiKey,
    database,
  });
  return async () => {
    await coordinator.end();
    await rm(folder, { recursive: true, force: true });
  };
}

async function everyoneOnline(url: string, apiKey: string): Promise<void> {
  await waitUntil(async () => {
    const response = await request(url, apiKey, 'GET', '/proxy/status');
    const { onlinePlayers }: { onlinePlayers: number } = await response.json();
    return onlinePlayers >= PLAYERS ? true : undefined;
  });
}
