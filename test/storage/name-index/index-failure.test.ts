import { expect, test } from 'vitest';
import { indexGone, refused, unavailable } from '../../../src/storage/failure.ts';
import { indexFailure } from '../../../src/storage/name-index/index-failure.ts';

test.each([unavailable('ER_TABLEACCESS_DENIED_ERROR'), refused('ER_BINLOG_CREATE_ROUTINE_NEED_SUPER')])(
  'what an account may not do is said with the right that it lacks (%#)',
  (error) => {
    expect(indexFailure(error)).toMatchObject({ kind: 'final', detail: expect.stringContaining('TRIGGER') });
  },
);

test.each([unavailable('ER_LOCK_WAIT_TIMEOUT'), unavailable('ER_LOCK_DEADLOCK', true)])(
  'a lock of another program is waited for, and gives no advice about rights (%#)',
  (error) => {
    const { kind, detail } = indexFailure(error);
    expect(kind).toBe('held');
    expect(detail).toContain('NetworkPD');
    expect(detail).not.toContain('rights');
  },
);

test('a server that is away, and an index that was dropped meanwhile, are tried again', () => {
  for (const error of [unavailable('ECONNRESET'), indexGone()]) expect(indexFailure(error).kind).toBe('away');
});

test('a mistake of ours gives no advice about rights', () => {
  const { kind, code, detail } = indexFailure(refused('ER_PARSE_ERROR'));
  expect({ kind, code }).toEqual({ kind: 'final', code: 'ER_PARSE_ERROR' });
  expect(detail).not.toContain('rights');
});
