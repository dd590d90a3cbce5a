import { expect, test } from 'vitest';
import { tabIcon, tabTitle } from '../../src/dashboard/status/tab.ts';

test('the tab is called after the page, and says first what is wrong', () => {
  const open = { tone: 'ok', text: 'Open for players' } as const;
  expect(tabTitle('Steve', open)).toBe('Steve · Portcullis');
  expect(tabTitle('', open)).toBe('Portcullis');
  expect(tabTitle('Steve', { tone: 'unknown', text: 'Asking…' })).toBe('Steve · Portcullis');
  const text = 'No proxy is connected since 14:02: nobody can join';
  expect(tabTitle('Steve', { tone: 'trouble', text })).toBe(`${text} – Steve · Portcullis`);
  expect(tabTitle('', { tone: 'warning', text })).toBe(`${text} – Portcullis`);
});

test('the icon of the tab shows trouble and a warning, and never has to be loaded', () => {
  const icons = (['ok', 'warning', 'trouble'] as const).map(tabIcon);
  expect(new Set(icons).size).toBe(3);
  expect(tabIcon('unknown')).toBe(tabIcon('ok'));
  for (const icon of icons) expect(icon).toMatch(/^data:image\/svg\+xml,/);
});
