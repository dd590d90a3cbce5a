import { expect, it } from 'vitest';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { type PlayerSession, PlayerSessions } from '../../../src/platform/edge/player-sessions.ts';

const VICTIM = '069a79f4-44e9-4726-a5be-fca90e38aaf5' as Uuid;

function open() {
  const sent: string[] = [];
  const coordinator = {
    send: ({ type }: { type: string }) => sent.push(type) > 0,
    cancel: () => sent.push('cancel') > 0,
  };
  const sessions = new PlayerSessions(coordinator, () => 1);
  const add = (isLetIn: boolean): PlayerSession & { isLetIn: boolean } => {
    const session = {
      uuid: VICTIM,
      name: 'Victim',
      ip: '203.0.113.7',
      isForwarded: true,
      isLetIn,
      server: null,
      seenOn: null,
      joinedAt: null,
      holdsSlot: true,
      kick: () => Promise.resolve(),
      message: () => Promise.resolve(),
    };
    sessions.add(session);
    return session;
  };
  return { sessions, add, sent };
}

it('a report of a game server does not make a login present that no server has let in', () => {
  const { sessions, add, sent } = open();
  const claim = add(false);
  sessions.seen(VICTIM, 'lobby');
  expect([claim.joinedAt, sessions.online, sent]).toEqual([null, 0, []]);
});

it('a report of a game server counts for the session that was let in, not for a newer login', () => {
  const { sessions, add, sent } = open();
  const victim = add(true);
  const claim = add(false);
  sessions.seen(VICTIM, 'lobby');
  expect([victim.joinedAt, victim.seenOn, claim.joinedAt, claim.seenOn]).toEqual([1, 'lobby', null, null]);
  sessions.remove(victim);
  expect([sent, sessions.online]).toEqual([['player.join', 'player.leave'], 0]);
});

it('a slot is cancelled once', () => {
  const { sessions, add, sent } = open();
  const login = add(false);
  sessions.remove(login);
  sessions.add(login);
  sessions.remove(login);
  expect(sent).toEqual(['cancel']);
});
