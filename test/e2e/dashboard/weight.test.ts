import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { useWindows } from './dashboard-fixture.ts';

const windows = useWindows();
const BUILT = join(import.meta.dirname, '../../../dist/dashboard');
const ASSETS = join(BUILT, 'assets');
const KB = 1000;

/** Files of the build as brotli sends them; the small ones are sent as they are. */
function weightOf(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => {
    const path = join(ASSETS, file);
    return sum + statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
  }, 0);
}

const isPacked = (file: string) => /\.(?:br|gz)$/.test(file);

/** Files, and what they import before they run. */
function withImports(files: readonly string[], found = new Set<string>()): Set<string> {
  for (const file of files) {
    if (found.has(file)) continue;
    found.add(file);
    if (!file.endsWith('.js')) continue;
    const code = readFileSync(join(ASSETS, file), 'utf8');
    const imports = [...code.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)];
    withImports(
      imports.map(([, name = '']) => name),
      found,
    );
  }
  return found;
}

const page = readFileSync(join(BUILT, 'index.html'), 'utf8');
const first = withImports(
  [...page.matchAll(/(?:src|href)="\/assets\/([^"]+)"/g)].map(([, file = '']) => file),
);
const pages = readdirSync(ASSETS).filter((file) => /^\w+-page-[\w-]+\.js$/.test(file));

test('what every page needs before it says anything stays below 125 KB', () => {
  expect([...first].filter((file) => file.endsWith('.css'))).not.toEqual([]);
  expect([...first].filter((file) => file.endsWith('.js')).length).toBeGreaterThan(1);
  expect(weightOf(first)).toBeLessThan(125 * KB);
});

test.each([
  ['overview', 130],
  ['players', 140],
])('the code and styles of the first load of the %s stay below %d KB', (name, limit) => {
  const ofPage = readdirSync(ASSETS).filter((file) => file.startsWith(`${name}-page-`) && !isPacked(file));
  expect(weightOf(withImports(ofPage, new Set(first)))).toBeLessThan(limit * KB);
});

test('each page with all that it imports stays below 200 KB', () => {
  expect(pages.length).toBeGreaterThan(7);
  for (const file of pages)
    expect(weightOf(withImports([file], new Set(first))), file).toBeLessThan(200 * KB);
});

test('every component of Mantine that a page has brings its styles', () => {
  const textOf = (ending: string) =>
    readdirSync(ASSETS)
      .filter((file) => file.endsWith(ending) && !basename(file).startsWith('elk'))
      .map((file) => readFileSync(join(ASSETS, file), 'utf8'))
      .join('\n');
  const classesIn = (text: string) => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g));
  const mantine = createRequire(import.meta.url).resolve('@mantine/core/styles.css');
  const styled = classesIn(readFileSync(mantine, 'utf8'));
  const brought = classesIn(textOf('.css'));
  const used = [...classesIn(textOf('.js'))].filter((name) => styled.has(name));
  expect(used.length).toBeGreaterThan(50);
  expect(used.filter((name) => !brought.has(name))).toEqual([]);
});

test.each(['/', '/players', '/servers'])(
  'what is asked for before the page %s is there is what the page wants',
  async (path) => {
    const window = await windows.signedIn('/bans');
    const asked: string[] = [];
    window.page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/') || pathname === '/healthz') asked.push(pathname + search);
    });
    await window.page.goto(path);
    await window.page.getByText('Live', { exact: true }).first().waitFor();
    await window.page.getByRole('link', { name: 'Bans', exact: true }).waitFor();
    await window.page.waitForLoadState('load');
    expect(asked.filter((url) => url === '/api/auth/session')).toHaveLength(1);
    // Asked for once more with other parameters, it would not have been what the page wanted.
    const urls = [...new Set(asked)];
    expect(new Set(urls.map((url) => url.split('?')[0])).size, urls.join('\n')).toBe(urls.length);
  },
);

test('a label appears when the pointer first comes, and goes with it or by Escape', async () => {
  const shown = await windows.admin('/bans');
  const button = shown.getByRole('button', { name: /Switch to/ }).first();
  const label = shown.getByRole('tooltip');
  await button.hover();
  await label.getByText(/Switch to/).waitFor();
  await shown.keyboard.press('Escape');
  await label.waitFor({ state: 'detached' });
  await shown.mouse.move(600, 400);
  await button.hover();
  await label.waitFor();
  await shown.mouse.move(600, 400);
  await label.waitFor({ state: 'detached' });
});
