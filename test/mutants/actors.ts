import type { Mutant } from './mutant.ts';

export const mutants: Mutant[] = [
  {
    promise: 'players are moved to the emptiest hub first',
    file: 'src/actors/sessions/evacuation.ts',
    from: 'fullness(a.name, a.maxPlayers) - fullness(b.name, b.maxPlayers)',
    to: 'fullness(b.name, b.maxPlayers) - fullness(a.name, a.maxPlayers)',
    test: 'test/actors/sessions/evacuation.test.ts',
  },
  {
    promise: 'the next command of a player waits until the ban of their dead actor was read',
    file: 'src/actors/entities/player-actors.ts',
    from: 'await this.#recoveries.get(uuid);',
    to: '',
    test: 'test/hardening/actors-supervision.test.ts',
  },
  {
    promise: 'a reboot offers the way back to its own players only',
    file: 'src/actors/sessions/reboots.ts',
    from: 'this.#evacuated.delete(server);',
    to: '',
    test: 'test/actors/sessions/way-back.test.ts',
  },
  {
    promise: 'a replaced session of a game server does not end what its successor reports',
    file: 'src/actors/sessions/backend-sessions.ts',
    from: 'if (isCurrent()) this.#leases.lose(lease);',
    to: 'this.#leases.lose(lease);',
    test: 'test/hardening/presence-replaced-sessions.test.ts',
  },
  {
    promise: 'the session of a proxy that was replaced or lost is ignored',
    file: 'src/actors/sessions/proxy-sessions.ts',
    from: 'if (isCurrent()) act(...given);',
    to: 'act(...given);',
    test: 'test/hardening/presence-replaced-sessions.test.ts',
  },
  {
    promise: 'a ban is in force before it is announced',
    file: 'src/actors/reactions/player-reactions.ts',
    from: 'bans.index(ban);',
    to: '',
    test: 'test/actors/entities/ban-service.test.ts',
  },
  {
    promise: 'a banned player is kicked before the ban is announced',
    file: 'src/actors/reactions/player-reactions.ts',
    from: 'if (entry !== undefined) proxySessions.kickBanned(entry.lease, ban.uuid);',
    to: '',
    test: 'test/actors/entities/ban-service.test.ts',
  },
  {
    promise: 'a reboot goes on as soon as the last player has left',
    file: 'src/actors/reactions/player-reactions.ts',
    from: 'reboots.checkEmpty(from);',
    to: '',
    test: 'test/actors/sessions/reboots.test.ts',
  },
];
