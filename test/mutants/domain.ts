import type { Mutant } from './mutant.ts';

const banId = {
  promise: 'a short ban id stays the same from version to version',
  file: 'src/domain/ban.ts',
  test: 'test/domain/ban.test.ts',
};

export const mutants: Mutant[] = [
  { ...banId, from: '(digit % 4) * 5 + 3', to: '(digit % 4) * 5 + 2' },
  { ...banId, from: 'low ^ (code + 0x9e)', to: 'low ^ (code + 0x9f)' },
  { ...banId, from: 'let high = 0x811c9dc5', to: 'let high = 0x811c9dc4' },
  {
    promise: 'of a key without end two hundred characters come back',
    file: 'src/domain/fields/field.ts',
    from: "path: shortened(failure.path.join('.'))",
    to: "path: failure.path.join('.')",
    test: 'test/domain/fields/first-faults.test.ts',
  },
];
