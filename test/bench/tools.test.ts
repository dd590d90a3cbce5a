import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { missingTools } from '../../bench/fixtures/tools.ts';

const RUN = join(import.meta.dirname, '../../bench/run.ts');

it('a bench without a tool that it needs names the tool and how to get it, before anything is measured', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [RUN, 'gateway'], {
    env: { PATH: '' },
    encoding: 'utf8',
  });
  expect(stderr).toContain('gateway cannot run without wrk: apt install wrk\n');
  expect(stderr).not.toContain('measuring');
  expect(stdout).toBe('');
  expect(status).toBe(1);
});

it('each missing tool is named once, with all who need it, and tools that are there are not', () => {
  const needed = new Map([
    ['gateway', ['wrk'] as const],
    ['online-list', ['wrk'] as const],
    ['event-streams', ['strace'] as const],
    ['presence', []],
  ]);
  expect(missingTools(needed, () => true)).toEqual([]);
  expect(missingTools(needed, (tool) => tool === 'strace')).toEqual([
    'gateway and online-list cannot run without wrk: apt install wrk',
  ]);
});
