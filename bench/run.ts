import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coresNote, pinSelf } from './fixtures/cores.ts';
import { missingTools } from './fixtures/tools.ts';
import { type Bench, type BenchTable, compareGoals, tableText } from './bench-table.ts';

/**
 * `npm run bench` measures every figure and writes docs/performance.md below its hand-written head, in the order of the
 * goals; `npm run bench -- gateway admission` measures those files only, and writes nothing. A file of this folder that
 * exports `run` is a figure.
 */
const FOLDER = import.meta.dirname;
const REPORT = join(FOLDER, '../docs/performance.md');
const MARK = '<!-- Everything below is written by `npm run bench`. -->';

async function benches(wanted: readonly string[]): Promise<Map<string, Bench>> {
  const names = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
    .map((file) => file.slice(0, -'.ts'.length));
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Error(`there is no bench ${unknown.join(', ')}; there are ${names.join(', ')}`);
  const found = new Map<string, Bench>();
  for (const name of wanted.length > 0 ? wanted : names) {
    const module: unknown = await import(`./${name}.ts`);
    if (isBench(module)) found.set(name, module);
  }
  return found;
}

function isBench(module: unknown): module is Bench {
  return typeof module === 'object' && module !== null && 'run' in module && typeof module.run === 'function';
}

function refuseWithout(found: ReadonlyMap<string, Bench>): void {
  const needed = new Map([...found].map(([name, { tools = [] }]) => [name, tools]));
  const missing = missingTools(needed);
  if (missing.length === 0) return;
  process.stderr.write(`${missing.join('\n')}\n"npm run bench -- <names>" measures others meanwhile\n`);
  process.exit(1);
}

async function measure(bench: Bench): Promise<BenchTable> {
  if (bench.isPinned !== true) return bench.run();
  pinSelf('load');
  try {
    const table = await bench.run();
    return { ...table, notes: [...table.notes, coresNote()] };
  } finally {
    pinSelf('all');
  }
}

const wanted = process.argv.slice(2);
const tables: BenchTable[] = [];
let failed = false;
const found = await benches(wanted);
refuseWithout(found);
for (const [name, bench] of found) {
  process.stderr.write(`measuring ${name}\n`);
  try {
    const table = await measure(bench);
    tables.push(table);
    process.stdout.write(`${tableText(table)}\n`);
  } catch (error) {
    failed = true;
    process.stderr.write(
      `${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
  }
}
if (wanted.length === 0 && !failed) {
  const [head = ''] = readFileSync(REPORT, 'utf8').split(MARK);
  writeFileSync(
    REPORT,
    `${head.trimEnd()}\n\n${MARK}\n\n${tables.sort(compareGoals).map(tableText).join('\n')}`,
  );
}
process.exit(failed ? 1 : 0);
