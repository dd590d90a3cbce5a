import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = '{src,test,bench,scripts,packages/*/src,packages/*/test}/**/*.{ts,tsx,js}';

/** The files that name a word, without this one. */
function filesWith(word: string): string[] {
  return globSync(SOURCES, { cwd: ROOT, exclude: (path) => path.includes('node_modules') })
    .filter((file) => !file.endsWith('listening-sockets.test.ts'))
    .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes(word));
}

it('only gateway/listen.ts closes a listen socket of uWebSockets.js: a second close crashes the process', () => {
  expect(filesWith('us_listen_socket_close')).toEqual(['src/gateway/listen.ts']);
});

it('the search sees the sources and the tests', () => {
  const files = filesWith('uWebSockets.js');
  expect(files).toContain('test/channel/channel-fixture.ts');
  expect(files.length).toBeGreaterThan(10);
});
