import { describe, expect, it } from 'vitest';
import { FalseClaims } from '../../../src/actors/models/false-claims.ts';
import { testPlayer } from '../test-players.ts';

const VICTIM = testPlayer(1, 'Victim').uuid;

describe('false claims', () => {
  it('that others found out stay, however much one game server says', () => {
    const claims = new FalseClaims();
    claims.note('Proved', VICTIM);
    claims.noteSaid('Said', VICTIM, 'lobby');
    for (let at = 0; at < 11_000; at++) claims.noteSaid(`q${at}`, VICTIM, 'stolen');
    expect(['Proved', 'Said', 'q10999', 'q0'].map((name) => claims.has(name, VICTIM))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('of one name take no places of other names', () => {
    const claims = new FalseClaims();
    claims.note('Other', VICTIM);
    for (let at = 2; at < 11_000; at++) claims.note('Same', testPlayer(at, 'Any').uuid);
    expect(claims.has('Other', VICTIM)).toBe(true);
    const kept = Array.from({ length: 11_000 }, (_, at) => testPlayer(at, 'Any').uuid).filter((uuid) =>
      claims.has('same', uuid),
    );
    expect(kept).toEqual(Array.from({ length: 8 }, (_, at) => testPlayer(10_992 + at, 'Any').uuid));
  });

  it('are none any more once the name is proved to be that player’s, whoever found them out', () => {
    const claims = new FalseClaims();
    claims.note('Name', VICTIM);
    claims.noteSaid('name', VICTIM, 'lobby');
    claims.forget('NAME', VICTIM);
    expect(claims.has('Name', VICTIM)).toBe(false);
  });
});
