import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from '../test/mutants/mutant.ts';

/**
 * `npm run mutants` plants every listed mistake in the sources, one at a time, and runs the tests that must notice it. It
 * fails when one survives, or when its place in the source is gone. `npm run mutants -- edge` takes those lists only whose
 * file name contains the word. The sources are as before when it ends, also when it is interrupted.
 */
const ROOT = join(import.meta.dirname, '..');

async function mutantsOf(words: readonly string[]): Promise<Mutant[]> {
  const lists = globSync('test/mutants/*.ts', { cwd: ROOT })
    .filter((file) => !file.endsWith('/mutant.ts'))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .sort();
  const found: Mutant[] = [];
  for (const file of lists) {
    const module: unknown = await import(join(ROOT, file));
    if (!hasMutants(module)) throw new Error(`${file} exports no mutants`);
    found.push(...module.mutants);
  }
  return found;
}

function hasMutants(module: unknown): module is { mutants: readonly Mutant[] } {
  return (
    typeof module === 'object' && module !== null && 'mutants' in module && Array.isArray(module.mutants)
  );
}

const TEST_WITHIN_MS = 300_000;

let restore: (() => void) | undefined;
let running: ChildProcess | undefined;
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.on(signal, () => end(code));
}
// Whoever reads the output may go away, as `head` does.
process.stdout.on('error', () => end(1));

function end(code: number): never {
  killAll(running);
  restore?.();
  process.exit(code);
}

/** The runner and its workers: npx passes no signal on. */
function killAll(child: ChildProcess | undefined): void {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid, 'SIGKILL');
}

/** Why the mutant counts as a failure; undefined when its tests noticed it. */
async function survivalOf({ file, from, to, test }: Mutant): Promise<string | undefined> {
  const path = join(ROOT, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(from).length !== 2) return `${file} does not have this text exactly once`;
  restore = () => writeFileSync(path, source);
  try {
    writeFileSync(
      path,
      source.replace(from, () => to),
    );
    // Not spawnSync: while that waits, no signal is handled, and a planted mistake would stay in the sources.
    const child = spawn('npx', ['vitest', 'run', '--bail=1', ...test.split(' ')], {
      cwd: ROOT,
      stdio: 'ignore',
      detached: true,
    });
    running = child;
    const timer = setTimeout(() => killAll(child), TEST_WITHIN_MS);
    const [status]: unknown[] = await once(child, 'exit');
    clearTimeout(timer);
    if (status === null) return `${test} did not end within ${TEST_WITHIN_MS / 1_000} s`;
    return status === 0 ? `${test} did not notice` : undefined;
  } finally {
    restore();
    restore = undefined;
  }
}

const mutants = await mutantsOf(process.argv.slice(2));
let survivors = 0;
for (const mutant of mutants) {
  const survival = await survivalOf(mutant);
  if (survival !== undefined) survivors += 1;
  process.stdout.write(
    `${survival === undefined ? 'red ' : 'GREEN'} ${mutant.promise}${survival === undefined ? '' : `: ${survival}`}\n`,
  );
}
process.stdout.write(`${mutants.length - survivors} of ${mutants.length} mistakes noticed\n`);
process.exit(survivors === 0 && mutants.length > 0 ? 0 : 1);
