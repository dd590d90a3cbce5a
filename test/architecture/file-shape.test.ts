import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

function files(...patterns: string[]): { path: string; lines: number }[] {
  return globSync(patterns, { cwd: ROOT, exclude: (path) => path.includes('node_modules') }).map((path) => ({
    path,
    lines: readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1,
  }));
}

const sources = files('src/**/*.ts');
const everything = [...sources, ...files('{test,bench,scripts}/**/*.ts')];

test('there are sources to look at', () => {
  expect(sources.length).toBeGreaterThan(50);
});

test('files have kebab-case names that say what is in them', () => {
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.test|\.config|\.d)?\.ts$/;
  const empty = /^(index|utils?|helpers?|manager|misc|common|shared|stuff)(\.test)?\.ts$/;
  const wrong = everything
    .map(({ path }) => basename(path))
    .filter((name) => !kebab.test(name) || empty.test(name));
  expect(wrong).toEqual([]);
});

test('half of the sources have at most 90 lines, and none has more than 400', () => {
  const lengths = sources.map(({ lines }) => lines).sort((one, other) => one - other);
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(90);
  expect(everything.filter(({ lines }) => lines > 400)).toEqual([]);
});

test('nothing is left to do in the sources', () => {
  const unfinished = /\b(TODO|FIXME|XXX|HACK)\b/;
  expect(
    everything.filter(({ path }) =>
      unfinished.test(readFileSync(join(ROOT, path), 'utf8').replace(String(unfinished), '')),
    ),
  ).toEqual([]);
});
