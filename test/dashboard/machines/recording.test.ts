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

const stands = (at: number, state: string): InspectionFrame => ({
  kind: 'snapshot',
  at,
  states: ['link', `link.${state}`],
  value: state,
  context: { state },
});
const happens = (at: number): InspectionFrame => ({ kind: 'event', at, type: 'link.synced', data: {} });
const steps = (at: number, way: string, to: string): InspectionFrame => ({
  kind: 'microstep',
  at,
  transitions: [way],
  states: ['link', `link.${to}`],
});

describe('a moment of a recording', () => {
  const frames = [
    stands(1, 'greeting'),
    happens(2),
    steps(2, 'a', 'synced'),
    stands(2, 'synced'),
    happens(3),
    steps(3, 'b', 'stale'),
  ];

  it('shows where the actor stood, what it knew and what it took for the event of that moment', () => {
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

  it('is nothing before anything was told', () => {
    expect(momentAt([], -1)).toEqual({ states: [], context: undefined, taken: [], at: 0 });
  });
});

it('a recording forgets its oldest frames, and knows how many', () => {
  const many = Array.from({ length: MAX_FRAMES }, (_, at) => happens(at));
  const full = appendFrames(EMPTY_RECORDING, many);
  expect([full.forgotten, full.frames.length]).toEqual([0, MAX_FRAMES]);
  const more = appendFrames(full, [stands(1, 'stale'), stands(2, 'closed')]);
  expect([more.forgotten, more.frames.length]).toEqual([2, MAX_FRAMES]);
  expect(more.frames.at(-1)).toEqual(stands(2, 'closed'));
});

it('a context is told field by field; empty texts and nulls are seen', () => {
  expect(fieldsOf({ name: 'Steve', presence: { server: null }, failure: '', announceAt: [3, 1] })).toEqual([
    { path: 'name', text: 'Steve' },
    { path: 'presence.server', text: 'null' },
    { path: 'failure', text: '""' },
    { path: 'announceAt', text: '[3,1]' },
  ]);
  expect(fieldsOf(undefined)).toEqual([]);
});

it('the innermost states are named without the machine before them', () => {
  expect(leafNames(['player', 'player.presence', 'player.presence.online'])).toBe('presence.online');
});
