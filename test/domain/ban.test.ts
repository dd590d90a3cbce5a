import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isBanActive, isPermanent, shortBanId } from '../../src/domain/ban.ts';
import { banOf, NOW, STEVE, uuidOf } from '../machines/people.ts';

const DAY = 86_400_000;

function bedrock(index: number) {
  return uuidOf(`0000000000000000${(0x901f1b0392c35 + index).toString(16).padStart(16, '0')}`);
}

describe('a ban', () => {
  it('holds until the millisecond in which it expires', () => {
    const ban = banOf(NOW + 31 * DAY);
    expect(isBanActive(ban, NOW)).toBe(true);
    expect(isBanActive(ban, NOW + 31 * DAY - 1)).toBe(true);
    expect(isBanActive(ban, NOW + 31 * DAY)).toBe(false);
  });

  it('that is permanent holds after a hundred years', () => {
    expect(isPermanent(banOf())).toBe(true);
    expect(isBanActive(banOf(), NOW + 36_525 * DAY)).toBe(true);
  });

  it('that was lifted does not hold, permanent or not', () => {
    expect(isBanActive({ ...banOf(), active: false }, NOW)).toBe(false);
    expect(isBanActive({ ...banOf(NOW + DAY), active: false }, NOW)).toBe(false);
  });
});

describe('a short ban id', () => {
  const some = Array.from({ length: 20_000 }, (_, index) =>
    uuidOf(createHash('md5').update(String(index)).digest('hex')),
  );

  it('is eight characters that cannot be misread, the same everywhere', () => {
    expect(shortBanId(STEVE, NOW)).toBe(shortBanId(uuidOf(STEVE.toUpperCase()), NOW));
    for (const uuid of some.slice(0, 500)) {
      expect(shortBanId(uuid, NOW)).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    }
  });

  it.each([
    ['b50ad385-829d-3141-a216-7e7d7539ba7f', 1_790_000_000_000, 'PZAE6QTK'],
    ['00000000-0000-0000-0009-01f1b0392c35', 1, 'BHJANGTQ'],
    ['069a79f4-44e9-4726-a5be-fca90e38aaf5', 4_102_444_800_000, 'W3MMB4GJ'],
  ])('stays the same from version to version: %s at %d', (uuid, bannedAt, id) => {
    expect(shortBanId(uuidOf(uuid), bannedAt)).toBe(id);
  });

  it.each([
    ['players banned at one moment', (index: number) => [some[index] ?? STEVE, NOW]],
    ['bans of one player, a millisecond apart', (index: number) => [STEVE, NOW + index]],
    ['Bedrock players in a row', (index: number) => [bedrock(index), NOW]],
  ] as const)('differs between 20 000 %s', (_, make) => {
    const ids = new Set(some.map((_uuid, index) => shortBanId(...(make(index) as [typeof STEVE, number]))));
    expect(ids.size).toBe(some.length);
  });

  it('uses every character in every place about equally', () => {
    const seen = Array.from({ length: 8 }, () => new Map<string, number>());
    for (const uuid of some) {
      for (const [place, char] of shortBanId(uuid, NOW).split('').entries()) {
        seen[place]?.set(char, (seen[place]?.get(char) ?? 0) + 1);
      }
    }
    for (const counts of seen) {
      expect(counts.size).toBe(32);
      for (const count of counts.values()) {
        expect(count).toBeGreaterThan(some.length / 32 / 1.5);
        expect(count).toBeLessThan((some.length / 32) * 1.5);
      }
    }
  });
});
