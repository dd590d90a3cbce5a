import { describe, expect, it } from 'vitest';
import type { ActorQuery, ActorViewing } from '../../../src/actors/network.ts';
import { RING_SIZE } from '../../../src/actors/inspection/actor-viewing.ts';
import { pickFields, SHOWN_FIELDS } from '../../../src/actors/inspection/shown-fields.ts';
import type { InspectionFrame } from '../../../src/domain/inspection/inspection.ts';
import { type NetworkFixture, openFixture } from '../network-fixture.ts';
import { ADMIN, testPlayer } from '../test-players.ts';

const NOTCH = testPlayer(1, 'Notch');
const JEB = testPlayer(2, 'jeb_');

const ANY: ActorQuery = { machine: null, state: null, search: '', limit: 50 };

async function bedWithTwo(): Promise<NetworkFixture> {
  const fixture = await openFixture();
  const proxy = fixture.proxy().connect();
  fixture.backend('lobby').connect({ type: 'HUB' });
  proxy.enter(NOTCH, 'lobby');
  proxy.enter(JEB, 'lobby');
  return fixture;
}

/** A viewer that counts how often it was woken. */
function look(
  fixture: NetworkFixture,
  machine: string,
  id: string,
): { viewing: ActorViewing; woken: () => number } {
  let woken = 0;
  const viewing = fixture.network.inspection.watch(machine, id, () => {
    woken += 1;
  });
  return { viewing, woken: () => woken };
}

const told = (frames: readonly InspectionFrame[]): string[] =>
  frames.map((frame) => {
    if (frame.kind === 'event') return `event ${frame.type}`;
    if (frame.kind === 'guard') return `guard ${frame.name} ${frame.passed}`;
    if (frame.kind === 'action') return `action ${frame.name}`;
    if (frame.kind === 'microstep') return `microstep ${frame.transitions.join()}`;
    return frame.kind;
  });

describe('the running actors', () => {
  it('is counted by machine, and by every state that an actor is in', async () => {
    const { network } = await bedWithTwo();
    expect(network.inspection.machines()).toEqual([
      { id: 'player', actors: 2 },
      { id: 'server', actors: 1 },
      { id: 'proxy', actors: 1 },
      { id: 'reboot', actors: 0 },
      { id: 'link', actors: 2 },
    ]);
    expect(network.inspection.heat('player')).toEqual({
      actors: 2,
      states: {
        player: 2,
        'player.presence': 2,
        'player.presence.online': 2,
        'player.standing': 2,
        'player.standing.clear': 2,
      },
    });
    expect(network.inspection.heat('reboot')).toEqual({ actors: 0, states: {} });
  });

  it('is counted at most once a second, however many viewers there are', async () => {
    const fixture = await bedWithTwo();
    const { inspection } = fixture.network;
    const before = inspection.heat('player');
    fixture.proxy('other').connect().enter(testPlayer(3));
    expect(inspection.heat('player')).toBe(before);
    fixture.clock.jump(1000);
    expect(inspection.heat('player').actors).toBe(3);
  });

  it('can be found by machine, state, part of a name or id; the total counts beyond the limit', async () => {
    const { network } = await bedWithTwo();
    const find = (query: Partial<ActorQuery>) => {
      const { total, actors } = network.inspection.actors({ ...ANY, ...query });
      return [total, ...actors.map(({ machine, id }) => `${machine} ${id}`)];
    };
    expect(find({ machine: 'player' })).toEqual([2, `player ${NOTCH.uuid}`, `player ${JEB.uuid}`]);
    expect(find({ search: 'NOT' })).toEqual([1, `player ${NOTCH.uuid}`]);
    expect(find({ search: JEB.uuid.slice(-6) })).toEqual([1, `player ${JEB.uuid}`]);
    expect(find({ search: 'lobby' })).toEqual([2, 'server lobby', 'link backend:lobby']);
    expect(find({ machine: 'player', limit: 1 })).toEqual([2, `player ${NOTCH.uuid}`]);
    expect(find({ state: 'player.presence.online' })).toHaveLength(3);
    expect(find({ state: 'player.presence.leaving' })).toEqual([0]);
  });

  it('has a name, a state, and the events that it handles', async () => {
    const { network } = await bedWithTwo();
    expect(network.inspection.actor('player', NOTCH.uuid)).toMatchObject({
      name: 'Notch',
      value: { presence: 'online', standing: 'clear' },
      events: [
        'presence.admit',
        'presence.switch',
        'presence.pass',
        'presence.lost',
        'presence.leave',
        'ban.request',
        'ban.replace',
      ],
    });
    expect(network.inspection.actor('proxy', 'proxy').context).toMatchObject({
      settings: { maintenance: false },
    });
    expect(network.inspection.actor('link', 'proxy:proxy-1').value).toBe('synced');
  });

  it('is 404 when it does not run, or when there is no such machine', async () => {
    const { network } = await bedWithTwo();
    const { inspection } = network;
    for (const [machine, id] of [
      ['player', testPlayer(9).uuid],
      ['link', 'lobby'],
      ['link', 'constructor:lobby'],
      ['server', '__proto__'],
    ] as const) {
      expect(() => inspection.actor(machine, id)).toThrow(
        expect.objectContaining({ code: 'actor_not_found' }),
      );
      expect(() => look({ network } as NetworkFixture, machine, id)).toThrow(
        expect.objectContaining({ code: 'actor_not_found' }),
      );
    }
    for (const wrong of ['nobody', '__proto__', 'constructor', '']) {
      expect(() => inspection.chart(wrong)).toThrow(expect.objectContaining({ code: 'machine_not_found' }));
    }
  });
});

