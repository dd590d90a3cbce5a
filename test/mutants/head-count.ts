import type { Mutant } from './mutant.ts';

export const mutants: Mutant[] = [
  {
    promise: 'a minute is not counted while a proxy with players is away',
    file: 'src/actors/services/head-count.ts',
    from: 'if (since > settled) return false;',
    to: 'if (since > settled) return true;',
    test: 'test/actors/models/minute-history.test.ts',
  },
];
