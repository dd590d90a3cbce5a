import { expect, it } from 'vitest';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { type PlayerSession, PlayerSessions } from '../../../src/platform/edge/player-sessions.ts';

const STEVE = '069a79f4-44e9-4726-a5be-fca90e38aaf5' as Uuid;
const HOME = '203.0.113.5';

/** An edge, and what it says to the coordinator. */
function open() {
  const sent: string[] = [];
  const coordinator = {
    send: (frame: { type: string; name?: string; ip?: string; server?: string }) => {
      const { type, name, ip, server } = frame;
      return sent.push([type, name, ip, server].filter((part) => part !== undefined).join(' ')) > 0;
    },
    cancel: () => true,
    supports: () => true,
  };
  const sessions = new PlayerSessions(coordinator, () => 1);
  const enter = (server: string | null, ip = HOME, name = 'Steve'): PlayerSession => {
    const session: PlayerSession = {
      uuid: STEVE,
      name,
      ip,
      isForwarded: true,
      isLetIn: true,
      server,
      seenOn: null,
      joinedAt: null,
      holdsSlot: false,
      basis: { change: 0, isAlone: false, hasPlace: false },
      refuse: () => undefined,
      learnServer: () => false,
      // The newest is gone first.
      kick: async () => {
        if (sessions.sessionOf(STEVE) !== session) await Promise.resolve();
        sessions.remove(session);
        return true;
      },
      message: () => Promise.resolve(),
    };
    sessions.add(session);
    sessions.join(session);
    return session;
  };
  /** What was said since it was asked before. */
  const said = (): string[] => sent.splice(0);
  const listed = (): unknown[] => Array.from(sessions.report(), ({ ip, server }) => [ip, server]);
  return { sessions, enter, said, listed };
}

it('a player is where the newest of the sessions that are left leads', () => {
  const { sessions, enter, said } = open();
  const lobby = enter('lobby');
  const arena = enter('arena');
  expect(said()).toEqual([`player.join Steve ${HOME} lobby`, 'player.switch arena']);
  sessions.remove(arena);
  expect(said()).toEqual(['player.switch lobby']);
  const again = enter('arena');
  enter('arena');
  said();
  sessions.remove(lobby);
  sessions.remove(again);
  expect(said()).toEqual([]);
});

it('a later login to the server of the first session is there', () => {
  const { enter, said } = open();
  enter('lobby');
  enter('arena');
  said();
  enter('lobby');
  expect(said()).toEqual(['player.switch lobby']);
});

it('a player is on no server that is known where the session that is left leads to none', () => {
  const { sessions, enter, said } = open();
  enter(null);
  const arena = enter('arena');
  said();
  sessions.remove(arena);
  expect(said()).toEqual([`player.join Steve ${HOME}`]);
});

it('a player has the address of the newest of the sessions that are left', () => {
  const { sessions, enter, said, listed } = open();
  const home = enter('lobby');
  const away = enter('lobby', '203.0.113.6');
  expect(said()).toEqual([`player.join Steve ${HOME} lobby`, 'player.join Steve 203.0.113.6 lobby']);
  expect(listed()).toEqual([['203.0.113.6', 'lobby']]);
  sessions.remove(away);
  expect(said()).toEqual([`player.join Steve ${HOME} lobby`]);
  enter('arena', '203.0.113.7');
  said();
  sessions.remove(home);
  expect(said()).toEqual([]);
});

it('a kick of several sessions says nothing but that the player left', async () => {
  const { sessions, enter, said } = open();
  enter('lobby');
  enter('arena', '203.0.113.6');
  said();
  // By then they may be online by another edge.
  await sessions.kick(STEVE, 'You joined the network from another place');
  expect(said()).toEqual(['player.leave']);
  enter('lobby');
  enter('arena');
  said();
  await sessions.kick(STEVE, 'Not yours', 'Steve');
  expect(said()).toEqual(['player.leave']);
});

it('of two names by one uuid nobody hears where one of them goes, until they are told apart', () => {
  const { sessions, enter, said } = open();
  enter('lobby', HOME, 'Renamed');
  enter('lobby');
  said();
  sessions.remove(enter('arena', '203.0.113.6'));
  expect(said()).toEqual([]);
});

it('of two names by one uuid the one that is left is where its newest session leads', () => {
  const { sessions, enter, said } = open();
  const other = enter('lobby', HOME, 'Renamed');
  enter('lobby');
  enter('arena', '203.0.113.6');
  said();
  sessions.remove(other);
  expect(said()).toEqual(['player.leave', 'player.join Steve 203.0.113.6 arena']);
});
