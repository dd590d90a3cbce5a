import { describe, expect, it } from 'vitest';
import type { InspectionFrame } from '../../../src/domain/inspection/inspection.ts';
import {
  fieldsOf,
  MAX_FRAMES,
  leafNames,
  EMPTY_RECORDING,
  appendFrames,
  momentAt,
} from '../../../src/dashboard/machines/actor/recording.ts';

const snapshot = (at: number, state: string): InspectionFrame => ({
  kind: 'snapshot',
  at,
  states: ['link', `link.${state}`],
  value: state,
  context: { state },
});
const event = (at: number): InspectionFrame => ({ kind: 'event', at, type: 'link.synced', data: {} });
const microstep = (at: number, way: string, to: string): InspectionFrame => ({
  kind: 'microstep',
  at,
  transitions: [way],
  states: ['link', `link.${to}`],
});

describe('a moment of a recording', () => {
  const frames = [
    snapshot(1, 'greeting'),
    event(2),
    microstep(2, 'a', 'synced'),
    snapshot(2, 'synced'),
    event(3),
    microstep(3, 'b', 'stale'),
  ];

  it('has the states, the context and the transitions taken for the event of that moment', () => {
    expect(momentAt(frames, 0)).toEqual({
      states: ['link', 'link.greeting'],
      context: { state: 'greeting' },
      taken: [],
      at: 1,
    });
    expect(momentAt(frames, 2)).toMatchObject({ states: ['link', 'link.synced'], taken: ['a'] });
    expect(momentAt(frames, 2).context).toEqual({ state: 'greeting' });
    expect(momentAt(frames, 4)).toMatchObject({ states: ['link', 'link.synced'], taken: [], at: 3 });
    expect(momentAt(frames, 5)).toMatchObject({ states: ['link', 'link.stale'], taken: ['b'] });
  });

  it('is empty without frames', () => {
    expect(momentAt([], -1)).toEqual({ states: [], context: undefined, taken: [], at: 0 });
  });
});

it('a recording drops its oldest frames, and knows how many', () => {
  const many = Array.from({ length: MAX_FRAMES }, (_, at) => event(at));
  const full = appendFrames(EMPTY_RECORDING, many);
  expect([full.dropped, full.frames.length]).toEqual([0, MAX_FRAMES]);
  const more = appendFrames(full, [snapshot(1, 'stale'), snapshot(2, 'closed')]);
  expect([more.dropped, more.frames.length]).toEqual([2, MAX_FRAMES]);
  expect(more.frames.at(-1)).toEqual(snapshot(2, 'closed'));
});

it('a context is shown field by field, with empty texts and nulls', () => {
  expect(fieldsOf({ name: 'Steve', presence: { server: null }, failure: '', announceAt: [3, 1] })).toEqual([
    { path: 'name', text: 'Steve' },
    { path: 'presence.server', text: 'null' },
    { path: 'failure', text: '""' },
    { path: 'announceAt', text: '[3,1]' },
  ]);
  expect(fieldsOf(undefined)).toEqual([]);
});

it('a lease in a context is its agent and the start of the process', () => {
  const lease = 'east#2#1790000000000';
  expect(fieldsOf({ presence: { lease }, name: lease })).toEqual([
    { path: 'presence.lease', text: lease, at: 1_790_000_000_000, agent: 'east#2' },
    { path: 'name', text: lease },
  ]);
  expect(fieldsOf({ lease: 'proxy-1#1' })).toEqual([{ path: 'lease', text: 'proxy-1#1' }]);
});

it('a moment in a context is known as one, and no other number is', () => {
  const context = {
    joinedAt: 1_790_000_000_000,
    count: 3,
    expires: 0,
    timeoutMs: 86_400_000,
    id: '1790000000000',
  };
  expect(fieldsOf(context).filter(({ at }) => at !== undefined)).toEqual([
    { path: 'joinedAt', text: '1790000000000', at: 1_790_000_000_000 },
  ]);
});

it('the innermost states are named without the name of the machine', () => {
  expect(leafNames(['player', 'player.presence', 'player.presence.online'])).toBe('presence.online');
});
