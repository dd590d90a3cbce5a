import { describe, expect, it } from 'vitest';
import {
  fitsServerList,
  MAX_MOTD,
  MAX_MOTD_JSON,
  motdComponent,
  motdSections,
} from '../../../src/domain/text/motd.ts';

/** Two lines of the narrowest letters that fit: 270 pixels, two a letter. */
const NARROW = 'i'.repeat(135);
/** Each letter with a colour of its own, written by `code`. */
const gradient = (line: string, code: (at: number) => string): string =>
  Array.from(line, (letter, at) => code(at) + letter).join('');
const hexOf = (at: number): string => (0x100000 + at * 4096).toString(16).slice(-6);

describe('the longest message of the day', () => {
  it.each([
    ['#RRGGBB', (at: number) => `#${hexOf(at)}`],
    ['&#RRGGBB', (at: number) => `&#${hexOf(at)}`],
    ['§x§R§R§G§G§B§B', (at: number) => `§x${Array.from(hexOf(at), (digit) => `§${digit}`).join('')}`],
  ])('takes two full lines of the narrowest letters, each with a colour of its own as %s', (_, code) => {
    const motd = `${gradient(NARROW, code)}\n${gradient(NARROW, (at) => code(at + 135))}`;
    expect(motd.length).toBeLessThanOrEqual(MAX_MOTD);
    expect(fitsServerList(motd)).toBe(true);
  });

  it('takes two full lines of narrow letters with a colour of their own and all five formats', () => {
    const line = gradient('i'.repeat(90), (at) => `#${hexOf(at)}&l&o&n&m&k`);
    const motd = `${line}\n${line}`;
    expect(motd.length).toBeLessThanOrEqual(MAX_MOTD);
    expect(fitsServerList(motd)).toBe(true);
  });

  it('is not one whose component is longer than clients read', () => {
    const heavy = '&dX&mX&nX&kX&oX&lX'.repeat(65);
    expect(heavy.length).toBeLessThanOrEqual(MAX_MOTD);
    expect(JSON.stringify(motdComponent(heavy, 767)).length).toBeLessThan(MAX_MOTD_JSON);
    expect(fitsServerList(heavy)).toBe(true);
    expect(fitsServerList('&dX&mX&nX&kX&oX&lX'.repeat(80))).toBe(false);
  });
});

it('a gradient is few runs for clients with sixteen colours', () => {
  const motd = gradient('Reds, one after the other', (at) => `#AA00${(16 + at).toString(16)}`);
  expect(motdComponent(motd, 767).extra?.length).toBe(25);
  expect(motdComponent(motd, 47)).toEqual({ text: 'Reds, one after the other', color: 'dark_red' });
  expect(motdSections(motd)).toBe('§4Reds, one after the other');
});
