import type { Mutant } from './mutant.ts';

const TEST = 'test/hardening/ban-offline-networks.test.ts';

export const mutants: Mutant[] = [
  {
    promise: 'where servers check no accounts nobody is asked whose a name is',
    file: 'src/actors/open-network.ts',
    from: "options.edgeIdentity === 'offline' ? undefined : options.accounts",
    to: 'options.accounts',
    test: TEST,
  },
  {
    promise: 'an edge is held to its identity by each login',
    file: 'src/actors/sessions/proxy-sessions.ts',
    from: 'this.#edgeIdentities.assertLogin(identity, login.identity);',
    to: '',
    test: TEST,
  },
  {
    promise: 'a name is known as that of who is online under it, whoever vouched for them',
    file: 'src/actors/models/ban-naming.ts',
    from: 'if (online.named(given).some((entry) => entry.uuid !== uuid)) return true;',
    to: '',
    test: `${TEST} test/property/offline-network.test.ts`,
  },
];
