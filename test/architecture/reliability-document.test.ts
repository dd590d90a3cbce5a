import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const PROOF = /`(test\/[a-z0-9/-]+\.test\.ts)`: (.+) \|$/;

const proofs = readFileSync(join(ROOT, 'docs/reliability.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Promise'))
  .map((line) => PROOF.exec(line) ?? [line, '', '']);

it('names promises and the tests that prove them', () => {
  expect(proofs.length).toBeGreaterThan(30);
});

it.each(proofs.map(([, path = '', title = '']) => [path, title]))(
  'names a test that exists: %s, %s',
  (path, title) => {
    expect(existsSync(join(ROOT, path)), path).toBe(true);
    expect(readFileSync(join(ROOT, path), 'utf8')).toContain(`it('${title}'`);
  },
);
