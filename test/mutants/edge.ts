import type { Mutant } from './mutant.ts';

/** Mistakes in the edge. */
export const mutants: Mutant[] = [
  {
    promise:
      'Deciding alone in a full network, the edge does not count the slot of the player who is online already',
    file: 'src/platform/edge/edge-admission.ts',
    from: 'sessions.isOnline(uuid) ? 1 : 0',
    to: 'sessions.isOnline(uuid) ? 0 : 0',
    test: 'test/platform/edge/edge-alone.test.ts',
  },
  {
    promise: 'Deciding alone in a full network, the edge lets no further player in',
    file: 'src/platform/edge/edge-admission.ts',
    from: 'sessions.isOnline(uuid) ? 1 : 0',
    to: '1',
    test: 'test/platform/edge/edge-alone.test.ts',
  },
  {
    promise: 'A PROXY header of version 2 is refused when its length has no room for the ports',
    file: 'src/platform/edge/protocol/proxy-header.ts',
    from: 'rest < 2 * size + 4',
    to: 'rest < 2 * size',
    test: 'test/platform/edge/protocol/proxy-header.test.ts',
  },
];
