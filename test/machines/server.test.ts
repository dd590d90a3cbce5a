import { describe, expect, it } from 'vitest';
import { REPORTED_STATES } from '../../src/domain/server.ts';
import { serverStateOf } from '../../src/machines/server/context.ts';
import { SERVER_EVENT_TYPES } from '../../src/machines/server/events.ts';
import { serverMachine } from '../../src/machines/server/machine.ts';
import { machineContract } from './machine-contract.ts';
import { recordActor } from './recording-actor.ts';

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
  const { actor, emitted } = recordActor(serverMachine, { name: 'arena-1' });
  return { actor, emitted, state: () => serverStateOf(actor.getSnapshot().value) };
}

describe('a game server', () => {
  it.each(REPORTED_STATES)('that reports %s is in this state', (said) => {
    const { actor, state } = arena();
    expect(state()).toBe('OFFLINE');
    actor.send({ type: 'server.report', state: said });
    expect(state()).toBe(said);
    actor.send({ type: 'server.lost' });
    expect(state()).toBe('OFFLINE');
  });

  it('goes through a clean reboot: draining, restarting, stopped, and back with the state that the new process reports', () => {
    const { actor, emitted, state } = arena();
    actor.send({ type: 'server.report', state: 'RUNNING' });
    actor.send({ type: 'server.drain', requestId: 'r1' });
    expect(emitted()).toEqual([{ type: 'command.done', requestId: 'r1', result: null }]);
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

  it('in a second reboot is not taken for stopped because the process of the first one stopped', () => {
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

  it('returns to the last reported state when its reboot is cancelled', () => {
    const { actor, state } = arena();
    actor.send({ type: 'server.report', state: 'RUNNING' });
    actor.send({ type: 'server.drain', requestId: 'r1' });
    actor.send({ type: 'server.report', state: 'ENDING' });
    expect(state()).toBe('DRAINING');
    actor.send({ type: 'server.resume' });
    expect(state()).toBe('ENDING');
  });

  it('is offline when its reboot is cancelled after the old process stopped', () => {
    const { actor, state } = arena();
    actor.send({ type: 'server.report', state: 'RUNNING' });
    actor.send({ type: 'server.drain', requestId: 'r1' });
    actor.send({ type: 'server.restart' });
    actor.send({ type: 'server.lost' });
    actor.send({ type: 'server.resume' });
    expect(state()).toBe('OFFLINE');
  });

  it('cannot be drained while it is offline or starting, nor twice; the error shows which', () => {
    const { actor, emitted } = arena();
    actor.send({ type: 'server.drain', requestId: 'offline' });
    actor.send({ type: 'server.report', state: 'STARTING' });
    actor.send({ type: 'server.drain', requestId: 'starting' });
    actor.send({ type: 'server.report', state: 'IDLE' });
    actor.send({ type: 'server.drain', requestId: 'idle' });
    actor.send({ type: 'server.drain', requestId: 'draining' });
    actor.send({ type: 'server.restart' });
    actor.send({ type: 'server.drain', requestId: 'restarting' });
    expect(emitted()).toEqual([
      { type: 'command.rejected', requestId: 'offline', code: 'platform_unavailable' },
      { type: 'command.rejected', requestId: 'starting', code: 'platform_unavailable' },
      { type: 'command.done', requestId: 'idle', result: null },
      { type: 'command.rejected', requestId: 'draining', code: 'server_restarting' },
      { type: 'command.rejected', requestId: 'restarting', code: 'server_restarting' },
    ]);
  });

  it('that was removed has ended and is shown as offline', () => {
    const { actor, state } = arena();
    actor.send({ type: 'server.report', state: 'IDLE' });
    actor.send({ type: 'server.remove' });
    expect(actor.getSnapshot().status).toBe('done');
    expect(state()).toBe('OFFLINE');
  });
});
