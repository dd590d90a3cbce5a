import type { Mutant } from './mutant.ts';

const RENAMED = 'src/actors/identity/renamed-sessions.ts';
const HONEST = 'test/hardening/presence-renamed-sessions.test.ts';
const KEPT = 'test/hardening/presence-kept-places.test.ts';
const PARTS = 'test/actors/identity/renamed-sessions.test.ts';

export const mutants: readonly Mutant[] = [
  {
    promise: 'whose uuid changes has their place in a closed network',
    file: 'src/actors/sessions/proxy-kicks.ts',
    from: 'goesOn ? admissionControl.rejoin(who) : admissionControl.join(who)',
    to: 'admissionControl.join(who)',
    test: HONEST,
  },
  {
    promise: 'whoever is told to the edge may go on',
    file: 'src/actors/sessions/proxy-clients.ts',
    from: 'this.#listener?.identifying(lease, name, uuid);',
    to: '',
    test: HONEST,
  },
  {
    promise: 'of two by one uuid, the other one has their place when one leaves',
    file: RENAMED,
    from: 'isShared || this.#takeTold(key, elapsed)',
    to: 'this.#takeTold(key, elapsed)',
    test: HONEST,
  },
  {
    promise: 'a list tells who is there by one uuid',
    file: 'src/actors/sessions/player-lists.ts',
    from: 'if (reported.has(uuid)) lease.renamed.together(uuid);',
    to: '',
    test: HONEST,
  },
  {
    promise: 'who was held as somebody who is there goes on as who they are',
    file: 'src/actors/sessions/claim-checks.ts',
    from: 'if (one.wasThere) renamed.keepsPlace(name, clock.elapsed());',
    to: '',
    test: HONEST,
  },
  {
    promise: 'whose uuid another takes by a proof goes on',
    file: 'src/actors/sessions/proxy-presence.ts',
    from: 'leases.withKey(before.lease)?.renamed.keepsPlace(before.name, clock.elapsed());',
    to: '',
    test: HONEST,
  },
  {
    promise: 'who leaves a closed network leaves no place to who waits under the same name',
    file: RENAMED,
    from: 'if (isShared || this.#takeTold(key, elapsed)) remember',
    to: 'remember',
    test: KEPT,
  },
  {
    promise: 'who waits under a name does not join beside its player',
    file: RENAMED,
    from: 'Array.from(this.#shared).some(isThere) && ',
    to: '',
    test: PARTS,
  },
  {
    promise: 'who is kicked by maintenance or by an admin leaves no place',
    file: 'src/actors/sessions/proxy-sessions.ts',
    from: 'this.#leases.withKey(lease)?.renamed.kicked(name, now);',
    to: '',
    test: KEPT,
  },
  {
    promise: 'a kick under way outlasts what the edge is told meanwhile',
    file: RENAMED,
    from: 'if ((this.#kicked.get(key) ?? 0) >= elapsed) continue;',
    to: '',
    test: PARTS,
  },
  {
    promise: 'one place is for one join',
    file: RENAMED,
    from: 'until !== undefined && this.#places.delete(key) && elapsed <= until',
    to: 'until !== undefined && elapsed <= until',
    test: PARTS,
  },
  {
    promise: 'a place is kept for a moment only',
    file: RENAMED,
    from: 'this.#places.delete(key) && elapsed <= until',
    to: 'this.#places.delete(key)',
    test: PARTS,
  },
  {
    promise: 'an edge is not told the same guess without an end',
    file: RENAMED,
    from: '>= MAX_TOLD_SAME',
    to: '>= Number.POSITIVE_INFINITY',
    test: PARTS,
  },
];
