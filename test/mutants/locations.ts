import type { Mutant } from './mutant.ts';

export const mutants: Mutant[] = [
  {
    promise: 'a game server does not place players by its own list to name them',
    file: 'src/actors/sessions/locations/player-locations.ts',
    from: ' && !this.#unplaced.has(uuid)',
    to: '',
    test: 'test/hardening/presence-server-words.test.ts',
  },
  {
    promise: 'a game server commands in the name of players who are on it',
    file: 'src/actors/sessions/backend-sessions.ts',
    from: 'one !== undefined && playerLocations.isHeldBy(one.uuid, server)',
    to: 'one !== undefined',
    test: 'test/actors/sessions/backend-sessions.test.ts',
  },
  {
    promise: 'a list that comes later takes nobody away',
    file: 'src/actors/sessions/locations/holding.ts',
    from: 'if (this.#holder !== null && !held) return;',
    to: '',
    test: 'test/actors/sessions/locations/holding.test.ts',
  },
  {
    promise: 'who could be at one of several servers is nobody’s',
    file: 'src/actors/sessions/locations/holding.ts',
    from: 'more.length === 0 ? first : null',
    to: 'first',
    test: 'test/actors/sessions/locations/holding.test.ts',
  },
  {
    promise: 'a server that listed a player all along does not follow the one that held them',
    file: 'src/actors/sessions/locations/holding.ts',
    from: 'began >= now - OVERLAP_MS',
    to: 'began >= 0',
    test: 'test/actors/sessions/locations/holding.test.ts',
  },
  {
    promise: 'a list that is given anew settles no dispute',
    file: 'src/actors/sessions/locations/holding.ts',
    from: 'this.#opening.waverer === server',
    to: 'false',
    test: 'test/actors/sessions/locations/holding.test.ts',
  },
  {
    promise: 'a claim counts once it has stood alone',
    file: 'src/actors/sessions/locations/holding.ts',
    from: 'this.#opening.claimants.size === 0 || now < this.#opening.settlesAt',
    to: 'this.#opening.claimants.size === 0',
    test: 'test/actors/sessions/locations/holding.test.ts',
  },
  {
    promise: 'a proxy that names the server of a player decides from then on',
    file: 'src/actors/sessions/proxy-presence.ts',
    from: 'this.#deps.playerLocations.placed(uuid);',
    to: '',
    test: 'test/actors/sessions/locations/holding.test.ts',
  },
  {
    promise: 'the list of a deleted server holds nobody',
    file: 'src/actors/sessions/backend-sessions.ts',
    from: 'this.#deps.playerLocations.forget(server);',
    to: '',
    test: 'test/actors/sessions/locations/holding.test.ts',
  },
  {
    promise: 'a game server moves nobody who is elsewhere',
    file: 'src/channel/server/backend-connection.ts',
    from: 'this.#session.assertHolds(uuid);',
    to: '',
    test: 'test/channel/server/backend-connection.test.ts',
  },
];
