import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** The rooms of src from the ground up; an import goes to the same room or to one further left. */
const ROOMS = [
  'domain',
  'runtime',
  'machines',
  'config',
  'actors',
  'storage',
  'channel',
  'gateway',
  'platform',
  'backend',
  'simulator',
  'commands',
  'main.ts',
];
/** Built by a toolchain of its own; imports `domain` and `machines`, and nothing imports it. */
const PAGE = 'dashboard';

/** Files at one level of a room; above this a newcomer reads a list instead of a room. */
const MAX_FILES_AT_ONE_LEVEL = 15;

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const sources = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).map((path) => relative('src', path));

function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, 'src', file), 'utf8');
  return [...text.matchAll(/(?:from|import) '(\.{1,2}\/[^']+)'|(?:import|new URL)\('(\.{1,2}\/[^']+)'/g)]
    .map(([, fixed, dynamic]) =>
      relative(join(ROOT, 'src'), resolve(ROOT, 'src', dirname(file), fixed ?? dynamic ?? '')),
    )
    .filter((target) => sources.includes(target));
}

function graphOf(nodeOf: (file: string) => string): Graph {
  const graph = new Map<string, Set<string>>();
  for (const file of sources) {
    const from = nodeOf(file);
    const targets = graph.get(from) ?? new Set();
    for (const target of importsOf(file)) if (nodeOf(target) !== from) targets.add(nodeOf(target));
    graph.set(from, targets);
  }
  return graph;
}

/** A chain of imports that ends where it began, as `a → b → a`; undefined when there is none. */
function circleIn(graph: Graph): string | undefined {
  const done = new Set<string>();
  const walk = (node: string, path: readonly string[]): string | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node].join(' → ');
    if (done.has(node)) return undefined;
    for (const target of graph.get(node) ?? []) {
      const circle = walk(target, [...path, node]);
      if (circle !== undefined) return circle;
    }
    done.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const circle = walk(node, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

/** The part of a room that a file belongs to: the folder in the room, or the file itself where it stands in none. */
function partOf(file: string): string {
  const [room = '', folder = '', ...rest] = file.split('/');
  return rest.length === 0 ? file : `${room}/${folder}`;
}

const roomOf = (file: string): string => file.split('/')[0] ?? '';

test('every room is in the list', () => {
  expect([...new Set(sources.map(roomOf))].sort()).toEqual([...ROOMS, PAGE].sort());
});

test('no import points up', () => {
  const upward = sources.flatMap((file) =>
    importsOf(file)
      .filter((target) =>
        roomOf(file) === PAGE
          ? ![PAGE, 'domain', 'machines'].includes(roomOf(target))
          : roomOf(target) === PAGE || ROOMS.indexOf(roomOf(target)) > ROOMS.indexOf(roomOf(file)),
      )
      .map((target) => `${file} → ${target}`),
  );
  expect(upward).toEqual([]);
});

test('no chain of imports is a circle, neither of files nor of the parts of a room', () => {
  expect(circleIn(graphOf((file) => file))).toBeUndefined();
  expect(circleIn(graphOf(partOf))).toBeUndefined();
});

test('the search for circles finds one', () => {
  expect(
    circleIn(
      new Map([
        ['a', new Set(['b'])],
        ['b', new Set(['c'])],
        ['c', new Set(['b'])],
      ]),
    ),
  ).toBe('b → c → b');
  expect(graphOf((file) => file).get('main.ts')?.size).toBeGreaterThan(0);
});

test('no room has more files at one level than can be seen at a glance', () => {
  const counts = new Map<string, number>();
  for (const file of sources) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > MAX_FILES_AT_ONE_LEVEL)).toEqual([]);
});
