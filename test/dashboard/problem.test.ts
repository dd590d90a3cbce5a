import { expect, it } from 'vitest';
import { ApiError, explain } from '../../src/dashboard/problem.ts';

it('who does not know the password reads which command makes a new one, and which key takes one', () => {
  const problem = { code: 'wrong_password', status: 401, detail: 'Wrong password.' };
  const { advice } = explain(new ApiError(problem, null));
  expect(advice).toContain('`portcullis password`');
  expect(advice).toMatch(/config\.yml, as auth\.password/);
});
