import { describe, expect, test } from 'vitest';
import { Trail } from '../../../src/dashboard/ui/way-back/trail.ts';

const SEARCHED = { path: '/players', href: '/players?search=ada', label: 'Players' };
const BANS = { path: '/bans', href: '/bans', label: 'Bans' };

describe('the way back from a page', () => {
  test('leads to the list from which it was opened, as it was searched', () => {
    const trail = new Trail();
    trail.leave(SEARCHED, '/players/one');
    trail.leave(BANS, '/players/two');
    expect(trail.before('/players/one', '/players')).toEqual(SEARCHED);
    expect(trail.before('/players/two', '/players')).toEqual(BANS);
  });

  test('leads to the list it belongs to as that was left last, if it was opened from elsewhere', () => {
    const trail = new Trail();
    trail.leave(SEARCHED, '/');
    trail.leave(BANS, '/');
    trail.leave(SEARCHED, '/proxy');
    expect(trail.before('/players/three', '/players')).toEqual(SEARCHED);
    expect(trail.before('/servers/hub-1', '/servers')).toBeUndefined();
  });

  test('is no way from a list to itself', () => {
    const trail = new Trail();
    trail.leave(SEARCHED, '/players');
    expect(trail.before('/players', '/players')).toBeUndefined();
  });

  test('is forgotten after fifty others', () => {
    const trail = new Trail();
    for (let at = 0; at < 60; at += 1) trail.leave({ ...BANS, label: `${at}` }, `/players/${at}`);
    expect(trail.before('/players/9', '')).toBeUndefined();
    expect(trail.before('/players/10', '')?.label).toBe('10');
  });
});

describe('a list is scrolled to where it was left', () => {
  const left = () => {
    const trail = new Trail();
    trail.keepScroll('/players name', 300);
    return trail;
  };

  test('when the viewer comes back by the link above a page, or by the browser', () => {
    const byLink = left();
    byLink.goBack();
    byLink.moved('push');
    expect(byLink.scrollOf('/players name')).toBe(300);
    expect(byLink.scrollOf('/players other')).toBe(0);
    const byBrowser = left();
    byBrowser.moved('pop');
    expect(byBrowser.scrollOf('/players name')).toBe(300);
  });

  test('and to its top when it is opened anew, or searched after the way back', () => {
    const trail = left();
    expect(trail.scrollOf('/players name')).toBe(0);
    trail.moved('push');
    expect(trail.scrollOf('/players name')).toBe(0);
    trail.goBack();
    trail.moved('push');
    trail.moved('replace');
    expect(trail.scrollOf('/players name')).toBe(0);
  });
});

test('the first page was not navigated to, and a search is no navigation', () => {
  const trail = new Trail();
  trail.moved('replace');
  expect(trail.hasMoved).toBe(false);
  trail.moved('push');
  expect(trail.hasMoved).toBe(true);
});

test('a trail goes on after a reload from what was kept of it', () => {
  const before = new Trail();
  before.leave(SEARCHED, '/players/one');
  before.keepScroll('/players ', 300);
  const after = new Trail(JSON.parse(JSON.stringify(before.kept())));
  expect(after.hasMoved).toBe(false);
  expect(after.before('/players/one', '/players')).toEqual(SEARCHED);
  after.goBack();
  after.moved('push');
  expect(after.scrollOf('/players ')).toBe(300);
});
