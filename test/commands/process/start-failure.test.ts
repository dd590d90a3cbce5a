import { expect, it } from 'vitest';
import { startFailure } from '../../../src/commands/process/start-failure.ts';
import { ConfigError } from '../../../src/config/config-error.ts';
import { ExplainedError } from '../../../src/runtime/explained-error.ts';

it.each([
  new ExplainedError('the port is taken', { cause: new Error('something else') }),
  new ConfigError([{ where: 'config.yml:3', key: 'timezone', message: 'is none' }]),
])('an error that was explained is its sentence, without a stack or a cause', (error) => {
  expect(startFailure(error)).toEqual({ event: 'process.start-failed', reason: error.message });
});

it('one that nobody expected is logged whole', () => {
  const err = new TypeError('undefined is not a function');
  expect(startFailure(err)).toEqual({ event: 'process.start-failed', err });
});
