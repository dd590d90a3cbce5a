import { describe, expect, it } from 'vitest';
import { AppError, ERRORS, type ErrorCode } from '../../src/domain/errors.ts';

const CODES = Object.keys(ERRORS) as ErrorCode[];

describe('an error', () => {
  it.each(CODES)('%s has a code, an HTTP status and a title', (code) => {
    const [status, title] = ERRORS[code];
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(title).toMatch(/^[A-Z].*[^.]$/);
  });

  it('carries its status, its title unless it has a detail, and its facts', () => {
    const plain = new AppError('player_offline');
    expect([plain.status, plain.message, plain.facts]).toEqual([409, 'This player is not online', {}]);
    const told = new AppError('storage_unavailable', 'Try in 5 s', { retryAfterSeconds: 5 });
    expect([told.status, told.message, told.facts.retryAfterSeconds]).toEqual([503, 'Try in 5 s', 5]);
  });

  it('keeps its cause for the log', () => {
    const cause = new Error('ER_ACCESS_DENIED');
    expect(new AppError('storage_unavailable', undefined, { cause }).cause).toBe(cause);
    expect('cause' in new AppError('storage_unavailable')).toBe(false);
  });
});
