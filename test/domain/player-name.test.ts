import { describe, expect, it } from 'vitest';
import { foldName, isPlayerName } from '../../src/domain/player-name.ts';

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

  it('is compared without regard to case', () => {
    expect(foldName('.Bedrock_GUY')).toBe(foldName('.bedrock_guy'));
    expect(foldName('Steve')).not.toBe(foldName('Steve_'));
  });
});
