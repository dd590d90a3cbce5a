import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_PROXY_SETTINGS,
  type ProxyPatch,
  type ProxySettings,
} from '../../src/domain/proxy-status.ts';
import { proxyMachine } from '../../src/machines/proxy/machine.ts';
import { settledWork, settled } from '../machines/machine-fixture.ts';
import { followsModel } from '../machines/model-run.ts';
import { recordActor } from '../machines/recording-actor.ts';

type Op = { do: 'update'; patch: ProxyPatch } | { do: 'store' | 'lose' };

const patch: fc.Arbitrary<ProxyPatch> = fc.record(
  {
    maintenance: fc.boolean(),
    preventJoin: fc.boolean(),
    motd: fc.string({ maxLength: 8 }),
    maxPlayers: fc.integer({ min: 1, max: 9 }),
  },
  { requiredKeys: [] },
);
const op: fc.Arbitrary<Op> = fc.oneof(
  fc.record({ do: fc.constant('update'), patch }),
  fc.record({ do: fc.constantFrom('store', 'lose') }),
);
const settings: fc.Arbitrary<ProxySettings> = patch.map((given) => ({ ...DEFAULT_PROXY_SETTINGS, ...given }));

/** A simple model of the proxy: what is stored, what is being written, and for which request. */
interface Model {
  stored: ProxySettings;
  writing: { request: string; becomes: ProxySettings } | null;
  requests: number;
}

function begin(first: ProxySettings) {
  const saves = settledWork<ProxySettings, ProxySettings>();
  const machine = proxyMachine.provide({ actors: { saveSettings: saves.logic } });
  const live = recordActor(machine, { settings: first });
  return { ...live, saves: saves.tasks };
}

describe('the proxy, after any events in any order,', () => {
  it('shows in its states what is stored, writes one change at a time, and answers each once', () =>
    followsModel(
      settings,
      op,
      (first) => ({
        model: { stored: first, writing: null, requests: 0 } as Model,
        real: begin(first),
      }),
      async (one, model, { actor, emitted, saves }) => {
        const says: unknown[] = [];
        if (one.do === 'update') {
          model.requests += 1;
          const requestId = `r${model.requests}`;
          const becomes = { ...model.stored, ...one.patch };
          if (model.writing === null && JSON.stringify(becomes) === JSON.stringify(model.stored))
            says.push({ type: 'command.done', requestId, result: model.stored });
          else if (model.writing === null) model.writing = { request: requestId, becomes };
          else says.push({ type: 'command.rejected', requestId, code: 'overloaded' });
          actor.send({ type: 'proxy.update', requestId, patch: one.patch });
        } else if (model.writing !== null) {
          const { request: requestId, becomes } = model.writing;
          model.writing = null;
          expect(saves[0]?.input).toEqual(becomes);
          if (one.do === 'store') {
            model.stored = becomes;
            says.push({ type: 'proxy.changed', settings: becomes });
            says.push({ type: 'command.done', requestId, result: becomes });
            saves[0]?.finish(becomes);
          } else {
            says.push({ type: 'command.rejected', requestId, code: 'storage_unavailable', cause: 'away' });
            saves[0]?.fail('away');
          }
          await settled();
        }
        expect(emitted()).toEqual(says);
        expect(saves).toHaveLength(model.writing === null ? 0 : 1);
        expect(actor.getSnapshot().context.settings).toEqual(model.stored);
        expect(actor.getSnapshot().context.command?.requestId).toBe(model.writing?.request);
        expect(actor.getSnapshot().value).toEqual({
          maintenance: model.stored.maintenance ? 'on' : 'off',
          joining: model.stored.preventJoin ? 'prevented' : 'open',
          writing: model.writing === null ? 'idle' : 'saving',
        });
      },
    ));
});
