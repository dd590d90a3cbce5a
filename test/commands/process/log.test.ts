import { expect, test } from 'vitest';
import { AppError } from '../../../src/domain/errors.ts';
import { DatabaseFailure } from '../../../src/storage/failure.ts';
import { openLog } from '../../../src/commands/process/log.ts';

const redact = (line: string) => line.replaceAll('hunter2', '[redacted]');

function logInto(lines: string[], level = 'info') {
  return openLog({ level, redact, destination: { write: (line) => void lines.push(line) } });
}

test('an event is one line of JSON with level, time and its fields', () => {
  const lines: string[] = [];
  logInto(lines).warn({ event: 'storage.slow', tookMs: 12 });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 'warn',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    event: 'storage.slow',
    tookMs: 12,
  });
});

test('an error is logged with its causes', () => {
  const lines: string[] = [];
  const error = new Error('outer', { cause: new Error('inner') });
  logInto(lines).error({ event: 'process.failed', err: error });
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({ message: 'outer', cause: { message: 'inner' } });
});

test('a fault that is expected, such as a database that is away, is logged without a stack', () => {
  const lines: string[] = [];
  const away = new AppError('storage_unavailable', undefined, { cause: new DatabaseFailure('SQLITE_FULL') });
  logInto(lines).warn({ event: 'history.not-written', err: away });
  expect(lines[0]).toMatch(/storage_unavailable.*SQLITE_FULL/);
  expect(lines[0]).not.toContain('stack');
});

test('secrets are removed from a line before it is written', () => {
  const lines: string[] = [];
  logInto(lines).error({ event: 'storage.failed', err: new Error('denied for root:hunter2') });
  expect(lines[0]).toContain('root:[redacted]');
  expect(lines[0]).not.toContain('hunter2');
});

test('events below the level are not logged', () => {
  const lines: string[] = [];
  const log = logInto(lines, 'warn');
  log.debug({ event: 'one' });
  log.info({ event: 'two' });
  log.error({ event: 'three' });
  expect(lines).toHaveLength(1);
});
