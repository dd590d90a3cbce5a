import { describe, expect, it } from 'vitest';
import { foldName, isPlayerName, isReportedName } from '../../src/domain/player-name.ts';

describe('a player name', () => {
  it.each(['a', 'Steve', 'Notch_2', '_', '0', 'ABCDEFGHIJKLMNOP', '.Bedrock Guy', '.x', '.ABCDEFGHIJKLMNO'])(
    'may be %j',
    (name) => {
      expect(isPlayerName(name)).toBe(true);
    },
  );

  it.each([
    '',
    'ABCDEFGHIJKLMNOPQ',
    '.',
    '.ABCDEFGHIJKLMNOP',
    '.Bedrock ',
    '. Bedrock',
    '. ',
    'two words',
    'Zoë',
    'a-b',
    "Robert'); DROP TABLE",
    'tab\t',
    'line\n',
    '..x',
    'x.y',
    '😀',
    'nul\0',
  ])('may not be %j', (name) => {
    expect(isPlayerName(name)).toBe(false);
  });

  it.each([
    'Steve',
    '.Bedrock Guy',
    'a-b',
    '*Steve',
    '-Some Name',
    'Zoë',
    "O'Neill",
    '大厅',
    '😀',
    'x'.repeat(48),
    '😀'.repeat(48),
  ])('may be %j where a proxy reports it', (name) => {
    expect(isReportedName(name)).toBe(true);
  });

  it.each([
    '',
    ' ',
    ' a',
    'a ',
    '.Bedrock ',
    'x'.repeat(49),
    'tab\t',
    'line\n',
    'nul\0',
    '\x7f',
    '\x9b0m',
    '\ud800',
    'a\u200bb',
    '\u202eabc',
    '\u3164',
    '\u2800',
    'a\u00a0b',
    // Twice as long in lower case.
    'İ'.repeat(48),
  ])('may not be %j even there', (name) => {
    expect(isReportedName(name)).toBe(false);
  });

  it('is refused, where it counts as a name of ordinary letters and is none', () => {
    const letter = /^[a-z]$/;
    for (let code = 0x80; code <= 0x10_ffff; code += 1) {
      const sign = String.fromCodePoint(code);
      if (letter.test(foldName(sign)))
        expect(isReportedName(`${sign}im`), `U+${code.toString(16)}`).toBe(false);
    }
    expect(isReportedName('\u212aim')).toBe(false);
  });

  it('is compared without regard to case', () => {
    expect(foldName('.Bedrock_GUY')).toBe(foldName('.bedrock_guy'));
    expect(foldName('Steve')).not.toBe(foldName('Steve_'));
  });
});
