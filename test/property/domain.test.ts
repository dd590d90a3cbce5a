import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  banText,
  type AdmissionCase,
  decideAdmission,
  type RefusalTexts,
} from '../../src/domain/admission.ts';
import { isBanActive, shortBanId } from '../../src/domain/ban.ts';
import { BAN_TIMES, banExpiry } from '../../src/domain/time/ban-time.ts';
import { dateTextIn } from '../../src/domain/time/date-text.ts';
import { remainingText, totalTimeText } from '../../src/domain/time/duration-text.ts';
import { applyProxyPatch, DEFAULT_PROXY_SETTINGS } from '../../src/domain/proxy-status.ts';
import { isServerAddress } from '../../src/domain/server.ts';
import { parseText, plainText } from '../../src/domain/text/text.ts';
import { parseUuid } from '../../src/domain/uuid.ts';
import { banOf, NOW, STEVE } from '../machines/people.ts';

const uuid = fc.uuid({ version: [1, 2, 3, 4, 5, 6, 7, 8] });
/** 1973 to 2126. */
const instant = fc.integer({ min: 94_694_400_000, max: 4_925_000_000_000 });
const anyText = fc.string({ unit: 'binary', maxLength: 300 });

describe('the values of the domain', () => {
  it('a uuid is parsed without dashes and in any case, and no other text is one', () => {
    fc.assert(
      fc.property(uuid, (given) => {
        expect(parseUuid(given.replaceAll('-', '').toUpperCase())).toBe(given);
        expect(parseUuid(`${given}0`)).toBeUndefined();
        expect(parseUuid(given.slice(1))).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(anyText, (given) => {
        expect(parseUuid(given) === undefined || /^[0-9a-f-]+$/i.test(given)).toBe(true);
      }),
    );
  });

  it('a ban holds from the first millisecond of its time to the last, in any year', () => {
    fc.assert(
      fc.property(instant, fc.constantFrom(...BAN_TIMES), fc.nat(36_525), (now, time, days) => {
        const expires = banExpiry(time, now);
        const ban = banOf(expires);
        expect(Number.isSafeInteger(expires)).toBe(true);
        expect(isBanActive(ban, now)).toBe(true);
        const end = time === 'perma' ? now + days * 86_400_000 : expires;
        expect(isBanActive(ban, end - 1)).toBe(true);
        expect(isBanActive(ban, end)).toBe(time === 'perma');
      }),
    );
  });

  it('a short ban id depends on the player and on the time', () => {
    fc.assert(
      fc.property(uuid, uuid, instant, instant, (one, other, at, later) => {
        const [a, b] = [parseUuid(one), parseUuid(other)];
        if (a === undefined || b === undefined) throw new Error('fast-check made no uuid');
        expect(shortBanId(a, at)).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
        expect(shortBanId(a, at) === shortBanId(b, later)).toBe(a === b && at === later);
      }),
    );
  });

  it('a date text agrees with Intl, in any zone at any time', () => {
    const zones = ['UTC', 'Europe/Berlin', '+05:30', '-03:30', 'Australia/Lord_Howe', 'America/St_Johns'].map(
      (timeZone) => ({
        text: dateTextIn(timeZone),
        intl: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
      }),
    );
    fc.assert(
      fc.property(instant, fc.constantFrom(...zones), (at, { text, intl }) => {
        expect(text(at)).toBe(intl.format(at));
      }),
      { numRuns: 500 },
    );
  });

  it('a playtime is exact to the minute', () => {
    fc.assert(
      fc.property(fc.nat(4_000_000_000), (seconds) => {
        const [, hours, minutes] = /^(\d+)h (\d+)m$/.exec(totalTimeText(seconds)) ?? [];
        expect(Number(minutes)).toBeLessThan(60);
        expect(Number(hours) * 60 + Number(minutes)).toBe(Math.floor(seconds / 60));
      }),
    );
  });

  it('the rest of a ban is at least a second, and exact in the units that are shown', () => {
    const units: Record<string, number> = { day: 86_400, hour: 3_600, minute: 60, second: 1 };
    fc.assert(
      fc.property(fc.integer({ min: -1_000, max: 3_155_760_000_000 }), (milliseconds) => {
        const parts = [...remainingText(milliseconds).matchAll(/(\d+) (day|hour|minute|second)(s?)/g)];
        expect(parts.length === 1 || parts.length === 2).toBe(true);
        for (const [, amount, , plural] of parts) expect(plural).toBe(amount === '1' ? '' : 's');
        const read = parts.reduce(
          (sum, [, amount, unit = '']) => sum + Number(amount) * (units[unit] ?? 0),
          0,
        );
        const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
        const smallest = units[parts.at(-1)?.[2] ?? ''] ?? 0;
        expect(read).toBeGreaterThan(0);
        expect(read).toBeLessThanOrEqual(seconds);
        expect(seconds - read).toBeLessThan(smallest);
      }),
    );
  });

  it('a patch changes its keys only, has the same effect twice, and leaves no duplicate bypass names', () => {
    const name = fc.constantFrom('Steve', 'STEVE', 'steve', 'Alex', 'alex', '.Bed Rock');
    const patch = fc.record(
      {
        maintenance: fc.boolean(),
        motd: anyText,
        maxPlayers: fc.integer({ min: 1 }),
        maintenanceBypass: fc.array(name),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(patch, (given) => {
        const once = applyProxyPatch(DEFAULT_PROXY_SETTINGS, given);
        expect(applyProxyPatch(once, given)).toEqual(once);
        expect({ ...once, maintenanceBypass: [] }).toEqual({
          ...DEFAULT_PROXY_SETTINGS,
          ...given,
          maintenanceBypass: [],
        });
        const folded = once.maintenanceBypass.map((one) => one.toLowerCase());
        const wanted = (given.maintenanceBypass ?? []).map((one) => one.toLowerCase());
        expect(folded).toEqual([...new Set(wanted)]);
      }),
    );
  });

  it('an accepted address is a host and a port', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.domain(),
          fc.ipV4(),
          fc.ipV6().map((ip) => `[${ip}]`),
        ),
        fc.nat(70_000),
        (host, port) => {
          expect(isServerAddress(`${host}:${port}`)).toBe(port >= 1 && port <= 65_535);
        },
      ),
    );
  });
});

