import type { Tool } from './fixtures/tools.ts';

/** One figure: what was measured of ours and of the bare thing it is compared with, in one run. */
export interface BenchRow {
  readonly figure: string;
  /** As people read it, with its unit. */
  readonly ours: string;
  readonly baseline: string;
  /** Ours to the baseline; the result, because absolutes are the machine's. */
  readonly ratio: number;
  /** The target. */
  readonly reach: string;
  /** Where a change must stop and explain itself. */
  readonly floor: string;
}

/** What a bench answers; `goal` is the number of the goal it measures (docs/goals.md), or `7, 8` for two of them. */
export interface BenchTable {
  readonly goal: number | string;
  readonly title: string;
  readonly rows: readonly BenchRow[];
  /** What the reader must know to read the rows: sizes, rounds, how cost grew with the work. */
  readonly notes: readonly string[];
}

/** What every file of a figure in this folder exports. */
export interface Bench {
  /** Programs without which it cannot run. */
  readonly tools?: readonly Tool[];
  /** Its server, load and readers are processes, pinned to cores of their own where the machine has them. */
  readonly isPinned?: boolean;
  run(): Promise<BenchTable>;
}

/** The order of the tables in the document: by the first goal they measure, those without a number last. */
export function compareGoals(one: BenchTable, other: BenchTable): number {
  return firstGoal(one) - firstGoal(other);
}

function firstGoal({ goal }: BenchTable): number {
  const number = Number.parseInt(String(goal), 10);
  return Number.isNaN(number) ? Number.MAX_SAFE_INTEGER : number;
}

const COLUMNS = ['figure', 'ours', 'baseline', 'ratio', 'reach', 'floor'] as const;

/** The table in Markdown, its columns aligned so that a terminal shows it as well. */
export function tableText(table: BenchTable): string {
  const cells = table.rows.map((row) => COLUMNS.map((column) => cellText(row[column])));
  const widths = COLUMNS.map((column, at) =>
    Math.max(column.length, ...cells.map((row) => row[at]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [
    `## ${table.goal}. ${table.title}`,
    '',
    line(COLUMNS),
    line(widths.map((width) => '-'.repeat(width))),
    ...cells.map(line),
    '',
    ...table.notes.map((note) => `- ${note}`),
    ...(table.notes.length > 0 ? [''] : []),
  ].join('\n');
}

function cellText(value: string | number): string {
  const text = typeof value === 'number' ? value.toPrecision(3) : value;
  return text.replaceAll('|', '\\|');
}
