import type { Mutant } from './mutant.ts';

export const mutants: Mutant[] = [
  {
    promise: 'no error of the YAML library quotes the file',
    file: 'src/config/files/config-document.ts',
    from: 'message: faultText(error.code)',
    to: 'message: error.message',
    test: 'test/property/config-secrets.test.ts',
  },
  {
    promise: 'no unknown key that is named can be a piece of a password',
    file: 'src/config/files/config-document.ts',
    from: 'entryFault(pair) ?? (node.flow === true || !isPlainWord(word) ? UNNAMED : undefined)',
    to: 'undefined',
    test: 'test/property/config-secrets.test.ts',
  },
  {
    promise: 'the value of an alias is not shown',
    file: 'src/config/files/yaml-faults.ts',
    from: "if (!isAlias(part) && !source.slice(start, end).includes('\\n')) return undefined;",
    to: 'return undefined;',
    test: 'test/property/config-secrets.test.ts',
  },
  {
    promise: 'a piece of the secret of a game server is not shown as a key',
    file: 'src/config/resolve-settings.ts',
    from: 'secret ? shownPath(words, field.schema, given) : words',
    to: 'words',
    test: 'test/property/config-secrets.test.ts',
  },
];