describe('admission, in any case,', () => {
  const texts: RefusalTexts = {
    banned: '{reason} {remaining} {id}',
    bannedForever: '{reason} {id}',
    maintenance: 'm',
    joinPrevented: 'j',
    networkFull: 'f',
  };
  const some: fc.Arbitrary<AdmissionCase> = fc.record({
    ban: fc.constantFrom(undefined, banOf(), banOf(NOW + 1)),
    now: fc.constant(NOW),
    maintenance: fc.boolean(),
    preventJoin: fc.boolean(),
    bypass: fc.boolean(),
    slotsTaken: fc.nat(4),
    maxPlayers: fc.integer({ min: 1, max: 3 }),
  });

  it('refuses every banned player, and without bypass every player who is refused by any rule', () => {
    fc.assert(
      fc.property(some, (given) => {
        const closed = given.maintenance || given.preventJoin || given.slotsTaken >= given.maxPlayers;
        const decided = decideAdmission(given, texts);
        expect(decided.allow).toBe(given.ban === undefined && (given.bypass || !closed));
        if (!decided.allow) expect(decided.banId !== undefined).toBe(decided.code === 'banned');
      }),
      { numRuns: 1_000 },
    );
  });

  it('shows a reason byte for byte, without reading colour codes in it', () => {
    const part = fc.oneof(
      anyText,
      fc.constantFrom('{reason}', '{id}', '{remaining}', '$&', "$'", '$1', '\\'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const reason = parts.join('');
        const id = shortBanId(STEVE, NOW);
        const forever = plainText(parseText(banText({ ...banOf(), reason }, NOW, texts)));
        const short = plainText(parseText(banText({ ...banOf(NOW + 60_000), reason }, NOW, texts)));
        expect(forever).toBe(`${reason} ${id}`);
        expect(short).toBe(`${reason} 1 minute ${id}`);
      }),
    );
  });
});
