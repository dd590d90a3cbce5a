import { expect, it } from 'vitest';
import { errorFields } from '../../../src/commands/process/error-fields.ts';
import { AppError } from '../../../src/domain/errors.ts';
import { refused, unavailable } from '../../../src/storage/failure.ts';

it('a database that is away is a sentence with its codes, and no stack', () => {
  expect(errorFields(unavailable('ECONNREFUSED'))).toEqual({
    type: 'AppError',
    code: 'storage_unavailable',
    message: 'The database is unavailable; nothing was changed',
    cause: { type: 'DatabaseFailure', code: 'ECONNREFUSED' },
  });
});

it('so is a service that cannot be reached, and a file that cannot be read', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
  const error = new AppError('platform_unavailable', 'away', {
    cause: new TypeError('fetch failed', { cause }),
  });
  expect(JSON.stringify(errorFields(error))).not.toContain('stack');
  expect(JSON.stringify(errorFields(error))).toContain('connect ECONNREFUSED 127.0.0.1:1');
  expect(errorFields(Object.assign(new Error('no'), { code: 'EACCES' }))).not.toHaveProperty('stack');
});

it('a mistake of ours has its stack, also as the cause of an expected fault', () => {
  const mistake = new TypeError('x is undefined');
  const called = Object.assign(new Error('wrong'), { code: 'ERR_INVALID_ARG_TYPE' });
  for (const error of [mistake, called, refused('ER_PARSE_ERROR')]) {
    expect(errorFields(error), error.message).toHaveProperty('stack');
  }
  const wrapped = errorFields(new AppError('platform_unavailable', 'away', { cause: mistake }));
  expect(wrapped).toHaveProperty('cause.stack');
  expect(wrapped).not.toHaveProperty('stack');
});
