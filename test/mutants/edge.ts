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
  {
    promise: 'A login that ends before it joins gives its slot back',
    file: 'src/platform/edge/player-sessions.ts',
    from: 'if (session.holdsSlot) this.#coordinator.cancel(session.uuid);',
    to: '',
    test: 'test/hardening/edge-half-open.test.ts',
  },
  {
    promise: 'A login that ends after its player has joined with another one cancels nothing',
    file: 'src/platform/edge/player-sessions.ts',
    from: 'for (const one of this.#sessions.get(uuid) ?? []) one.holdsSlot = false;',
    to: '',
    test: 'test/hardening/edge-half-open.test.ts',
  },
  {
    promise: 'A server that says nothing holds nobody for longer than the limit',
    file: 'src/platform/edge/edge.ts',
    from: 'options.limits.loginSeconds * 1000',
    to: 'options.limits.loginSeconds * 1_000_000',
    test: 'test/hardening/edge-half-open.test.ts',
  },
  {
    promise: 'Between the bytes of a server no refusal is written',
    file: 'src/platform/edge/upstream-session.ts',
    from: 'upstream === undefined || upstream.bytesRead === 0',
    to: 'true',
    test: 'test/hardening/edge-half-open.test.ts',
  },
  {
    promise: 'Whom the server let in is not dropped by a flood of logins',
    file: 'src/platform/edge/upstream-session.ts',
    from: 'joining.remove(this);\n      this.isLetIn',
    to: 'this.isLetIn',
    test: 'test/hardening/edge-half-open.test.ts',
  },
  {
    promise: 'A report of a game server joins no login that no server has let in',
    file: 'src/platform/edge/player-sessions.ts',
    from: 'if (session.isLetIn) this.join(session);',
    to: 'this.join(session);',
    test: 'test/platform/edge/player-sessions.test.ts',
  },
  {
    promise: 'Beyond the limit a connection of the fullest block of addresses is dropped',
    file: 'src/platform/edge/limits/pending-connections.ts',
    from: "this.#shares.fullerThan('') ?? this.#queue.first",
    to: 'this.#queue.first',
    test: 'test/platform/edge/edge-parts.test.ts',
  },
  {
    promise: 'A connection that ran out no longer counts for its address',
    file: 'src/platform/edge/limits/pending-connections.ts',
    from: 'this.#shares.delete(connection);\n      connection.drop();',
    to: 'connection.drop();',
    test: 'test/platform/edge/edge-parts.test.ts',
  },
];
