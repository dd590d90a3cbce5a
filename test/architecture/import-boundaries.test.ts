import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const OXLINT = join(ROOT, 'node_modules/.bin/oxlint');

/** What each room may import of ours, besides itself and domain (ARCHITECTURE, "Arrows point down only"). */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  runtime: [],
  machines: [],
  actors: ['runtime', 'machines'],
  storage: ['runtime', 'actors'],
  channel: ['runtime', 'actors'],
  platform: ['runtime', 'actors', 'channel'],
  gateway: ['runtime', 'actors'],
  backend: ['runtime', 'actors', 'channel', 'machines'],
  simulator: ['runtime', 'actors', 'channel'],
  config: ['runtime'],
  commands: [
    'runtime',
    'actors',
    'storage',
    'channel',
    'platform',
    'gateway',
    'backend',
    'simulator',
    'config',
  ],
};
const ROOMS = Object.keys(ALLOWED);

interface LintReport {
  readonly number_of_files: number;
  readonly diagnostics: readonly { code: string; filename: string; labels: { span: { line: number } }[] }[];
}

function lint(folder: string): LintReport {
  const { stdout } = spawnSync(OXLINT, ['--format=json', 'src'], { cwd: folder, encoding: 'utf8' });
  return JSON.parse(stdout) as LintReport;
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-lint-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Every room imports every other, one a line; answers what the linter refused, as `room → room`. */
function refusedImports(): Set<string> {
  cpSync(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  for (const room of ROOMS) {
    mkdirSync(join(folder, 'src', room), { recursive: true });
    const lines = ROOMS.map((other) => `import '../${other}/thing.ts';`);
    writeFileSync(
      join(folder, 'src', room, 'planted.ts'),
      [...lines, `import 'node:fs';`, `import 'ws';`].join('\n'),
    );
  }
  const targets = [...ROOMS, 'node:fs', 'ws'];
  return new Set(
    lint(folder)
      .diagnostics.filter(({ code }) => code === 'eslint(no-restricted-imports)')
      .map(
        ({ filename, labels: [label] }) =>
          `${filename.split('/').at(-2)} → ${targets[(label?.span.line ?? 0) - 1]}`,
      ),
  );
}

test('the linter refuses every import that does not point down, and no other', () => {
  const forbidden = ROOMS.flatMap((room) =>
    ROOMS.filter((other) => other !== room && other !== 'domain' && !ALLOWED[room]?.includes(other)).map(
      (other) => `${room} → ${other}`,
    ),
  );
  const impure = [
    'domain → node:fs',
    'machines → node:fs',
    'domain → ws',
    'runtime → ws',
    'machines → ws',
    'actors → ws',
  ];
  expect([...refusedImports()].sort()).toEqual([...forbidden, ...impure].sort());
});

test('the linter has a rule for every room of the house', () => {
  const rooms = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  // The page has a toolchain of its own.
  expect(
    rooms.map(({ name }) => name).filter((name) => name !== 'dashboard' && !ROOMS.includes(name)),
  ).toEqual([]);
});

test('the linter sees the sources', () => {
  expect(lint(ROOT).number_of_files).toBeGreaterThan(50);
});
