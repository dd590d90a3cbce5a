import { expect, test } from 'vitest';
import { checkMotd } from '../../src/dashboard/proxy/motd/motd-check.ts';
import { gradient } from '../../src/dashboard/proxy/motd/gradient.ts';
import { MAX_MOTD } from '../../src/domain/text/motd.ts';

test('what is seen of a message counts, not its codes', () => {
  const { lines, problem, warnings } = checkMotd('#FF0000&lA#00FF00b\n&aTwo\\&');
  expect(lines.map(({ letters }) => letters)).toEqual([2, 4]);
  expect(lines.map(({ width }) => width)).toEqual([13, 24]);
  expect([problem, warnings]).toEqual([undefined, []]);
});

test('two full lines with a colour for each letter are neither too long nor too wide', () => {
  const line = 'A network with a gradient from end to end 1234';
  const text = `${line}\n${line}`;
  const change = gradient(text, { start: 0, end: text.length }, ['#FF0000', '#00FF00', '#0000FF']);
  expect(change?.text.length).toBeGreaterThan(600);
  expect(checkMotd(change?.text ?? '')).toMatchObject({ problem: undefined, warnings: [] });
});

test('a line that is too wide is a warning, which says whether its end is shown', () => {
  const wide = 'A'.repeat(50);
  expect(checkMotd(wide).warnings).toEqual([
    'Line 1 is 30 px too wide for the server list: its end is in the second line.',
  ]);
  const [first] = checkMotd(`${wide}\nTwo`).warnings;
  expect(first).toBe('Line 1 is 30 px too wide for the server list: the end of the message is not shown.');
  expect(checkMotd('✓'.repeat(40)).warnings[0]).toContain('about 90 px too wide');
  expect(checkMotd('A'.repeat(45)).warnings).toEqual([]);
});

test('what cannot be stored or read has a problem', () => {
  expect(checkMotd('x'.repeat(MAX_MOTD)).problem).toBeUndefined();
  expect(checkMotd('x'.repeat(MAX_MOTD + 1)).problem).toContain('4,097 characters; 4,096 can be stored');
  expect(checkMotd('😀'.repeat(MAX_MOTD)).problem).toBeUndefined();
  expect(checkMotd('one\ntwo\nthree').problem).toBe('The server list shows only two lines.');
  expect(checkMotd('&dX&mX&nX&kX&oX&lX'.repeat(80)).problem).toContain('does not read so many codes');
});
