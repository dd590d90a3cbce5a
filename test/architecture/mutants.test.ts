import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Mutant } from '../mutants/mutant.ts';

const ROOT = join(import.meta.dirname, '../..');
const lists = globSync('test/mutants/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('/mutant.ts'));

async function mutantsIn(list: string): Promise<readonly Mutant[]> {
  const { mutants } = (await import(join(ROOT, list))) as { mutants: readonly Mutant[] };
  return mutants;
}

it('there are mutants', () => {
  expect(lists.length).toBeGreaterThan(0);
});

describe.each(lists)('each mutant of %s', async (list) => {
  const mutants = await mutantsIn(list);

  it.each(mutants)('can be applied: $promise', ({ promise, file, from, to, test }) => {
    expect(promise).not.toBe('');
    expect(to).not.toBe(from);
    expect(readFileSync(join(ROOT, file), 'utf8').split(from), `${from} stands once in ${file}`).toHaveLength(
      2,
    );
    for (const path of test.split(' ')) expect(existsSync(join(ROOT, path)), path).toBe(true);
  });
});
