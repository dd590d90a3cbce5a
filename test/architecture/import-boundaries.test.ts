import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const OXLINT = join(ROOT, 'node_modules/.bin/oxlint');

const SERVICES = ['runtime', 'actors', 'storage', 'channel', 'platform', 'gateway', 'backend', 'simulator'];

/** The rooms that each room may import from, besides itself and domain (CONTRIBUTING.md). */
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
  commands: [...SERVICES, 'config'],
  dashboard: ['machines'],
};
/** Rooms that do no I/O; the first two must also run in the browser. */
const WITHOUT_SOCKETS = ['domain', 'machines', 'runtime', 'actors'];
const WITHOUT_NODE = ['domain', 'machines'];

const ROOMS = Object.keys(ALLOWED);
const TARGETS = [...ROOMS, 'node:fs', 'ws'];

interface LintReport {
  readonly number_of_files: number;
  readonly diagnostics: readonly { code: string; filename: string; labels: { span: { line: number } }[] }[];
}

function lint(folder: string): LintReport {
  const { stdout } = spawnSync(OXLINT, ['--format=json', 'src'], { cwd: folder, encoding: 'utf8' });
  return JSON.parse(stdout) as LintReport;
}

describe('the linter', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-lint-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** One file in every room imports every target, one a line; the result is what the linter refused. */
  function refusedImports(): string[] {
    cpSync(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    for (const room of ROOMS) {
      mkdirSync(join(folder, 'src', room), { recursive: true });
      const lines = TARGETS.map((it) => `import '${ROOMS.includes(it) ? `../${it}/thing.ts` : it}';`);
      writeFileSync(join(folder, 'src', room, 'planted.ts'), lines.join('\n'));
    }
    return lint(folder)
      .diagnostics.filter(({ code }) => code === 'eslint(no-restricted-imports)')
      .map(({ filename, labels: [label] }) => {
        return `${filename.split('/').at(-2)} → ${TARGETS[(label?.span.line ?? 0) - 1]}`;
      });
  }

  it('refuses every import that is not allowed, and no other', () => {
    const forbidden = ROOMS.flatMap((room) =>
      ROOMS.filter((it) => it !== room && it !== 'domain' && !ALLOWED[room]?.includes(it)).map(
        (it) => `${room} → ${it}`,
      ),
    );
    const impure = [
      ...WITHOUT_NODE.map((room) => `${room} → node:fs`),
      ...WITHOUT_SOCKETS.map((room) => `${room} → ws`),
    ];
    expect(refusedImports().sort()).toEqual([...forbidden, ...impure].sort());
  });

  it('has a rule for every room', () => {
    const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((it) => it.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual([...ROOMS].sort());
  });

  it('sees the sources', () => {
    expect(lint(ROOT).number_of_files).toBeGreaterThan(50);
  });
});
