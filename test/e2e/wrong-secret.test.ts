import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../fixtures/free-port.ts';
import { begin, type CoordinatorProcess, startCoordinator } from './process.ts';

const WRONG = 'W'.repeat(32);

let folder: string;
let coordinator: CoordinatorProcess;
const running: ReturnType<typeof begin>[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-wrong-secret-'));
  await mkdir(join(folder, 'coordinator'));
  coordinator = await startCoordinator(join(folder, 'coordinator'));
});
afterEach(async () => {
  await Promise.all([...running.splice(0), coordinator].map((process) => process.end('SIGKILL')));
  await rm(folder, { recursive: true });
});

async function detailOf(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const process = begin([...args, '--data', join(folder, 'here')], env);
  running.push(process);
  return (await process.logged('agent.wrong_secret'))['detail'];
}

test('an edge with a wrong secret says what makes one, and how it is set', async () => {
  const options = ['--name', 'front', '--url', coordinator.url, '--secret', WRONG, '--listen', '127.0.0.1:0'];
  const detail = await detailOf(['edge', ...options]);
  expect(detail).toContain('`portcullis agent add front --role edge`');
  expect(detail).toContain('--secret, channel.secret in config.yml or PORTCULLIS_CHANNEL_SECRET');
});

test('a backend with a wrong secret says what makes one, and where it is set', async () => {
  const detail = await detailOf(['backend'], {
    PORTCULLIS_BACKEND_COORDINATOR_URL: coordinator.url,
    PORTCULLIS_BACKEND_COORDINATOR_SECRET: WRONG,
    PORTCULLIS_BACKEND_SERVER_NAME: 'arena',
    PORTCULLIS_BACKEND_RCON_ADDRESS: `127.0.0.1:${await freePort()}`,
    PORTCULLIS_BACKEND_RCON_PASSWORD: 'console-password',
    PORTCULLIS_BACKEND_LOCAL_LISTEN: 'off',
  });
  expect(detail).toContain('`portcullis agent add arena --role backend`');
  expect(detail).toContain('coordinator.secret in config.yml, or PORTCULLIS_BACKEND_COORDINATOR_SECRET');
});
