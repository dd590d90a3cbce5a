import { describe, expect, it } from 'vitest';
import {
  type AdmissionCase,
  banText,
  decideAdmission,
  type RefusalTexts,
} from '../../src/domain/admission.ts';
import { shortBanId } from '../../src/domain/ban.ts';
import { parseText, plainText } from '../../src/domain/text/text.ts';
import { banOf, NOW, STEVE } from '../machines/people.ts';

const TEXTS: RefusalTexts = {
  banned: 'Banned: {reason} ({remaining} left, {id})',
  bannedForever: 'Banned forever: {reason} ({id})',
  maintenance: 'We are working',
  joinPrevented: 'Nobody may join',
  networkFull: 'Full',
};
const OPEN: AdmissionCase = {
  ban: undefined,
  now: NOW,
  maintenance: false,
  preventJoin: false,
  bypass: false,
  slotsTaken: 0,
  maxPlayers: 10,
};
const BANNED = { ban: banOf() };
const SHUT = { maintenance: true };
const PREVENTED = { preventJoin: true };
const FULL = { slotsTaken: 10 };
const BYPASS = { bypass: true };

describe('admission', () => {
  it.each([
    ['an open network', {}, 'allowed'],
    ['the last slot', { slotsTaken: 9 }, 'allowed'],
    ['no free slot', FULL, 'network_full'],
    ['more players than slots', { slotsTaken: 11 }, 'network_full'],
    ['joining prevented', PREVENTED, 'join_prevented'],
    ['joining prevented and no free slot', { ...PREVENTED, ...FULL }, 'join_prevented'],
    ['maintenance', SHUT, 'maintenance'],
    ['maintenance, joining prevented, no free slot', { ...SHUT, ...PREVENTED, ...FULL }, 'maintenance'],
    ['a ban', BANNED, 'banned'],
    ['a ban and everything else', { ...BANNED, ...SHUT, ...PREVENTED, ...FULL }, 'banned'],
    ['a bypass and maintenance', { ...BYPASS, ...SHUT }, 'allowed'],
    ['a bypass and joining prevented', { ...BYPASS, ...PREVENTED }, 'allowed'],
    ['a bypass and no free slot', { ...BYPASS, ...FULL }, 'allowed'],
    ['a bypass and all three', { ...BYPASS, ...SHUT, ...PREVENTED, ...FULL }, 'allowed'],
    ['a bypass and a ban', { ...BYPASS, ...BANNED }, 'banned'],
  ] as const)('with %s: %#', (_, facts, outcome) => {
    const decided = decideAdmission({ ...OPEN, ...facts }, TEXTS);
    expect(decided.allow ? 'allowed' : decided.code).toBe(outcome);
  });

  it('gives each refused player the configured message, and banned players an id to quote', () => {
    expect(decideAdmission({ ...OPEN, ...SHUT }, TEXTS)).toEqual({
      allow: false,
      code: 'maintenance',
      message: 'We are working',
    });
    expect(decideAdmission({ ...OPEN, ...PREVENTED }, TEXTS)).toMatchObject({ message: 'Nobody may join' });
    expect(decideAdmission({ ...OPEN, ...FULL }, TEXTS)).toMatchObject({ message: 'Full' });
    const banId = shortBanId(STEVE, NOW);
    expect(decideAdmission({ ...OPEN, ...BANNED }, TEXTS)).toEqual({
      allow: false,
      code: 'banned',
      message: `Banned forever: griefing (${banId})`,
      banId,
    });
  });
});

describe('the text on the screen of a banned player', () => {
  const id = shortBanId(STEVE, NOW);

  it('has the reason, the remaining time and the id', () => {
    expect(banText(banOf(NOW + 90 * 60_000), NOW, TEXTS)).toBe(
      `Banned: griefing (1 hour 30 minutes left, ${id})`,
    );
  });

  it('does not read a reason as a template', () => {
    for (const reason of [
      '{id}',
      '{remaining}{reason}',
      '$&',
      '$1 $$ $`',
      '{{id}}',
      '\\{id\\}',
      '%s',
      '<red>',
    ]) {
      const words = plainText(parseText(banText({ ...banOf(), reason }, NOW, TEXTS)));
      expect(words).toBe(`Banned forever: ${reason} (${id})`);
    }
  });

  it('does not read colours in a reason', () => {
    const reason = '#FF0000red &lbold §x§1§2§3§4§5§6 \\& &';
    const runs = parseText(banText({ ...banOf(), reason }, NOW, TEXTS));
    expect(runs).toEqual([{ text: `Banned forever: ${reason} (${id})`, color: null, formats: [] }]);
  });

  it('fills in every occurrence of a placeholder, and leaves other braces unchanged', () => {
    const texts = { ...TEXTS, bannedForever: '{id} {id} {remaining} {name} {constructor} {}' };
    expect(banText(banOf(), NOW, texts)).toBe(`${id} ${id} forever {name} {constructor} {}`);
  });
});
