import type { Mutant } from './mutant.ts';

export const mutants: Mutant[] = [
  {
    promise: 'what one game server says makes nobody forget what was proved, or others said',
    file: 'src/actors/models/false-claims.ts',
    from: 'keep(said, foldName(name), uuid);',
    to: 'keep(this.#proved, foldName(name), uuid);',
    test: 'test/actors/models/false-claims.test.ts',
  },
  {
    promise: 'what one game server says has a bound',
    file: 'src/actors/models/false-claims.ts',
    from: 'const MAX_SAID = 200;',
    to: 'const MAX_SAID = 200_000;',
    test: 'test/actors/models/false-claims.test.ts',
  },
  {
    promise: 'false claims of one name take no places of other names',
    file: 'src/actors/models/false-claims.ts',
    from: '.slice(-MAX_OF_NAME)',
    to: '',
    test: 'test/actors/models/false-claims.test.ts',
  },
  {
    promise: 'the latest of one name are kept',
    file: 'src/actors/models/false-claims.ts',
    from: '.slice(-MAX_OF_NAME)',
    to: '.slice(0, MAX_OF_NAME)',
    test: 'test/actors/models/false-claims.test.ts',
  },
  {
    promise: 'a claim that turns out true is forgotten, also where a game server had said otherwise',
    file: 'src/actors/models/false-claims.ts',
    from: '    yield* this.#said.values();\n',
    to: '',
    test: 'test/actors/models/false-claims.test.ts',
  },
  {
    promise: 'a name that is proved is no false claim',
    file: 'src/actors/models/name-registry.ts',
    from: '    this.falseClaims.forget(name, uuid);\n',
    to: '',
    test: 'test/hardening/presence-claimed-bans.test.ts',
  },
  {
    promise: 'no ban is set that would hold for nobody, on a claim that is known to be false',
    file: 'src/actors/models/ban-naming.ts',
    from: '(names.falseClaims.has(given, uuid) || !(await this.#isProved(uuid)))',
    to: '!(await this.#isProved(uuid))',
    test: 'test/property/linked-edges.test.ts',
  },
  {
    promise: 'without proofs too a ban falls on nobody else whose name was given with the uuid',
    file: 'src/actors/models/ban-naming.ts',
    from: 'return isOfOther ? known.name : given;',
    to: 'return given;',
    test: 'test/hardening/ban-stale-rows.test.ts',
  },
  {
    promise: 'who is held from a list and is reported anew was there before',
    file: 'src/actors/sessions/proxy-presence.ts',
    from: 'if (lease.held.wasThere(uuid, name)) return true;',
    to: '',
    test: 'test/property/linked-edges.test.ts',
  },
  {
    promise: 'a ban on another’s claim moves before who is proved is refused for it',
    file: 'src/actors/sessions/claim-checks.ts',
    from: 'return banClaims.isOfAnother(uuid, name);',
    to: 'return false;',
    test: 'test/property/linked-edges.test.ts',
  },
];
