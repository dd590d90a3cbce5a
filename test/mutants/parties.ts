import type { Mutant } from './mutant.ts';

export const mutants: Mutant[] = [
  {
    promise: 'a proxy that is gone leaves no parties behind',
    file: 'src/actors/parties/party-registry.ts',
    from: 'if (this.#sources.get(lease) !== source) return;',
    to: '',
    test: 'test/hardening/party-floods.test.ts',
  },
  {
    promise: 'the names of parties are one question to the database at a time',
    file: 'src/actors/parties/party-names.ts',
    from: 'if (!this.#isReading) void',
    to: 'void',
    test: 'test/hardening/party-floods.test.ts',
  },
  {
    promise: 'of the lists of parties that wait only the newest is taken',
    file: 'src/actors/parties/party-registry.ts',
    from: 'known.next = parties;\n      return;',
    to: '',
    test: 'test/hardening/party-floods.test.ts',
  },
  {
    promise: 'the members of all parties of a list are bounded',
    file: 'src/channel/protocol/list-parts.ts',
    from: ' && this.#held <= limit',
    to: '',
    test: 'test/channel/protocol/list-parts.test.ts',
  },
];
