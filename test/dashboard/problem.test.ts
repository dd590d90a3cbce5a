import { expect, it } from 'vitest';
import { ApiError, explain } from '../../src/dashboard/problem.ts';

it('what is wrong with a parameter is said once', () => {
  const errors = [{ path: 'uuid', message: 'must be a UUID' }];
  const problem = (code: string) => ({ code, status: 400, detail: 'uuid must be a UUID', errors });
  for (const code of ['malformed_parameter', 'a_code_of_a_later_version']) {
    const { title, advice } = explain(new ApiError(problem(code), null));
    expect(`${title}. ${advice}`.match(/must be a UUID/g)).toHaveLength(1);
  }
});

it('who does not know the password reads which command makes a new one, and which key takes one', () => {
  const problem = { code: 'wrong_password', status: 401, detail: 'Wrong password.' };
  const { advice } = explain(new ApiError(problem, null));
  expect(advice).toContain('`portcullis password`');
  expect(advice).toMatch(/config\.yml, as auth\.password/);
});
