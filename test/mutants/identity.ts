import type { Mutant } from './mutant.ts';

export const mutants: Mutant[] = [
  {
    promise: 'a ban whose name is only claimed does not refuse the uuid that was claimed',
    file: 'src/actors/admission/admission-control.ts',
    from: 'return known !== undefined && isClaim(known) ? undefined : ban;',
    to: 'return known === undefined ? undefined : ban;',
    test: 'test/hardening/presence-claimed-bans.test.ts',
  },
  {
    promise: 'what a ban of a claimed uuid is worth is known after a restart',
    file: 'src/actors/identity/identity-resolver.ts',
    from: 'if (claim !== null) await this.#loadBanned(claim);',
    to: '',
    test: 'test/hardening/presence-claimed-bans.test.ts',
  },
  {
    promise: 'a ban on a claim is asked about until the service answers',
    file: 'src/actors/identity/claimed-bans.ts',
    from: "this.#expectRound(answer === 'not-had');",
    to: '',
    test: 'test/hardening/presence-claimed-bans.test.ts',
  },
  {
    promise: 'a stored ban on a claim is asked about after a start',
    file: 'src/actors/identity/claimed-bans.ts',
    from: 'void this.#findStored();',
    to: '',
    test: 'test/hardening/presence-claimed-bans.test.ts',
  },
  {
    promise: 'names of bans leave the questions to players who are online',
    file: 'src/actors/identity/claimed-bans.ts',
    from: 'free.slice(0, Math.max(0, MAX_ASKED - this.#asked))',
    to: 'free',
    test: 'test/actors/identity/claimed-bans.test.ts',
  },
  {
    promise: 'a ban on a claim does not go to the heir of the name',
    file: 'src/actors/identity/ban-corrections.ts',
    from: 'if (this.#isHandedOn(ban, uuid, before) || ',
    to: 'if (',
    test: 'test/hardening/presence-claimed-bans.test.ts',
  },
  {
    promise: 'a player whose uuid was claimed is free, although the name was handed on since',
    file: 'src/actors/identity/ban-corrections.ts',
    from: 'if (!isOfName && !names.falseClaims.has(ban.name, uuid)) return;',
    to: 'if (!isOfName) return;',
    test: 'test/hardening/presence-claimed-bans.test.ts',
  },
  {
    promise: 'a ban under a name that nobody can ask about stays with the uuid',
    file: 'src/actors/identity/ban-corrections.ts',
    from: 'if (asksAccounts && !isAccountName(ban.name)) return;',
    to: '',
    test: 'test/hardening/presence-claimed-bans.test.ts',
  },
];
