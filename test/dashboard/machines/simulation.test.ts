import { describe, expect, it } from 'vitest';
import { MACHINE_IDS } from '../../../src/domain/inspection/machine-ids.ts';
import { SAMPLES } from '../../../src/dashboard/machines/what-if/samples.ts';
import { Simulation } from '../../../src/dashboard/machines/what-if/simulation.ts';
import { ALL_MACHINES } from '../../../src/machines/all-machines.ts';

function simulate(machine: (typeof MACHINE_IDS)[number], input: string): Simulation {
  return new Simulation(machine, SAMPLES[machine].inputs[input]);
}

/** The innermost active states of the simulated actor. */
function activeStates({ frames }: Simulation): string[] {
  const last = frames.findLast((frame) => frame.kind === 'snapshot');
  if (last?.kind !== 'snapshot') throw new Error('there is no snapshot');
  return last.states.filter((id) => !last.states.some((other) => other.startsWith(`${id}.`)));
}

function transition(simulation: Simulation, id: string) {
  const found = simulation.chart.transitions.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`no transition ${id}`);
  return found;
}

describe.each(MACHINE_IDS)('the samples of the %s machine', (machine) => {
  it('have every event of the machine, and a result for all its work', () => {
    const own = ALL_MACHINES[machine].events.filter((type) => type !== '*' && !type.startsWith('xstate.'));
    expect(new Set(SAMPLES[machine].events.map(({ type }) => type))).toEqual(new Set(own));
    const work = Object.keys(ALL_MACHINES[machine].implementations.actors);
    expect(Object.keys(SAMPLES[machine].outputs).toSorted()).toEqual(work.toSorted());
  });

  it('start without an error', () => {
    for (const [name, input] of Object.entries(SAMPLES[machine].inputs)) {
      const simulation = new Simulation(machine, input);
      expect([name, simulation.frames[0]?.kind, simulation.isOver]).toEqual([name, 'snapshot', false]);
    }
  });
});

describe('a simulated actor', () => {
  it('has work that the viewer ends, with success or failure', async () => {
    const simulation = simulate('player', 'Not banned');
    await simulation.follow(transition(simulation, 'player.standing.clear ban.request 0'));
    expect(activeStates(simulation)).toEqual(['player.presence.offline', 'player.standing.banning']);
    expect(simulation.pending.map(({ id }) => id)).toEqual(['saveBan']);
    await simulation.pending[0]?.settle('error');
    expect(activeStates(simulation)).toContain('player.standing.clear');
    await simulation.follow(transition(simulation, 'player.standing.clear ban.request 0'));
    await simulation.follow(transition(simulation, 'player.standing.banning xstate.done.actor.saveBan 0'));
    expect(activeStates(simulation)).toContain('player.standing.banned.temporary');
    expect(simulation.pending).toEqual([]);
  });

  it('stores the requested ban', async () => {
    const simulation = simulate('player', 'Not banned');
    const forever = SAMPLES.player.events.findLast(({ type }) => type === 'ban.request');
    simulation.send(forever ?? { type: 'none' });
    await simulation.pending[0]?.settle('done');
    expect(activeStates(simulation)).toContain('player.standing.banned.permanent');
  });

  it('has a clock that only the viewer advances', async () => {
    const simulation = simulate('reboot', 'Forced');
    expect(activeStates(simulation)).toEqual(['reboot.countdown.waiting']);
    simulation.advance(5000);
    expect(activeStates(simulation)).toEqual(['reboot.evacuating']);
    await simulation.follow(
      transition(simulation, 'reboot.evacuating xstate.after.evacuating.reboot.evacuating 0'),
    );
    expect(activeStates(simulation)).toEqual(['reboot.stopping']);
    expect(simulation.pending.map(({ id }) => id)).toEqual(['stopServer']);
  });

  it('records every step like the coordinator', () => {
    const simulation = simulate('player', 'Banned forever');
    const join = SAMPLES.player.events.find(({ type }) => type === 'presence.join');
    simulation.send(join ?? { type: 'none' });
    expect(simulation.frames.slice(1).map(({ kind }) => kind)).toEqual([
      'event',
      'guard',
      'action',
      'microstep',
      'snapshot',
    ]);
  });

  it('that has ended accepts no more events', () => {
    const simulation = simulate('link', 'Proxy connection');
    simulation.send({ type: 'link.replaced' });
    expect([simulation.isOver, activeStates(simulation)]).toEqual([true, ['link.closed']]);
    const before = simulation.frames.length;
    simulation.send({ type: 'link.lost' });
    expect(simulation.frames).toHaveLength(before);
  });
});
