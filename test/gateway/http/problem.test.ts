import { expect, it } from 'vitest';
import { AppError } from '../../../src/domain/errors.ts';
import { problem } from '../../../src/gateway/http/problem.ts';

it('what an operator is told to do, with a path, is shown to nobody who has not proved who they are', () => {
  const error = new AppError('storage_unavailable', undefined, { advice: 'Free some space in /srv/data' });
  expect(problem(error, true).body).toContain('"detail":"Free some space in /srv/data"');
  expect(problem(error, false).body).not.toContain('/srv/data');
});
