import { expect, it } from 'vitest';
import { placesOn, placesText } from '../../bench/fixtures/cores.ts';

it.each([
  [[4, 5, 6], { server: [4], load: [5], readers: [6] }],
  [[0, 1, 2, 3], { server: [0, 1], load: [2], readers: [3] }],
])('on cores %j the server, the load and the readers share none', (cores, places) => {
  expect(placesOn(cores)).toEqual(places);
  expect(placesText(placesOn(cores), cores)).toMatch(/none shared\.$/);
});

it('on two cores the server has one of its own, and the table says that load and readers share the other', () => {
  expect(placesOn([0, 1])).toEqual({ server: [0], load: [1], readers: [1] });
  expect(placesText(placesOn([0, 1]), [0, 1])).toContain('share that of the load');
});

it.each([[[0]], [[]]])('on cores %j nothing is pinned, and the table says so', (cores) => {
  expect(placesOn(cores)).toBeNull();
  expect(placesText(null, [0])).toContain('Nothing was pinned: server, load and readers share one core');
});
