import { describe, expect, it } from 'vitest';
import { DEFAULT_PROXY_SETTINGS, type ProxySettings } from '../../src/domain/proxy-status.ts';
import { PROXY_EVENT_TYPES } from '../../src/machines/proxy/events.ts';
import { proxyMachine } from '../../src/machines/proxy/machine.ts';
import { settledWork, endless, settled } from './machine-fixture.ts';
import { machineContract } from './machine-contract.ts';
import { recordActor } from './recording-actor.ts';

const OPEN = DEFAULT_PROXY_SETTINGS;
const SHUT = { ...OPEN, maintenance: true, preventJoin: true };

machineContract('proxy', {
  machine: proxyMachine.provide({ actors: { saveSettings: endless() } }),
  inputs: [{ settings: OPEN }, { settings: SHUT }],
  events: [
    { type: 'proxy.update', requestId: 'r1', patch: { maintenance: true } },
    { type: 'proxy.update', requestId: 'r2', patch: { maintenance: false } },
    { type: 'xstate.done.actor.saveSettings', output: OPEN },
    { type: 'xstate.done.actor.saveSettings', output: SHUT },
    { type: 'xstate.error.actor.saveSettings', error: 'away' },
  ],
  eventTypes: PROXY_EVENT_TYPES,
  place: ({ value }) => JSON.stringify(value),
});

function atWork(settings: ProxySettings = OPEN) {
  const saves = settledWork<ProxySettings, ProxySettings>();
  const machine = proxyMachine.provide({ actors: { saveSettings: saves.logic } });
  return { ...recordActor(machine, { settings }), saves: saves.tasks };
}

describe('the proxy', () => {
  it('starts in the states of the stored settings', () => {
    expect(atWork(SHUT).actor.getSnapshot().value).toEqual({
      maintenance: 'on',
      joining: 'prevented',
      writing: 'idle',
    });
  });

  it('is under maintenance once that is stored, not before', async () => {
    const { actor, saves, emitted } = atWork();
    actor.send({ type: 'proxy.update', requestId: 'r1', patch: { maintenance: true, motd: 'back soon' } });
    expect(saves[0]?.input).toEqual({ ...OPEN, maintenance: true, motd: 'back soon' });
    expect(actor.getSnapshot().matches({ maintenance: 'off' })).toBe(true);
    expect(actor.getSnapshot().context.settings).toEqual(OPEN);
    const stored = { ...OPEN, maintenance: true, motd: 'back soon' };
    saves[0]?.finish(stored);
    await settled();
    expect(actor.getSnapshot().matches({ maintenance: 'on', writing: 'idle' })).toBe(true);
    expect(emitted()).toEqual([
      { type: 'proxy.changed', settings: stored },
      { type: 'command.done', requestId: 'r1', result: stored },
    ]);
  });

  it('answers a change of nothing at once, and neither stores nor announces it', () => {
    const { actor, saves, emitted } = atWork();
    actor.send({ type: 'proxy.update', requestId: 'r1', patch: { motd: OPEN.motd, maintenanceBypass: [] } });
    expect(saves).toEqual([]);
    expect(emitted()).toEqual([{ type: 'command.done', requestId: 'r1', result: OPEN }]);
  });

  it('stays as it was when the change could not be stored', async () => {
    const { actor, saves, emitted } = atWork();
    const cause = new Error('connection lost');
    actor.send({ type: 'proxy.update', requestId: 'r1', patch: { preventJoin: true } });
    saves[0]?.fail(cause);
    await settled();
    expect(actor.getSnapshot().context).toEqual({ settings: OPEN, command: null });
    expect(emitted()).toEqual([
      { type: 'command.rejected', requestId: 'r1', code: 'storage_unavailable', cause },
    ]);
  });

  it('takes one change at a time', () => {
    const { actor, saves, emitted } = atWork();
    actor.send({ type: 'proxy.update', requestId: 'r1', patch: { maxPlayers: 5 } });
    actor.send({ type: 'proxy.update', requestId: 'r2', patch: { maxPlayers: 6 } });
    expect(saves).toHaveLength(1);
    expect(emitted()).toEqual([{ type: 'command.rejected', requestId: 'r2', code: 'overloaded' }]);
  });
});
