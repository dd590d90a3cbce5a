import { describe, expect, it } from 'vitest';
import { REPORTED_STATES } from '../../src/domain/server.ts';
import { serverStateOf } from '../../src/machines/server/context.ts';
import { SERVER_EVENT_TYPES } from '../../src/machines/server/events.ts';
import { serverMachine } from '../../src/machines/server/machine.ts';
import { machineContract } from './machine-contract.ts';
import { witness } from './witness.ts';

machineContract('server', {
  machine: serverMachine,
  inputs: [{ name: 'arena-1' }],
  events: [
    ...REPORTED_STATES.map((state) => ({ type: 'server.report', state })),
    { type: 'server.lost' },
    { type: 'server.drain', requestId: 'r1' },
    { type: 'server.restart' },
    { type: 'server.resume' },
    { type: 'server.remove' },
  ],
  eventTypes: SERVER_EVENT_TYPES,
  place: ({ value, context }) => JSON.stringify([value, context]),
});

function arena() {
  const { actor, heard } = witness(serverMachine, { name: 'arena-1' });
  return { actor, heard, state: () => serverStateOf(actor.getSnapshot().value) };
}

describe('a game server', () => {
  it.each(REPORTED_STATES)('that says %s is %s', (said) => {
    const { actor, state } = arena();
    expect(state()).toBe('OFFLINE');
    actor.send({ type: 'server.report', state: said });
    expect(state()).toBe(said);
    actor.send({ type: 'server.lost' });
    expect(state()).toBe('OFFLINE');
  });

  it('goes through a clean reboot: drained, restarting, gone, and back with what the new process says', () => {
    const { actor, heard, state } = arena();
    actor.send({ type: 'server.report', state: 'RUNNING' });
    actor.send({ type: 'server.drain', requestId: 'r1' });
    expect(heard()).toEqual([{ type: 'command.done', requestId: 'r1', result: null }]);
    expect(state()).toBe('DRAINING');
    actor.send({ type: 'server.restart' });
    expect(state()).toBe('RESTARTING');
    actor.send({ type: 'server.report', state: 'ENDING' });
    expect(state()).toBe('RESTARTING');
    actor.send({ type: 'server.lost' });
    expect(state()).toBe('RESTARTING');
    actor.send({ type: 'server.report', state: 'STARTING' });
    expect(state()).toBe('STARTING');
    actor.send({ type: 'server.report', state: 'WAITING' });
    expect(state()).toBe('WAITING');
  });

  it('whose second reboot begins is not taken for gone because the first process went', () => {
    const { actor, state } = arena();
    for (let reboot = 0; reboot < 2; reboot += 1) {
      actor.send({ type: 'server.report', state: 'IDLE' });
      actor.send({ type: 'server.drain', requestId: `r${reboot}` });
      actor.send({ type: 'server.restart' });
      actor.send({ type: 'server.report', state: 'IDLE' });
      expect(state()).toBe('RESTARTING');
      actor.send({ type: 'server.lost' });
    }
  });

  it('returns to what it last said when its reboot is called off', () => {
    const { actor, state } = arena();
    actor.send({ type: 'server.report', state: 'RUNNING' });
    actor.send({ type: 'server.drain', requestId: 'r1' });
    actor.send({ type: 'server.report', state: 'ENDING' });
    expect(state()).toBe('DRAINING');
    actor.send({ type: 'server.resume' });
    expect(state()).toBe('ENDING');
  });

  it('is offline when its reboot is called off after the old process went', () => {
    const { actor, state } = arena();
    actor.send({ type: 'server.report', state: 'RUNNING' });
    actor.send({ type: 'server.drain', requestId: 'r1' });
    actor.send({ type: 'server.restart' });
    actor.send({ type: 'server.lost' });
    actor.send({ type: 'server.resume' });
    expect(state()).toBe('OFFLINE');
  });

  it('cannot be drained while it is offline or starting, nor twice; the refusal says which', () => {
    const { actor, heard } = arena();
    actor.send({ type: 'server.drain', requestId: 'offline' });
    actor.send({ type: 'server.report', state: 'STARTING' });
    actor.send({ type: 'server.drain', requestId: 'starting' });
    actor.send({ type: 'server.report', state: 'IDLE' });
    actor.send({ type: 'server.drain', requestId: 'idle' });
    actor.send({ type: 'server.drain', requestId: 'draining' });
    actor.send({ type: 'server.restart' });
    actor.send({ type: 'server.drain', requestId: 'restarting' });
    expect(heard()).toEqual([
      { type: 'command.rejected', requestId: 'offline', code: 'platform_unavailable' },
      { type: 'command.rejected', requestId: 'starting', code: 'platform_unavailable' },
      { type: 'command.done', requestId: 'idle', result: null },
      { type: 'command.rejected', requestId: 'draining', code: 'server_restarting' },
      { type: 'command.rejected', requestId: 'restarting', code: 'server_restarting' },
    ]);
  });

  it('that was removed is done for good and reads as offline', () => {
    const { actor, state } = arena();
    actor.send({ type: 'server.report', state: 'IDLE' });
    actor.send({ type: 'server.remove' });
    expect(actor.getSnapshot().status).toBe('done');
    expect(state()).toBe('OFFLINE');
  });
});
