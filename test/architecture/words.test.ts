import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Every line that matches, as `file:line: what`. */
function matches(patterns: readonly string[], forbidden: RegExp): string[] {
  const files = globSync(patterns, { cwd: ROOT, exclude: (path) => path.includes('node_modules') });
  return files
    .filter((file) => !file.endsWith('architecture/words.test.ts'))
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          const found = forbidden.exec(line);
          return found === null ? [] : [`${file}:${index + 1}: ${found[0]}`];
        }),
    );
}

const ALL = ['{src,test,bench,scripts}/**/*.{ts,tsx,js}', 'packages/lobby/{src,test}/**/*.ts'];

it('names in the sources are words of the field, not private metaphors', () => {
  const metaphor = /\w*(Desk|Hall|Fleet|Turnstile|AskBook|Gatekeeper|Surroundings|Organs)\b/;
  expect(matches(['src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], metaphor)).toEqual([]);
});

it('comments cite only documents that the repository has', () => {
  expect(matches(ALL, /\b(CONTRACT|CHANNEL|PROTOCOLS|PERFORMANCE|ARCHITECTURE|SPEC)\b/)).toEqual([]);
});

it('the search sees the sources', () => {
  expect(matches(ALL, /\bexport\b/).length).toBeGreaterThan(500);
});
