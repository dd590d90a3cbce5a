import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AppError, ERRORS, type ErrorCode } from '../../src/domain/errors.ts';
import { check } from '../../src/domain/fields/field.ts';
import { asAppError, problem, problemField } from '../../src/gateway/http/problem.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../docs/errors.md'), 'utf8');
const ROWS = [...DOCUMENT.matchAll(/^\| `(\w+)` \| (\d{3}) \| (.+?) \|/gm)].map(
  ([, code, status, title]) => `${code} ${status} ${title}`,
);

test('docs/errors.md lists every error with its status and title, and no other', () => {
  const table = Object.entries(ERRORS).map(([code, [status, title]]) => `${code} ${status} ${title}`);
  expect(ROWS.toSorted()).toEqual(table.toSorted());
});

test.each(Object.keys(ERRORS) as ErrorCode[])('%s becomes a problem with the texts of the table', (code) => {
  const answer = problem(new AppError(code, 'Just so', { issues: [{ path: 'a.b', message: 'is wrong' }] }));
  const body: unknown = JSON.parse(String(answer.body));
  expect(check(problemField, body).ok).toBe(true);
  const [status, title] = ERRORS[code];
  expect(body).toMatchObject({
    type: `urn:portcullis:problem:${code}`,
    status,
    title,
    code,
    detail: 'Just so',
  });
  expect([answer.status, answer.type]).toEqual([status, 'application/problem+json']);
});

test('any other thrown value becomes an internal error with its cause for the log only', () => {
  for (const thrown of [new TypeError('at /home/x.ts'), 'text', undefined, { code: 'server_exists' }]) {
    const error = asAppError(thrown);
    expect([error.code, error.facts.cause]).toEqual(['internal_error', thrown]);
    expect(String(problem(error).body)).not.toContain('/home');
  }
});
