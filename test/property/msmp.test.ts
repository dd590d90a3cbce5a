import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeIncoming, encodeRequest, soleParam } from '../../src/platform/msmp/json-rpc.ts';
import { readPlayers, readProtocolVersion, readStatus } from '../../src/platform/msmp/payloads.ts';

const KINDS = ['result', 'failure', 'notification', 'unreadable'];

/** Nearly valid frames: the keys of the protocol with any values. */
const nearly = fc
  .record(
    {
      jsonrpc: fc.constantFrom('2.0', 1),
      id: fc.oneof(fc.nat(), fc.jsonValue()),
      method: fc.oneof(fc.constant('minecraft:notification/players/joined'), fc.jsonValue()),
      params: fc.jsonValue(),
      result: fc.jsonValue(),
      error: fc.oneof(fc.record({ code: fc.jsonValue(), message: fc.jsonValue() }), fc.jsonValue()),
    },
    { requiredKeys: [] },
  )
  .map((frame) => JSON.stringify(frame));

describe('frames of a management server', () => {
  it('of any text are read without an exception', () => {
    fc.assert(
      fc.property(fc.oneof(nearly, fc.json(), fc.string({ unit: 'binary' })), (text) => {
        const incoming = decodeIncoming(text);
        expect(KINDS).toContain(incoming.kind);
        if (incoming.kind === 'notification') soleParam(incoming.params);
      }),
    );
  });

  it('cut off anywhere are unreadable', () => {
    const whole = '{"jsonrpc":"2.0","id":7,"result":{"players":[],"started":true}}';
    for (let length = 0; length < whole.length; length += 1) {
      expect(decodeIncoming(whole.slice(0, length)).kind).toBe('unreadable');
    }
    expect(decodeIncoming(whole)).toEqual({ kind: 'result', id: 7, result: { players: [], started: true } });
  });

  it('with an error are failures, wherever the error is', () => {
    const error = { code: -32_601, message: 'Method not found', data: 'Method not found: x' };
    const failure = {
      kind: 'failure',
      id: 3,
      code: -32_601,
      message: 'Method not found: Method not found: x',
    };
    expect(decodeIncoming(JSON.stringify({ id: 3, error }))).toEqual(failure);
    expect(decodeIncoming(JSON.stringify({ id: 3, result: { error } }))).toEqual(failure);
    expect(decodeIncoming(JSON.stringify({ id: null, error }))).toEqual({ ...failure, id: null });
  });

  it('with any payload are read without invalid values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const { uuid, name } of readPlayers(value)) {
          expect(uuid).toMatch(/^[0-9a-f-]{36}$/);
          expect(name.length).toBeLessThanOrEqual(16);
        }
        const status = readStatus(value);
        if (status !== undefined) expect(typeof status.started).toBe('boolean');
        expect(readProtocolVersion(value) ?? '1').toMatch(/^\d/);
      }),
    );
  });
});

describe('requests', () => {
  it('have their one parameter by position, or none at all', () => {
    fc.assert(
      fc.property(fc.nat(), fc.string(), fc.jsonValue(), (id, method, param) => {
        expect(JSON.parse(encodeRequest(id, method, param))).toEqual(
          JSON.parse(JSON.stringify({ jsonrpc: '2.0', id, method, params: [param] })),
        );
      }),
    );
    expect(encodeRequest(1, 'minecraft:players')).toBe(
      '{"jsonrpc":"2.0","id":1,"method":"minecraft:players"}',
    );
  });
});

describe('the parameter of a notification', () => {
  it('is the same by position and by name', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(soleParam([value])).toEqual(value);
        expect(soleParam({ player: value })).toEqual(value);
      }),
    );
    for (const none of [undefined, null, [], [1, 2], {}, { a: 1, b: 2 }, 'x']) {
      expect(soleParam(none)).toBeUndefined();
    }
  });
});
