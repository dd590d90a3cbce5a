import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import packageLock from '../../package-lock.json' with { type: 'json' };
import { type CoordinatorProcess, startCoordinator } from './process.ts';

const ROOT = join(import.meta.dirname, '../..');
const PACKED_WITHIN_MS = 120_000;

let folder: string;
let coordinator: CoordinatorProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-package-'));
});
afterEach(async () => {
  await coordinator?.end('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** What `npm install --omit=dev` of the package would bring, without a network: links to what is installed here. */
function installFromHere(): string {
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' });
  npm('run', '--silent', 'prepack');
  // The page is built already, and other tests read it.
  const [packed] = JSON.parse(npm('pack', '--ignore-scripts', '--json', '--pack-destination', folder));
  const home = join(folder, 'node_modules/portcullis');
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', home, '--strip-components=1']);
  for (const [path, entry] of Object.entries(packageLock.packages)) {
    if ('dev' in entry || path.lastIndexOf('node_modules/') !== 0) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(folder, path));
  }
  return home;
}

it('a package runs beside what it needs in production alone, and serves the dashboard and the API documentation', {
  timeout: PACKED_WITHIN_MS,
}, async () => {
  const home = installFromHere();
  coordinator = await startCoordinator(join(folder, 'data'), { main: join(home, 'bin/portcullis.js') });
  const { url } = coordinator;
  const page = await (await fetch(url)).text();
  expect(page).toBe(readFileSync(join(ROOT, 'dist/dashboard/index.html'), 'utf8'));
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? [];
  expect((await fetch(`${url}${script}`)).status).toBe(200);
  expect((await fetch(`${url}/api/docs`)).status).toBe(200);
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ ready: true, storage: 'ok' });
  expect((await coordinator.end()).code).toBe(0);
});
