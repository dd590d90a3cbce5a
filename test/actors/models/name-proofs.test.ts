import { describe, expect, it } from 'vitest';
import {
  FREE_AFTER_MS,
  isClaim,
  isClaimAt,
  isOnlyClaimed,
  isProofAt,
} from '../../../src/actors/models/name-proofs.ts';
import type { NameProof } from '../../../src/actors/ports.ts';
import { testPlayer } from '../test-players.ts';

const { uuid } = testPlayer(1);
const OTHER = testPlayer(2).uuid;
const record = (provedBy: NameProof | null, firstSeen = 1_000) => {
  return { key: 'griefer', uuid, provedBy, provedAt: 1_000, firstSeen, lastSeen: 1_000 };
};

describe('what is known of a name', () => {
  it('is a claim where only a client or a game server said it, and not where it is from before the table', () => {
    const all = [record(null), record('server'), record('server', 0), record(null, 0), record('account')];
    expect(all.map(isClaim)).toEqual([true, true, true, false, false]);
  });

  it('is a claim where the player was last let in when the proof was too old, but not for what was done before', () => {
    const old = 1_000 + FREE_AFTER_MS;
    const shown = { ...record('account'), lastSeen: old };
    expect(isClaim(shown)).toBe(true);
    expect(isClaim({ ...shown, lastSeen: old - 1 })).toBe(false);
    expect([old, old - 1].map((at) => isClaimAt(shown, at))).toEqual([true, false]);
    expect(isClaimAt(record('account'), old)).toBe(false);
    expect([old, old - 1].map((at) => isOnlyClaimed(uuid, at, shown))).toEqual([true, false]);
  });

  it('is a proof until somebody else can have the name', () => {
    expect(isProofAt(record('agent'), 999 + FREE_AFTER_MS)).toBe(true);
    expect(isProofAt(record('agent'), 1_000 + FREE_AFTER_MS)).toBe(false);
    expect(isProofAt(record('server'), 1_000)).toBe(false);
  });

  it('ties a player to the name by a claim alone where it is claimed, or was somebody else’s', () => {
    expect(isOnlyClaimed(uuid, 0, record(null))).toBe(true);
    expect(isOnlyClaimed(uuid, 0, record('account'))).toBe(false);
    expect(isOnlyClaimed(OTHER, 1_000, record('account'))).toBe(true);
    expect(isOnlyClaimed(OTHER, 1_000, undefined)).toBe(false);
  });

  it('may tie a player to it who was last here so long before that it can have been handed on', () => {
    const handedOn = record('account', 1_000 + FREE_AFTER_MS);
    expect(isOnlyClaimed(OTHER, 1_000, handedOn)).toBe(false);
    expect(isOnlyClaimed(OTHER, 1_001, handedOn)).toBe(true);
    expect(isOnlyClaimed(OTHER, 1_000, record('account', 0))).toBe(false);
  });
});
