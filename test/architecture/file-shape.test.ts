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

test('the search sees the sources', () => {
  expect(sources.length).toBeGreaterThan(50);
});

test('file names are kebab-case and say what is in the file', () => {
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

test('the sources contain no marks of unfinished work', () => {
  const unfinished = /\b(TODO|FIXME|XXX|HACK)\b/;
  expect(
    everything.filter(({ path }) =>
      unfinished.test(readFileSync(join(ROOT, path), 'utf8').replace(String(unfinished), '')),
    ),
  ).toEqual([]);
});

test('every exported class and function has a docstring', () => {
  const declared = /^export (?:default )?(?:abstract )?(?:async )?(?:class|function\*?) (\w+)/;
  const withoutDocstring = files('src/**/*.{ts,tsx}', 'packages/*/src/**/*.{ts,tsx}').flatMap(({ path }) => {
    const lines = readFileSync(join(ROOT, path), 'utf8').split('\n');
    // Of a function with several signatures, the first needs one.
    const names = lines.map((line) => declared.exec(line)?.[1]);
    return names.flatMap((name, at) => {
      if (name === undefined || names.indexOf(name) !== at || lines[at - 1]?.endsWith('*/')) return [];
      return [`${path}: ${name}`];
    });
  });
  expect(withoutDocstring).toEqual([]);
});