describe('one actor', () => {
  it('is sent from its present state on: event, guards, effects, step and snapshot, in that order', async () => {
    const fixture = await bedWithTwo();
    const { viewing } = look(fixture, 'player', NOTCH.uuid);
    const [first, ...rest] = viewing.take();
    expect(rest).toEqual([]);
    expect(first).toMatchObject({
      kind: 'snapshot',
      value: { presence: 'online', standing: 'clear' },
      context: { name: 'Notch', presence: { server: 'lobby' }, ban: null },
    });
    await fixture.network.bans.ban({ uuid: NOTCH.uuid, name: 'Notch', time: '1h', reason: 'spam' }, ADMIN);
    const frames = viewing.take();
    const banning = told(frames).slice(0, 3);
    expect(banning).toEqual([
      'event ban.request',
      'action spawnChild saveBan',
      'microstep player.standing.clear ban.request 0',
    ]);
    const decided = told(frames);
    expect(decided.slice(decided.indexOf('event xstate.done.actor.saveBan'))).toEqual(
      expect.arrayContaining([
        'action emit player.banned',
        'guard isPermanent false',
        'guard isBanned true',
        'microstep player.standing.deciding always 1',
      ]),
    );
    const last = frames.findLast(({ kind }) => kind === 'snapshot');
    expect(last).toMatchObject({ context: { ban: { reason: 'spam' } } });
    viewing.close();
  });

  it('never shows an address, nor what is not on the list', async () => {
    const fixture = await bedWithTwo();
    const { viewing } = look(fixture, 'player', NOTCH.uuid);
    const before = fixture.network.inspection.actor('player', NOTCH.uuid);
    fixture.proxy('second').connect().join(NOTCH, 'lobby');
    await fixture.network.bans.ban({ uuid: NOTCH.uuid, name: 'Notch', time: 'perma', reason: 'x' }, ADMIN);
    const everything = JSON.stringify([before, viewing.take(), fixture.network.inspection.actors(ANY)]);
    expect(everything).toContain('Notch');
    expect(everything).not.toContain(NOTCH.ip);
    expect(everything).not.toContain('"ip"');
    viewing.close();
  });

  it('sends nothing when another one changes', async () => {
    const fixture = await bedWithTwo();
    const { viewing, woken } = look(fixture, 'player', NOTCH.uuid);
    viewing.take();
    await fixture.network.bans.ban({ uuid: JEB.uuid, name: 'jeb_', time: '1h', reason: 'x' }, ADMIN);
    expect(viewing.take()).toEqual([]);
    expect(woken()).toBe(0);
    viewing.close();
  });

  it('drops what is oldest for a viewer that takes nothing, and says how much', async () => {
    const fixture = await bedWithTwo();
    const proxy = fixture.proxy('busy').connect();
    const known = testPlayer(7, 'Traveller');
    proxy.enter(known, 'lobby');
    const { viewing, woken } = look(fixture, 'player', known.uuid);
    viewing.take();
    for (let move = 0; move < 500; move += 1) proxy.switch(known.uuid, move % 2 === 0 ? 'game' : 'lobby');
    const frames = viewing.take();
    expect(frames.length).toBeLessThanOrEqual(RING_SIZE + 1);
    // Four notes for each event: event, effect, step, snapshot.
    expect(frames[0]).toEqual({ kind: 'dropped', count: 500 * 4 - RING_SIZE });
    expect(frames.at(-1)).toMatchObject({ context: { presence: { server: 'lobby' } } });
    expect(woken()).toBe(1);
    proxy.switch(known.uuid, 'game');
    expect(viewing.take()).toHaveLength(4);
    viewing.close();
  });

  it('says when the actor is gone, and ends then', async () => {
    const fixture = await bedWithTwo();
    const { viewing, woken } = look(fixture, 'server', 'lobby');
    viewing.take();
    await fixture.network.servers.remove('lobby');
    expect(woken()).toBeGreaterThan(0);
    expect(viewing.take().at(-1)).toMatchObject({ kind: 'gone' });
  });

  it('says so too when its owner stops it', async () => {
    const fixture = await openFixture();
    const proxy = fixture.proxy().connect();
    proxy.enter(NOTCH);
    const { viewing } = look(fixture, 'player', NOTCH.uuid);
    proxy.leave(NOTCH.uuid);
    await Promise.resolve();
    expect(told(viewing.take())).toEqual([
      'snapshot',
      'event presence.leave',
      'action emit player.left',
      'microstep player.presence.online presence.leave 0',
      'snapshot',
      'gone',
    ]);
  });

  it('gets nothing more once the viewer has closed', async () => {
    const fixture = await bedWithTwo();
    const { viewing, woken } = look(fixture, 'player', NOTCH.uuid);
    viewing.take();
    viewing.close();
    viewing.close();
    fixture.proxy('second').connect().join(NOTCH, 'lobby');
    expect(viewing.take()).toEqual([]);
    expect(woken()).toBe(0);
  });

  it('may have several viewers, each at its own pace', async () => {
    const fixture = await bedWithTwo();
    const [one, other] = [look(fixture, 'proxy', 'proxy').viewing, look(fixture, 'proxy', 'proxy').viewing];
    one.take();
    await fixture.network.proxy.update({ maintenance: true });
    expect(one.take().length).toBeGreaterThan(3);
    expect(other.take().length).toBeGreaterThan(4);
    one.close();
    await fixture.network.proxy.update({ maintenance: false });
    expect(other.take().length).toBeGreaterThan(3);
    other.close();
  });
});

describe('what is shown', () => {
  it('is picked by path; null stays null, what is absent stays absent', () => {
    const value = { a: 1, b: { c: 2, secret: 3 }, d: null, secret: 4 };
    expect(pickFields(value, ['a', 'b.c', 'd.e', 'f', 'g.h'])).toEqual({ a: 1, b: { c: 2 }, d: null });
    expect(pickFields(null, ['a'])).toEqual({});
    expect(pickFields('text', ['length'])).toEqual({});
  });

  it('names no address and no secret for any machine', () => {
    const paths = Object.values(SHOWN_FIELDS).flatMap(({ context, event }) => [...context, ...event]);
    for (const path of paths) expect(path).not.toMatch(/(^|\.)(ip|secret|token|password|cause|error)$/);
  });
});
