import { describe, expect, it } from 'vitest';
import { motdComponent, motdInForce, motdPlain, motdSections } from '../../../src/domain/text/motd.ts';
import { escapeText, parseText } from '../../../src/domain/text/text.ts';
import { nearestNamedColor } from '../../../src/domain/text/text-color.ts';
import { componentOf, sectionText } from '../../../src/domain/text/text-component.ts';

const run = (text: string, color: string | null = null, formats: string[] = []) => ({ text, color, formats });

describe('text with colours', () => {
  it.each([
    ['plain', [run('plain')]],
    ['', []],
    ['#ff0000red', [run('red', '#FF0000')]],
    ['a#00FF00b#0000FFc', [run('a'), run('b', '#00FF00'), run('c', '#0000FF')]],
    ['&#00ff00x §#0000ffy', [run('x ', '#00FF00'), run('y', '#0000FF')]],
    ['&cred &lbold &rplain', [run('red ', '#FF5555'), run('bold ', '#FF5555', ['bold']), run('plain')]],
    ['§6gold', [run('gold', '#FFAA00')]],
    [
      '&l&oboth&e a colour ends them',
      [run('both', null, ['bold', 'italic']), run(' a colour ends them', '#FFFF55')],
    ],
    ['§x§1§2§a§B§5§6hex &x&1&2&3&4&5&6', [run('hex ', '#12AB56')]],
    ['&C&Lupper', [run('upper', '#FF5555', ['bold'])]],
    ['#12345 &z & §', [run('#12345 &z & §')]],
    [String.raw`\#ff0000 \&c \§c \\ \n`, [run(String.raw`#ff0000 &c §c \ \n`)]],
    ['&l&l&ltwice', [run('twice', null, ['bold'])]],
  ])('%j is parsed into its runs', (marked, runs) => {
    expect(parseText(marked)).toEqual(runs);
  });

  it('without markup is not changed by escaping', () => {
    const text = String.raw`5 & 3 # 1, C:\dir, 100% {id} <red>`;
    expect(escapeText(text)).toBe(text);
    expect(escapeText('#ff0000&c')).toBe(String.raw`\#ff0000\&c`);
  });
});

describe('the nearest named colour', () => {
  it.each([
    ['#FF0000', 'dark_red'],
    ['#00FF00', 'dark_green'],
    ['#0000FF', 'dark_blue'],
    ['#FFFF00', 'gold'],
    ['#FFA500', 'gold'],
    ['#808080', 'gray'],
    ['#123456', 'dark_aqua'],
    ['#FFFFFF', 'white'],
    ['#010101', 'black'],
    ['#000001', 'dark_blue'],
    ['#FF69B4', 'red'],
  ])('to %s is %s', (hex, name) => {
    expect(nearestNamedColor(hex).name).toBe(name);
  });
});

describe('components', () => {
  it('have hex colours from 1.16 on and the nearest named colour before', () => {
    const runs = parseText('#FFA500&l&norange');
    const formats = { text: 'orange', bold: true, underlined: true };
    expect(componentOf(runs, 735)).toEqual({ ...formats, color: '#FFA500' });
    expect(componentOf(runs, 734)).toEqual({ ...formats, color: 'gold' });
  });

  it('of an empty text are an empty text', () => {
    expect(componentOf([], 767)).toEqual({ text: '' });
  });
});

describe('the message of the day', () => {
  it('is the maintenance message during maintenance', () => {
    const settings = { motd: 'open', maintenanceMotd: 'closed' };
    expect(motdInForce({ ...settings, maintenance: false })).toBe('open');
    expect(motdInForce({ ...settings, maintenance: true })).toBe('closed');
  });

  it('keeps both lines for clients that have components', () => {
    expect(motdComponent('one\ntwo', 767)).toEqual({ text: 'one\ntwo' });
  });

  it('is one line for old clients: with codes for some, and none for the oldest', () => {
    expect(motdSections('#FFA500&lHello &rthere\nsecond')).toBe('§6§lHello §rthere');
    expect(motdPlain('&cHello § there\nsecond')).toBe('Hello  there');
    expect(sectionText(parseText('a§zb'))).toBe('§razb');
  });
});
