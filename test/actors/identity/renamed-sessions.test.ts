import { describe, expect, it } from 'vitest';
import { RenamedSessions } from '../../../src/actors/identity/renamed-sessions.ts';
import { testPlayer } from '../test-players.ts';

const [{ uuid: A }, { uuid: B }] = [testPlayer(1), testPlayer(2)];
const nowhere = (): boolean => false;

describe('a session that goes on by another uuid', () => {
  it('does so once for each time that the edge is told', () => {
    const renamed = new RenamedSessions();
    renamed.told('Victim', B, 0);
    renamed.told('victim', B, 0);
    for (const uuid of [A, B]) {
      renamed.left(uuid, ['VICTIM'], 10);
      expect(renamed.goesOn('Victim', nowhere, 20)).toBe(true);
      expect(renamed.goesOn('Victim', nowhere, 30)).toBe(false);
    }
    renamed.left(A, ['Victim'], 40);
    expect(renamed.goesOn('Victim', nowhere, 50)).toBe(false);
  });

  it('does so within a second of its leave, and a minute of what the edge was told', () => {
    const renamed = new RenamedSessions();
    renamed.told('Victim', B, 0);
    renamed.left(A, ['Victim'], 60_000);
    expect(renamed.goesOn('Victim', nowhere, 61_001)).toBe(false);
    renamed.told('Victim', B, 100_000);
    renamed.left(A, ['Victim'], 160_001);
    expect(renamed.goesOn('Victim', nowhere, 160_002)).toBe(false);
  });

  it('does so without a leave only where it was there by a uuid that others are there by, and once', () => {
    const renamed = new RenamedSessions();
    renamed.told('Victim', B, 0);
    const isThere = (uuid: string): boolean => uuid === A;
    expect(renamed.goesOn('Victim', isThere, 10)).toBe(false);
    renamed.together(A);
    expect(renamed.goesOn('Victim', nowhere, 10)).toBe(false);
    expect(renamed.goesOn('Victim', isThere, 10)).toBe(true);
    expect(renamed.goesOn('Victim', isThere, 10)).toBe(false);
  });

  it('does not after a kick for good, whatever the edge is told before and afterwards, until it is let in', () => {
    const renamed = new RenamedSessions();
    renamed.told('Victim', B, 0);
    renamed.keepsPlace('Victim', 0);
    renamed.kicked('Victim', 10);
    expect(renamed.goesOn('Victim', nowhere, 20)).toBe(false);
    renamed.told('Victim', B, 30);
    renamed.left(A, ['Victim'], 40);
    expect(renamed.goesOn('Victim', nowhere, 50)).toBe(false);
    renamed.entered('Victim');
    renamed.left(B, ['Victim'], 60);
    expect(renamed.goesOn('Victim', nowhere, 70)).toBe(true);
  });

  it('is told the same so often only within a minute, and as often of anybody else', () => {
    const renamed = new RenamedSessions();
    for (let at = 0; at < 15; at += 1) renamed.told('Victim', A, at);
    expect(renamed.isRepeated('Victim', A, 15)).toBe(false);
    renamed.told('victim', A, 15);
    expect(renamed.isRepeated('VICTIM', A, 60_000)).toBe(true);
    expect(renamed.isRepeated('Victim', B, 60_000)).toBe(false);
    expect(renamed.isRepeated('Other', A, 60_000)).toBe(false);
    expect(renamed.isRepeated('Victim', A, 60_001)).toBe(false);
  });
});
