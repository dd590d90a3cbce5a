import { createActor, SimulatedClock, type StateValue } from 'xstate';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/domain/fields/field.ts';
import { eventsTaken, guardsEvaluated, machineChart } from '../../src/domain/inspection/chart.ts';
import { MACHINE_IDS } from '../../src/domain/inspection/machine-ids.ts';
import { ALL_MACHINES } from '../../src/machines/all-machines.ts';
import { activeStates, chartOf, transitionId } from '../../src/machines/chart.ts';
import { playerMachine } from '../../src/machines/player/machine.ts';
import { nodesOf, transitionsOf } from './chart.ts';
import { presenceOf, STEVE } from './people.ts';

const player = chartOf(ALL_MACHINES.player);
const reboot = chartOf(ALL_MACHINES.reboot);
const stateOf = (chart: typeof player, id: string) => chart.states.find((state) => state.id === id);

describe.each(MACHINE_IDS)('the chart of the %s machine', (id) => {
  const machine = ALL_MACHINES[id];
  const chart = chartOf(machine);

  it('has every state of the machine, parents before children, in declared order', () => {
    expect(machine.id).toBe(id);
    expect(chart.states.map((state) => state.id)).toEqual([id, ...nodesOf(machine).map((node) => node.id)]);
    for (const { id: own, key, parent } of chart.states) {
      expect(own).toBe(parent === null ? id : `${parent}.${key}`);
    }
  });

  it('has every transition of the machine, each with its own id', () => {
    const drawn = [...transitionsOf(machine).keys()].map((way) => transitionId(way));
    expect(new Set(drawn)).toEqual(new Set(chart.transitions.map((way) => way.id)));
    expect(drawn).toHaveLength(chart.transitions.length);
    const known = new Set(chart.states.map((state) => state.id));
    for (const { source, targets } of chart.transitions) {
      for (const end of [source, ...targets]) expect(known).toContain(end);
    }
  });

  it('has a name for every guard and action', () => {
    const { states, transitions } = chart;
    const names = [
      ...transitions.flatMap((way) => [way.guard, ...way.actions]),
      ...states.flatMap((one) => [...one.entry, ...one.exit]),
    ];
    expect(names).not.toContain('inline');
  });

  it('fits the schema of the API, and survives JSON', () => {
    expect(check(machineChart, JSON.parse(JSON.stringify(chart)))).toEqual({ ok: true, value: chart });
  });
});

describe('a chart shows', () => {
  it('how states nest, which state is initial and which are final', () => {
    expect(stateOf(player, 'player')?.type).toBe('parallel');
    expect(stateOf(player, 'player.standing.banned')).toMatchObject({ type: 'compound', initial: false });
    expect(stateOf(player, 'player.standing.banned.temporary')).toMatchObject({
      type: 'atomic',
      initial: true,
    });
    expect(stateOf(reboot, 'reboot.failed')?.type).toBe('final');
    expect(stateOf(player, 'player.presence.online')?.tags).toEqual(['online']);
  });

  it('what runs inside a state, and what ends it', () => {
    expect(stateOf(player, 'player.standing.banning')?.invokes).toEqual([{ id: 'saveBan', src: 'saveBan' }]);
    const ends = player.transitions.filter(({ source }) => source === 'player.standing.banning');
    expect(ends.map(({ kind, label }) => [kind, label])).toEqual([
      ['event', 'ban.expired'],
      ['done', 'done saveBan'],
      ['error', 'failed saveBan'],
    ]);
  });

  it('how long timers are, and does not list them as entry actions', () => {
    const timer = reboot.transitions.find(
      ({ kind, source }) => kind === 'after' && source === 'reboot.stopping',
    );
    expect(timer).toMatchObject({ label: 'stopping', delayMs: 60_000, actions: ['fail'] });
    expect(stateOf(reboot, 'reboot.stopping')?.entry).toEqual(['emit reboot.stopping']);
    expect(stateOf(reboot, 'reboot.stopping')?.exit).toEqual([]);
  });

  it('which candidates one event has, in the order in which they are tried', () => {
    const joins = player.transitions.filter(
      ({ source, event }) => source === 'player.presence.offline' && event === 'presence.join',
    );
    expect(joins.map(({ guard, targets, actions }) => [guard, targets, actions])).toEqual([
      ['isBanned', [], ['reportRefusal']],
      [null, ['player.presence.online'], ['setPresence', 'reportJoin']],
    ]);
  });

  it('which events the active states handle: their own and those of their parents, without wildcards and timers', () => {
    const active = activeStates('player', { presence: 'offline', standing: { banned: 'temporary' } });
    expect(eventsTaken(player, active)).toEqual([
      'ban.expired',
      'presence.admit',
      'presence.join',
      'ban.replace',
      'ban.lift',
    ]);
    expect(eventsTaken(reboot, activeStates('reboot', 'done'))).toEqual([
      'server.removed',
      'reboot.progress',
      'server.emptied',
      'server.returned',
      'server.gone',
    ]);
  });
});

it('active states are the ids of the states in a state value, beginning with the id of the machine', () => {
  const value: StateValue = { presence: 'online', standing: { banned: 'permanent' } };
  expect(activeStates('player', value)).toEqual([
    'player',
    'player.presence',
    'player.presence.online',
    'player.standing',
    'player.standing.banned',
    'player.standing.banned.permanent',
  ]);
});

describe('the guards that were evaluated', () => {
  const idle = activeStates('player', { presence: 'offline', standing: 'clear' });

  it('are those of the candidates before the taken one, and its own', () => {
    expect(guardsEvaluated(player, idle, 'player.presence.offline presence.join 1')).toEqual([
      { name: 'isBanned', passed: false },
    ]);
    expect(guardsEvaluated(player, idle, 'player.presence.offline presence.join 0')).toEqual([
      { name: 'isBanned', passed: true },
    ]);
    expect(guardsEvaluated(player, idle, 'player.presence.offline presence.admit 0')).toEqual([]);
  });

  it('are none for a transition that the chart does not have', () => {
    expect(guardsEvaluated(player, idle, 'nowhere')).toEqual([]);
  });

  it('are those that XState evaluates, in its order', () => {
    const asked: string[] = [];
    const guard = (name: string, holds: boolean) => () => {
      asked.push(name);
      return holds;
    };
    const spied = playerMachine.provide({
      guards: { isBanned: guard('isBanned', false), isPermanent: guard('isPermanent', false) },
    });
    const actor = createActor(spied, {
      input: { uuid: STEVE, name: 'Steve', ban: null },
      clock: new SimulatedClock(),
    }).start();
    asked.length = 0;
    const taken: string[] = [];
    actor.system.inspect((event) => {
      if (event.type !== '@xstate.microstep') return;
      const { _transitions: ways } = event;
      taken.push(...ways.map((way) => transitionId(way)));
    });
    actor.send({ type: 'presence.join', name: 'Steve', presence: presenceOf() });
    const told = taken.flatMap((way) => guardsEvaluated(player, idle, way).map(({ name }) => name));
    expect(told).toEqual(asked);
    actor.stop();
  });
});
