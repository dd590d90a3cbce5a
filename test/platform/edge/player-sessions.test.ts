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
  const add = (isLetIn: boolean, server: string | null = null): PlayerSession & { isLetIn: boolean } => {
    const session = {
      uuid: VICTIM,
      name: 'Victim',
      ip: '203.0.113.7',
      isForwarded: true,
      isLetIn,
      server,
      seenOn: null,
      joinedAt: null,
      holdsSlot: true,
      kick: () => Promise.resolve(true),
      message: () => Promise.resolve(),
    };
    sessions.add(session);
    return session;
  };
  return { sessions, add, sent };
}

it('a report of a game server makes nobody present', () => {
  const { sessions, add, sent } = open();
  add(true, 'lobby');
  sessions.seen(VICTIM, 'lobby');
  expect([sessions.online, sent]).toEqual([0, []]);
});

it('a report of a game server is not kept for a login that no server has let in', () => {
  const { sessions, add, sent } = open();
  const claim = add(false);
  sessions.seen(VICTIM, 'lobby');
  expect([claim.joinedAt, claim.seenOn, sessions.online, sent]).toEqual([null, null, 0, []]);
});

it('a report of a game server counts for the session that was let in, not for a newer login', () => {
  const { sessions, add } = open();
  const victim = add(true);
  const claim = add(false);
  sessions.seen(VICTIM, 'lobby');
  expect([victim.seenOn, claim.seenOn]).toEqual(['lobby', null]);
});

it('a report counts for nothing when it is not from the server that the connection leads to', () => {
  const { sessions, add } = open();
  const session = add(true, 'lobby');
  sessions.seen(VICTIM, 'other');
  expect(session.seenOn).toBe(null);
  sessions.seen(VICTIM, 'lobby');
  expect(session.seenOn).toBe('lobby');
});

it('a slot is cancelled once', () => {
  const { sessions, add, sent } = open();
  const login = add(false);
  sessions.remove(login);
  sessions.add(login);
  sessions.remove(login);
  expect(sent).toEqual(['cancel']);
});
