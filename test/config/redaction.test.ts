import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { COORDINATOR_TABLE, KEYS, type Settings } from '../../src/config/tables/coordinator-keys.ts';
import { check } from '../../src/domain/fields/field.ts';
import { redactor } from '../../src/config/redaction.ts';

function settingsWith(changes: Partial<Settings>): Settings {
  const initial = Object.fromEntries(Object.entries(KEYS).map(([name, key]) => [name, key.initial()]));
  const checked = check(COORDINATOR_TABLE.whole, { ...initial, ...changes });
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  return checked.value;
}

test('a secret is removed wherever it occurs in a line', () => {
  const settings = settingsWith({
    'storage.url': 'mysql://root:hunter%402024@db/pd',
    'auth.password': 'quo"te\\d!',
  });
  const redact = redactor(settings, ['fresh-password']);
  const fields = {
    key: settings.api_key,
    error: { message: `denied for ${settings['storage.url']}` },
    decoded: 'hunter@2024',
    encoded: 'hunter%402024',
    deep: [{ secret: `x${settings['channel.secret']}x` }],
    quoted: settings['auth.password'],
    fresh: 'fresh-password',
  };
  const line = redact(JSON.stringify(fields));
  expect(JSON.parse(line)).toEqual({
    key: '[redacted]',
    error: { message: 'denied for [redacted]' },
    decoded: '[redacted]',
    encoded: '[redacted]',
    deep: [{ secret: 'x[redacted]x' }],
    quoted: '[redacted]',
    fresh: '[redacted]',
  });
});

test('the URL of the default database is not redacted', () => {
  expect(redactor(settingsWith({}))('opened sqlite:')).toBe('opened sqlite:');
});

test('a line without secrets stays as it is', () => {
  const redact = redactor(settingsWith({}));
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(redact(JSON.stringify(value))).toBe(JSON.stringify(value));
    }),
  );
});
