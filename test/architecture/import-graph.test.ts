import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');

/** More files than this at one level are a list that a newcomer has to read. */
const MAX_FILES_AT_ONE_LEVEL = 15;

const IMPORT = /(?:from|import) '(\.{1,2}\/[^']+)'|(?:import|new URL)\('(\.{1,2}\/[^']+)'/g;

const sources = globSync('**/*.{ts,tsx}', { cwd: SRC });

function importsOf(file: string): string[] {
  const text = readFileSync(join(SRC, file), 'utf8');
  return [...text.matchAll(IMPORT)]
    .map(([, fixed, dynamic]) => relative(SRC, resolve(SRC, dirname(file), fixed ?? dynamic ?? '')))
    .filter((target) => sources.includes(target));
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The imports between groups of files; those inside a group are left out. */
function graphOf(groupOf: (file: string) => string): Graph {
  const graph = new Map(sources.map((file) => [groupOf(file), new Set<string>()]));
  for (const file of sources) {
    const group = groupOf(file);
    for (const target of importsOf(file).map(groupOf)) if (target !== group) graph.get(group)?.add(target);
  }
  return graph;
}

/** Chains of imports that end where they began, as `a → b → a`; empty exactly when there is none. */
function circlesIn(graph: Graph): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): void => {
    if (path.includes(node)) circles.push([...path.slice(path.indexOf(node)), node].join(' → '));
    else if (!done.has(node)) {
      for (const target of graph.get(node) ?? []) visit(target, [...path, node]);
      done.add(node);
    }
  };
  for (const node of graph.keys()) visit(node, []);
  return circles;
}

const roomOf = (file: string): string => file.split('/')[0] ?? '';

/** A sub-folder of a room, or a file that stands directly in the room. */
const partOf = (file: string): string => file.split('/').slice(0, 2).join('/');

describe('the import graph', () => {
  it.each([
    ['files', (file: string) => file],
    ['parts of rooms', partOf],
    ['rooms', roomOf],
  ])('has no circle of %s', (_, groupOf) => {
    expect(circlesIn(graphOf(groupOf))).toEqual([]);
  });

  it('sees the imports of the sources', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(graphOf(roomOf).get('main.ts')).toEqual(new Set(['commands']));
  });

  it('shows a circle when there is one', () => {
    const imports = { a: ['b'], b: ['c', 'd'], c: ['b'], d: [] };
    const graph = new Map(Object.entries(imports).map(([from, targets]) => [from, new Set(targets)]));
    expect(circlesIn(graph)).toEqual(['b → c → b']);
  });
});

it('no room has more files at one level than can be seen at a glance', () => {
  const counts = new Map<string, number>();
  for (const file of sources) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > MAX_FILES_AT_ONE_LEVEL)).toEqual([]);
});
