import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runToEnd, startCoordinator } from './process.ts';

it('a second coordinator on the file of another one’s database refuses to start, names the first, and leaves it running', async () => {
  const [first, second] = await Promise.all(
    ['first', 'second'].map((name) => mkdtemp(join(tmpdir(), `portcullis-file-held-${name}-`))),
  );
  if (first === undefined || second === undefined) throw new Error('no folders');
  const coordinator = await startCoordinator(first);
  onTestFinished(async () => {
    await coordinator.end();
    for (const folder of [first, second]) await rm(folder, { recursive: true });
  });
  const refused = await runToEnd(['proxy', '--data', second, '--listen', '127.0.0.1:0'], {
    PORTCULLIS_STORAGE_URL: `sqlite:${join(first, 'portcullis.db')}`,
  });
  expect(refused.code).toBe(1);
  expect(refused.errors).toContain(`in use by another coordinator (process ${coordinator.pid})`);
  expect((await fetch(`${coordinator.url}/readyz`)).status).toBe(200);
});
