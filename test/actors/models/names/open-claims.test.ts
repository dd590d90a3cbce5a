import { describe, expect, it } from 'vitest';
import { OpenClaims } from '../../../../src/actors/models/names/open-claims.ts';
import { offlineUuid } from '../../../../src/runtime/offline-uuid.ts';
import { testPlayer } from '../../test-players.ts';

const VICTIM = testPlayer(1, 'Victim').uuid;
const uuidOf = (at: number) => testPlayer(100 + at, 'Any').uuid;

describe('open claims', () => {
  it('of one name are no more than can be remembered, and none takes the place of another', () => {
    const claims = new OpenClaims();
    claims.add('Name', VICTIM);
    for (let at = 0; at < 100; at += 1) claims.add('name', uuidOf(at));
    expect([VICTIM, uuidOf(7)].map((uuid) => claims.mayAdd('Name', uuid))).toEqual([true, false]);
    expect(claims.take('NAME')).toEqual([VICTIM, ...Array.from({ length: 6 }, (_, at) => uuidOf(at))]);
    expect(claims.take('Name')).toEqual([]);
    expect(claims.mayAdd('Name', uuidOf(7))).toBe(true);
  });

  it('over all names are bounded too: the name goes that got none for longest', () => {
    const claims = new OpenClaims();
    for (let at = 0; at < 10_001; at += 1) claims.add(`q${at}`, VICTIM);
    expect(['q0', 'q1', 'q10000'].map((name) => claims.has(name, VICTIM))).toEqual([false, true, true]);
  });

  it('of a uuid that is made of a name are not kept, and take no place', () => {
    const claims = new OpenClaims();
    for (let at = 0; at < 100; at += 1) claims.add('Name', offlineUuid(`q${at}`));
    expect(claims.take('Name')).toEqual([]);
    expect(claims.mayAdd('Name', offlineUuid('Name'))).toBe(true);
  });
});
