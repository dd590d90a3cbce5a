import { describe, expect, it } from 'vitest';
import { MACHINE_IDS } from '../../../src/domain/inspection/inspection.ts';
import { SAMPLES } from '../../../src/dashboard/machines/what-if/samples.ts';
import { Simulation } from '../../../src/dashboard/machines/what-if/simulation.ts';
import { ALL_MACHINES } from '../../../src/machines/all-machines.ts';

function begin(machine: (typeof MACHINE_IDS)[number], input: string): Simulation {
  return new Simulation(machine, SAMPLES[machine].inputs[input]);
}

/** Where the simulated actor stands: its innermost states. */
function standing({ frames }: Simulation): string[] {
  const last = frames.findLast((frame) => frame.kind === 'snapshot');
  if (last?.kind !== 'snapshot') throw new Error('it stands nowhere');
  return last.states.filter((id) => !last.states.some((other) => other.startsWith(`${id}.`)));
}

function arrow(simulation: Simulation, id: string) {
  const found = simulation.chart.transitions.find((way) => way.id === id);
  if (found === undefined) throw new Error(`no arrow ${id}`);
  return found;
}

describe.each(MACHINE_IDS)('the samples of the %s machine', (machine) => {
  it('have every event that the machine knows, and an answer for all its work', () => {
    const own = ALL_MACHINES[machine].events.filter((type) => type !== '*' && !type.startsWith('xstate.'));
    expect(new Set(SAMPLES[machine].events.map(({ type }) => type))).toEqual(new Set(own));
    const work = Object.keys(ALL_MACHINES[machine].implementations.actors);
    expect(Object.keys(SAMPLES[machine].outputs).toSorted()).toEqual(work.toSorted());
  });

  it('begin without an error, each of them', () => {
    for (const [name, input] of Object.entries(SAMPLES[machine].inputs)) {
      const simulation = new Simulation(machine, input);
      expect([name, simulation.frames[0]?.kind, simulation.isOver]).toEqual([name, 'snapshot', false]);
    }
  });
});

describe('a simulated actor', () => {
  it('waits for the viewer to say how its work ends, well or badly', async () => {
    const simulation = begin('player', 'Not banned');
    await simulation.follow(arrow(simulation, 'player.standing.clear ban.request 0'));
    expect(standing(simulation)).toEqual(['player.presence.offline', 'player.standing.banning']);
    expect(simulation.pending.map(({ id }) => id)).toEqual(['saveBan']);
    await simulation.pending[0]?.settle('error');
    expect(standing(simulation)).toContain('player.standing.clear');
    await simulation.follow(arrow(simulation, 'player.standing.clear ban.request 0'));
    await simulation.follow(arrow(simulation, 'player.standing.banning xstate.done.actor.saveBan 0'));
    expect(standing(simulation)).toContain('player.standing.banned.temporary');
    expect(simulation.pending).toEqual([]);
  });

  it('takes the ban as it was asked for', async () => {
    const simulation = begin('player', 'Not banned');
    const forever = SAMPLES.player.events.findLast(({ type }) => type === 'ban.request');
    simulation.send(forever ?? { type: 'none' });
    await simulation.pending[0]?.settle('done');
    expect(standing(simulation)).toContain('player.standing.banned.permanent');
  });

  it('lives in a time of its own, which passes when the viewer lets it', async () => {
    const simulation = begin('reboot', 'Forced');
    expect(standing(simulation)).toEqual(['reboot.countdown.waiting']);
    simulation.elapse(5000);
    expect(standing(simulation)).toEqual(['reboot.evacuating']);
    await simulation.follow(
      arrow(simulation, 'reboot.evacuating xstate.after.evacuating.reboot.evacuating 0'),
    );
    expect(standing(simulation)).toEqual(['reboot.stopping']);
    expect(simulation.pending.map(({ id }) => id)).toEqual(['stopServer']);
  });

  it('tells of every step as the coordinator does', () => {
    const simulation = begin('player', 'Banned forever');
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

  it('that is over takes nothing more', () => {
    const simulation = begin('link', 'Of a proxy');
    simulation.send({ type: 'link.replaced' });
    expect([simulation.isOver, standing(simulation)]).toEqual([true, ['link.closed']]);
    const before = simulation.frames.length;
    simulation.send({ type: 'link.lost' });
    expect(simulation.frames).toHaveLength(before);
  });
});
