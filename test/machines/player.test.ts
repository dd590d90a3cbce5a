import { describe, expect, it } from 'vitest';
import type { Ban, BanAuthor } from '../../src/domain/ban.ts';
import type { Uuid } from '../../src/domain/uuid.ts';
import { type BanDraft, PLAYER_EVENT_TYPES } from '../../src/machines/player/events.ts';
import { playerMachine } from '../../src/machines/player/machine.ts';
import { settledWork, endless, settled } from './machine-fixture.ts';
import { machineContract } from './machine-contract.ts';
import { ADMIN, banOf, draftOf, NOW, presenceOf, STEVE } from './people.ts';
import { recordActor } from './recording-actor.ts';

const ENDS = NOW + 3_600_000;
const steve = (ban: Ban | null = null) => ({ uuid: STEVE, name: 'Steve', ban });
const join = { type: 'presence.join', name: 'Steve', presence: presenceOf() } as const;
const ask = (requestId: string, expires = 0) =>
  ({ type: 'ban.request', requestId, draft: draftOf(expires), by: ADMIN }) as const;
const replace = (requestId: string) => ({ ...ask(requestId), type: 'ban.replace' }) as const;
const lift = (requestId: string) => ({ type: 'ban.lift', requestId, at: NOW, by: ADMIN }) as const;

machineContract('player', {
  machine: playerMachine.provide({ actors: { saveBan: endless(), saveLift: endless() } }),
  inputs: [steve(), steve(banOf()), steve(banOf(ENDS))],
  events: [
    { type: 'presence.admit' },
    { type: 'presence.forget' },
    join,
    { type: 'presence.switch', server: 'hub' },
    { type: 'presence.lost' },
    { type: 'presence.resume' },
    { type: 'presence.pass', presence: { lease: 'e#1', claim: null } },
    { type: 'presence.leave' },
    ask('r1'),
    lift('r2'),
    replace('r3'),
    { type: 'ban.expired' },
    { type: 'xstate.done.actor.saveBan', output: banOf() },
    { type: 'xstate.done.actor.saveBan', output: banOf(ENDS) },
    { type: 'xstate.error.actor.saveBan', error: 'away' },
    { type: 'xstate.done.actor.saveLift', output: { ...banOf(), active: false } },
    { type: 'xstate.error.actor.saveLift', error: 'away' },
  ],
  eventTypes: PLAYER_EVENT_TYPES,
  place: ({ value, context }) => JSON.stringify([value, (context as { ban: Ban | null }).ban?.expires]),
});

function atWork(ban: Ban | null = null) {
  const bans = settledWork<Ban, { draft: BanDraft; by: BanAuthor }>();
  const lifts = settledWork<Ban, { uuid: Uuid; at: number; by: BanAuthor }>();
  const machine = playerMachine.provide({ actors: { saveBan: bans.logic, saveLift: lifts.logic } });
  return { ...recordActor(machine, steve(ban)), bans: bans.tasks, lifts: lifts.tasks };
}

