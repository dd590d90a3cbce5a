import { describe, expect, it } from 'vitest';
import { isUuid, parseUuid } from '../../src/domain/uuid.ts';

describe('a uuid', () => {
  it.each([
    ['an offline player', 'b50ad385-829d-3141-a216-7e7d7539ba7f', 'b50ad385829d3141a2167e7d7539ba7f'],
    ['another case of the name', '42653081-a90e-3475-b3d6-3550cdb43f8e', '42653081a90e3475b3d63550cdb43f8e'],
    ['a name with an underscore', 'c5837432-680b-39cb-ade0-9b01977671f3', 'c5837432680b39cbade09b01977671f3'],
    ['a Bedrock player', '00000000-0000-0000-0009-01f1b0392c35', '0000000000000000000901f1b0392c35'],
    ['nobody', '00000000-0000-0000-0000-000000000000', '00000000000000000000000000000000'],
  ])('of %s is read dashed and undashed in any case', (_, dashed, undashed) => {
    for (const given of [dashed, undashed, dashed.toUpperCase(), undashed.toUpperCase()]) {
      expect(parseUuid(given)).toBe(dashed);
    }
    expect(isUuid(dashed)).toBe(true);
    expect(isUuid(undashed)).toBe(false);
    if (/[a-f]/.test(dashed)) expect(isUuid(dashed.toUpperCase())).toBe(false);
  });

  it.each([
    '',
    'b50ad385-829d-3141-a216-7e7d7539ba7',
    'b50ad385-829d-3141-a216-7e7d7539ba7ff',
    'b50ad385-829d-3141-a2167e7d7539ba7f',
    'b50ad385829d-3141-a216-7e7d7539ba7f',
    'g50ad385-829d-3141-a216-7e7d7539ba7f',
    ' b50ad385-829d-3141-a216-7e7d7539ba7f',
    'b50ad385-829d-3141-a216-7e7d7539ba7f\n',
    '{b50ad385-829d-3141-a216-7e7d7539ba7f}',
    '------------------------------------',
    'İ50ad385829d3141a2167e7d7539ba7f',
  ])('is not %j', (given) => {
    expect(parseUuid(given)).toBeUndefined();
  });
});
