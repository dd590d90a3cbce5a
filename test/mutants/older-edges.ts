import type { Mutant } from './mutant.ts';

const EDGE = 'src/channel/server/older-edges/older-edge.ts';
const PLAYERS = 'src/channel/server/older-edges/older-edge-players.ts';
const test = 'test/channel/server/older-edges/older-edge.test.ts';

export const mutants: readonly Mutant[] = [
  {
    promise: 'At an edge of an older version no claim is believed.',
    file: 'src/channel/server/proxy-connection.ts',
    from: 'isEdge && !takesIdentities ? new OlderEdge(network) : undefined',
    to: 'undefined',
    test,
  },
  {
    promise: 'A claim that is proved to be false is refused there.',
    file: EDGE,
    from: 'return NOT_YOURS;',
    to: 'return undefined;',
    test,
  },
  {
    promise: 'An heir of a banned name is not refused there for the uuid that the edge takes for theirs.',
    file: EDGE,
    from: 'return ban !== undefined && foldName(ban.name) === foldName(name);',
    to: 'return false;',
    test,
  },
  {
    promise: 'Where its servers check no accounts, nobody is taken for the account of their name.',
    file: EDGE,
    from: "this.#checksAccounts ? 'online' : undefined",
    to: "'online'",
    test,
  },
  {
    promise: 'Whom it was taken for leaves when it turns out who a player is.',
    file: EDGE,
    from: 'leave(session, this.#players.correct(player, uuid));',
    to: 'this.#players.correct(player, uuid);',
    test,
  },
  {
    promise: 'Who is there stays who they are, however many log in after them.',
    file: PLAYERS,
    from: '(isSame ? before.shown : claimed)',
    to: 'claimed',
    test: 'test/channel/server/older-edges/older-edge-players.test.ts',
  },
  {
    promise: 'A kick by name is for nobody of another name.',
    file: PLAYERS,
    from: 'if (name === undefined) return claims;',
    to: 'if (claims.length > 0) return claims;',
    test: 'test/channel/server/older-edges/older-edge-players.test.ts',
  },
];