describe('a player', () => {
  it('who is banned cannot join, admitted or not', () => {
    const { actor, emitted } = atWork(banOf());
    actor.send(join);
    actor.send({ type: 'presence.admit' });
    actor.send(join);
    expect(emitted()).toEqual([
      { type: 'player.refused', name: 'Steve', presence: presenceOf() },
      { type: 'player.refused', name: 'Steve', presence: presenceOf() },
    ]);
    expect(actor.getSnapshot().hasTag('online')).toBe(false);
  });

  it('whose ban is still being written may join, and is online and banned once it is written', async () => {
    const { actor, bans, emittedTypes } = atWork();
    actor.send(ask('r1'));
    actor.send(join);
    bans[0]?.finish(banOf());
    await settled();
    expect(emittedTypes()).toEqual(['player.joined', 'player.banned', 'command.done']);
    expect(actor.getSnapshot().value).toEqual({ presence: 'online', standing: { banned: 'permanent' } });
  });

  it('is banned before the answer is given', async () => {
    const { actor, bans, emitted } = atWork();
    actor.send(ask('r1', ENDS));
    expect(emitted()).toEqual([]);
    bans[0]?.finish(banOf(ENDS, 3));
    await settled();
    expect(emitted()).toEqual([
      { type: 'player.banned', ban: banOf(ENDS, 3) },
      { type: 'command.done', requestId: 'r1', result: banOf(ENDS, 3) },
    ]);
  });

  it('is not banned when the ban could not be written, and the caller gets the cause', async () => {
    const { actor, bans, emitted } = atWork();
    const cause = new Error('connection lost');
    actor.send(ask('r1'));
    bans[0]?.fail(cause);
    await settled();
    expect(emitted()).toEqual([
      { type: 'command.rejected', requestId: 'r1', code: 'storage_unavailable', cause },
    ]);
    actor.send(join);
    expect(emitted()).toEqual([{ type: 'player.joined', name: 'Steve', presence: presenceOf() }]);
  });

  it('stays banned when the lift could not be written', async () => {
    const { actor, lifts, emittedTypes } = atWork(banOf(ENDS));
    actor.send(lift('r1'));
    lifts[0]?.fail(new Error('connection lost'));
    await settled();
    actor.send(join);
    expect(emittedTypes()).toEqual(['command.rejected', 'player.refused']);
    expect(actor.getSnapshot().value).toEqual({ presence: 'offline', standing: { banned: 'temporary' } });
  });

  it('stays banned while the lift is being written', () => {
    const { actor, emittedTypes } = atWork(banOf());
    actor.send(lift('r1'));
    actor.send(join);
    expect(emittedTypes()).toEqual(['player.refused']);
  });

  it('whose ban is replaced stays banned while it is written, and also when it could not be', async () => {
    const { actor, bans, emittedTypes } = atWork(banOf(ENDS));
    actor.send(replace('r1'));
    actor.send(join);
    bans[0]?.fail(new Error('connection lost'));
    await settled();
    actor.send(join);
    expect(emittedTypes()).toEqual(['player.refused', 'command.rejected', 'player.refused']);
    expect(actor.getSnapshot().context.ban).toEqual(banOf(ENDS));
    actor.send(replace('r2'));
    bans[0]?.finish(banOf());
    await settled();
    expect(actor.getSnapshot().value).toEqual({ presence: 'offline', standing: { banned: 'permanent' } });
  });

  it('whose ban expired while the lift was being written is not banned, even if the write fails', async () => {
    const { actor, lifts, emittedTypes } = atWork(banOf(ENDS));
    actor.send(lift('r1'));
    actor.send({ type: 'ban.expired' });
    actor.send(join);
    lifts[0]?.fail(new Error('connection lost'));
    await settled();
    expect(emittedTypes()).toEqual(['player.banExpired', 'player.joined', 'command.rejected']);
    expect(actor.getSnapshot().value).toEqual({ presence: 'online', standing: 'clear' });
  });

  it('emits an expiry once, and a permanent ban never expires', () => {
    const temporary = atWork(banOf(ENDS));
    temporary.actor.send(lift('r1'));
    temporary.actor.send({ type: 'ban.expired' });
    temporary.actor.send({ type: 'ban.expired' });
    expect(temporary.emittedTypes()).toEqual(['player.banExpired', 'event.refused']);

    const permanent = atWork(banOf());
    permanent.actor.send({ type: 'ban.expired' });
    permanent.actor.send(lift('r1'));
    permanent.actor.send({ type: 'ban.expired' });
    expect(permanent.emittedTypes()).toEqual(['event.refused', 'event.refused']);
    expect(permanent.actor.getSnapshot().context.ban).toEqual(banOf());
  });

  it('rejects a command while another is running: one ban at a time, one lift at a time', () => {
    const { actor, emitted } = atWork();
    actor.send(lift('r0'));
    actor.send(ask('r1'));
    actor.send(ask('r2'));
    actor.send(lift('r3'));
    expect(emitted()).toEqual([
      { type: 'command.rejected', requestId: 'r0', code: 'player_not_banned' },
      { type: 'command.rejected', requestId: 'r2', code: 'player_already_banned' },
      { type: 'command.rejected', requestId: 'r3', code: 'player_not_banned' },
    ]);
  });

  it('stays online while their proxy is disconnected, and may switch by the lists of servers', () => {
    const { actor, emitted } = atWork();
    actor.send(join);
    actor.send({ type: 'presence.switch', server: 'hub' });
    actor.send({ type: 'presence.lost' });
    expect(actor.getSnapshot().hasTag('online')).toBe(true);
    actor.send({ type: 'presence.switch', server: 'arena' });
    actor.send({ type: 'presence.resume' });
    actor.send({ type: 'presence.leave' });
    expect(emitted()).toEqual([
      { type: 'player.joined', name: 'Steve', presence: presenceOf() },
      { type: 'player.switched', from: null, presence: presenceOf('p#1', 'hub') },
      { type: 'player.switched', from: 'hub', presence: presenceOf('p#1', 'arena') },
      { type: 'player.left', presence: presenceOf('p#1', 'arena') },
    ]);
    expect(actor.getSnapshot().context.presence).toBeNull();
  });

  it('goes on with their session by another agent, also one that comes while theirs is disconnected', () => {
    const { actor, emitted } = atWork();
    actor.send(join);
    actor.send({ type: 'presence.lost' });
    actor.send({ type: 'presence.pass', presence: { lease: 'e#1', claim: null } });
    actor.send({ type: 'presence.resume' });
    actor.send({ type: 'presence.leave' });
    const presence = { ...presenceOf('e#1'), claim: null };
    expect(emitted()).toEqual([
      { type: 'player.joined', name: 'Steve', presence: presenceOf() },
      { type: 'player.passed', presence },
      { type: 'event.refused', refused: 'presence.resume' },
      { type: 'player.left', presence },
    ]);
  });

  it('takes the name with which they joined', () => {
    const { actor } = atWork();
    actor.send({ ...join, name: 'Steve_II' });
    expect(actor.getSnapshot().context.name).toBe('Steve_II');
  });
});
