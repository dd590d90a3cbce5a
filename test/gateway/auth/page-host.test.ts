import { expect, test, vi } from 'vitest';
import { pageHostOf } from '../../../src/gateway/auth/page-host.ts';

const trusted = new Set(['https://partner.example']);

test.each([
  '',
  'http://127.0.0.1:8080',
  'http://localhost:8080',
  'http://[::1]:8080',
  'https://partner.example',
])('%j is no page whose name could be made to point here', (origin) => {
  expect(pageHostOf(origin, trusted)).toBeUndefined();
});

test.each([
  ['http://evil.example:8080', 'evil.example:8080'],
  ['https://Panel.Example', 'panel.example'],
  ['http://partner.example', 'partner.example'],
  ['http://127.0.0.1.evil.example', '127.0.0.1.evil.example'],
  ['http://localhost.evil.example', 'localhost.evil.example'],
  ['null', 'null'],
])('%j is one', (origin, host) => {
  expect(pageHostOf(origin, trusted)).toBe(host);
});

test('an origin that no browser sends is foreign, and is not parsed', () => {
  const parse = vi.spyOn(URL, 'parse');
  const names = ['漢'.repeat(90), encodeURIComponent('漢字'.repeat(20)), 'a'.repeat(400)];
  for (const name of names) expect(pageHostOf(`http://${name}`, trusted)).toMatch(/^http:/);
  expect(parse).not.toHaveBeenCalled();
  expect(pageHostOf('http://evil.example', trusted)).toBe('evil.example');
  expect(parse).toHaveBeenCalledTimes(1);
});
