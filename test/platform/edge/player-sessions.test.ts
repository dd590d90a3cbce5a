import { describe, expect, it } from 'vitest';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { type PlayerSession, PlayerSessions } from '../../../src/platform/edge/player-sessions.ts';

const VICTIM = '069a79f4-44e9-4726-a5be-fca90e38aaf5' as Uuid;
const OTHER = '853c80ef-3c37-49fd-aa49-938b674adae6' as Uuid;

/** `isOlder`: the coordinator does not know the feature `sent`. */
function open(isOlder = false) {
  const sent: string[] = [];
  const coordinator = {
    send: ({ type, ...more }: { type: string; name?: string; server?: string; claim?: Uuid | null }) => {
      const claim = more.claim === undefined ? '' : `${more.claim}`;
      return (
        sent.push(`${type} ${more.name ?? (type === 'player.switch' ? more.server : '')} ${claim}`.trim()) > 0
      );
    },
    cancel: () => sent.push('cancel') > 0,
    supports: () => !isOlder,
  };
  const sessions = new PlayerSessions(coordinator, () => 1);
  const add = (
    isLetIn: boolean,
    server: string | null = null,
    name = 'Victim',
    claim?: Uuid | null,
  ): PlayerSession & { isLetIn: boolean } => {
    const session = {
      uuid: VICTIM,
      name,
      claim,
      ip: '203.0.113.7',
      isForwarded: true,
      isLetIn,
      server,
      seenOn: null,
      joinedAt: null,
      holdsSlot: true,
      basis: { change: 0, isAlone: false, hasPlace: false },
      refuse: () => undefined,
      learnServer: () => false,
      kick: () => Promise.resolve(true),
      message: () => Promise.resolve(),
    };
    sessions.add(session);
    return session;
  };
  const enter = (name: string, claim?: Uuid | null): PlayerSession => {
    const session = add(true, null, name, claim);
    sessions.join(session);
    return session;
  };
  const listed = () => Array.from(sessions.report(), ({ name }) => name);
  return { sessions, add, enter, listed, sent };
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

it('what the client sent is reported where it is not the uuid that it was given', () => {
  const { sessions, enter, sent } = open();
  const claims = () => Array.from(sessions.report(), ({ uuid, claim }) => [uuid, claim]);
  enter('Victim', VICTIM);
  expect([claims(), sent]).toEqual([[[VICTIM, undefined]], ['player.join Victim']]);
  sessions.identify('Victim', OTHER);
  expect(claims()).toEqual([[OTHER, VICTIM]]);
  expect(sent).toContain(`player.join Victim ${VICTIM}`);
  enter('Older', null);
  expect(claims()).toContainEqual([VICTIM, null]);
  expect(sent).toContain('player.join Older null');
});

it('what the client sent is not reported to a coordinator that would refuse the frame for it', () => {
  const { sessions, enter, sent } = open(true);
  enter('Older', null);
  expect([sent, [...sessions.report()].map((one) => 'claim' in one)]).toEqual([
    ['player.join Older'],
    [false],
  ]);
});

describe('two names that claim one uuid', () => {
  it('are both reported, each once', () => {
    const { sessions, enter, listed, sent } = open();
    for (const name of ['Victim', 'Renamed', 'victim', 'Renamed']) enter(name);
    expect(listed()).toEqual(['Victim', 'Renamed']);
    expect(sent).toEqual(['player.join Victim', 'player.join Renamed']);
    expect(sessions.online).toBe(1);
  });

  it('are told apart when one leaves: the other is reported anew, whoever was shown', () => {
    const { sessions, enter, listed, sent } = open();
    const victim = enter('Victim');
    const renamed = enter('Renamed');
    sent.length = 0;
    sessions.remove(victim);
    expect(sent).toEqual(['player.leave', 'player.join Renamed']);
    expect([listed(), sessions.online]).toEqual([['Renamed'], 1]);
    sessions.remove(renamed);
    expect(sent.slice(2)).toEqual(['player.leave']);
    expect(sessions.online).toBe(0);
  });

  it('cost the player no leave when the coordinator says that the other is not that player', async () => {
    for (const how of ['identify', 'kick'] as const) {
      const { sessions, enter, sent } = open();
      enter('Victim');
      const renamed = enter('Renamed');
      sent.length = 0;
      if (how === 'identify') sessions.identify('Renamed', OTHER);
      else await sessions.kick(VICTIM, 'Not yours', 'Renamed');
      sessions.remove(renamed);
      const left = how === 'identify' ? ['player.join Renamed', 'player.leave'] : [];
      expect(sent, how).toEqual(['player.join Victim', ...left]);
    }
  });

  it('are two players for a login: only who was let in first has the uuid', () => {
    const { sessions, add, enter } = open();
    add(false, null, 'Stranger');
    expect(sessions.isOthers(VICTIM, 'Victim')).toBe(false);
    add(true, null, 'Victim');
    enter('Renamed');
    expect(sessions.isOthers(VICTIM, 'Renamed')).toBe(true);
    expect(sessions.isOthers(VICTIM, 'victim')).toBe(false);
  });
});

it('a player is on the server that turns out to be known, by the newest of their sessions', () => {
  const { sessions, add, sent } = open();
  const [older, newer, waiting] = [true, true, false].map((isLetIn) => add(isLetIn));
  if (older === undefined || newer === undefined || waiting === undefined) throw new Error('no session');
  sessions.join(older);
  sessions.join(newer);
  sent.length = 0;
  sessions.serversChanged();
  expect(sent).toEqual([]);
  for (const session of [older, newer, waiting]) {
    Object.assign(session, { server: 'lobby', learnServer: () => true });
  }
  sessions.serversChanged();
  expect(sent).toEqual(['player.switch lobby']);
});
