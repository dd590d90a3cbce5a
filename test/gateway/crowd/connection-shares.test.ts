import { beforeEach, describe, expect, it, test } from 'vitest';
import { ConnectionShares } from '../../../src/gateway/crowd/connection-shares.ts';
import { TestClock } from '../../fixtures/test-clock.ts';

const OWNER = '198.51.100.7';
const HOST = '198.51.100.8';
const LIMIT = 1_000;
const WINDOW = 10_000;

const HOSTS = Array.from({ length: 30 }, (_, at) => `203.0.113.${at}`);

function knownAs(block: string) {
  if (block === OWNER) return 'login';
  return block === HOST || HOSTS.includes(block) ? 'agent' : undefined;
}

let clock: TestClock;
let shares: ConnectionShares;
beforeEach(() => {
  clock = new TestClock();
  shares = new ConnectionShares({
    clock,
    limit: LIMIT,
    knownAs,
  });
});

const addressOf = (site: number) => `10.${site >> 8}.${site & 255}.1`;

/** How often something works out, of many times. */
const times = (run: () => boolean, tries = 300) => Array.from({ length: tries }, run).filter(Boolean).length;

/** Connections that are opened and stay, by so many sites in turn, until nobody of them gets one more. */
function fill(sites: number, before: number): number {
  let open = before;
  for (let tries = 0; tries < 20; tries += 1) {
    for (let site = 0; site < sites; site += 1) if (shares.mayOpen(addressOf(site), open + 1)) open += 1;
  }
  return open;
}

describe('while places are few', () => {
  test('one site opens 16 in ten seconds', async () => {
    expect(times(() => shares.mayOpen('192.0.2.1', 501))).toBe(16);
    expect(shares.mayOpen('192.0.2.2', 501)).toBe(false);
    await clock.advance(WINDOW);
    expect(times(() => shares.mayOpen('192.0.2.1', 501))).toBe(16);
  });

  test('sites share what is left, so that many of them leave some of it', () => {
    const open = fill(60, 500);
    expect(open).toBeGreaterThan(600);
    expect(open).toBeLessThan(750);
    expect(shares.mayOpen('192.0.2.1', open + 1)).toBe(true);
  });

  test('each site gets one, however many there are', () => {
    expect(fill(300, 500)).toBe(800);
    expect(shares.mayOpen('192.0.2.1', 801)).toBe(true);
  });

  it('who comes again has the share of each site of a flood, which takes no more than three fifths', async () => {
    const page = (open: number) => times(() => shares.mayOpen('192.0.2.1', open), 6);
    let before = 0;
    for (let window = 0; window < 7; window += 1) {
      // What is silent ends after little more than a window.
      const open = fill(40, before);
      if (window > 1) expect(open).toBeLessThanOrEqual(0.6 * LIMIT);
      if (window % 2 === 0) expect(page(open + 1)).toBe(6);
      else expect(shares.mayOpen('192.0.2.1', open + 1)).toBe(true);
      before = open - before;
      await clock.advance(WINDOW);
    }
  });

  test('who comes again has that share also where little is left', async () => {
    fill(40, 500);
    shares.mayOpen('192.0.2.1', 501);
    await clock.advance(WINDOW);
    fill(40, 500);
    expect(times(() => shares.mayOpen('192.0.2.1', 740), 6)).toBe(6);
  });

  test('sites of a flood, which ask in every window, leave places to a new one', async () => {
    fill(2_000, 500);
    await clock.advance(WINDOW);
    const open = fill(2_000, 500);
    expect(open).toBe(750);
    expect(times(() => shares.mayOpen('192.0.2.1', open + 1))).toBe(16);
  });

  test('answers of a site that nobody knows leave 32 connections open, and none where few places are left', async () => {
    expect(times(() => shares.mayKeep('192.0.2.1', 600))).toBe(32);
    await clock.advance(WINDOW);
    expect(times(() => shares.mayKeep('192.0.2.1', 701))).toBe(0);
    expect(times(() => shares.mayKeep('203.0.114.1', 780))).toBe(32);
    expect(times(() => shares.mayKeep('233.252.0.1', 781))).toBe(0);
  });

  test('a site gets few answers that are too long to be the last', () => {
    expect(times(() => shares.mayTakeLong('192.0.2.1', 501))).toBe(8);
  });
});

describe('who is known', () => {
  test('gets a connection while all places of others are taken, and keeps it', () => {
    expect([shares.mayOpen(OWNER, 1_000), shares.mayKeep(OWNER, 1_000)]).toEqual([true, true]);
    expect([shares.mayOpen('192.0.2.1', 1_000), shares.mayKeep('192.0.2.1', 1_000)]).toEqual([false, false]);
  });

  test('gets none beyond the limit', () => {
    expect(shares.mayOpen(OWNER, 1_001)).toBe(false);
  });

  test('blocks of agents do not fill the places of logins, and of theirs leave some to each other', async () => {
    let open = 850;
    for (let tries = 0; tries < 20; tries += 1) {
      for (const host of HOSTS) if (shares.mayOpen(host, open + 1)) open += 1;
      if (tries === 10) await clock.advance(WINDOW);
    }
    expect(open).toBeLessThan(925);
    expect([shares.mayOpen(HOST, open + 1), shares.mayKeep(HOST, open + 1)]).toEqual([true, true]);
    expect([shares.mayOpen(HOST, 926), shares.mayKeep(HOST, 926)]).toEqual([false, false]);
    expect([shares.mayOpen(OWNER, 926), shares.mayKeep(OWNER, 926)]).toEqual([true, true]);
  });

  test('does not fill the places of those who are known, as a flood of its own', () => {
    const opened = times(() => shares.mayOpen(OWNER, 900));
    const kept = times(() => shares.mayKeep(OWNER, 900));
    expect([opened, kept]).toEqual([16, 37]);
    // A silent one lives on into the next window; agents have half of the places.
    expect(2 * opened + kept).toBeLessThan(0.075 * LIMIT);
    expect([shares.mayOpen(HOST, 900), shares.mayKeep(HOST, 900)]).toEqual([true, true]);
  });
});

test('what is counted is bounded: sites beyond 50 000 in ten seconds get nothing', () => {
  const vast = new ConnectionShares({ clock, limit: 1_000_000, knownAs: () => undefined });
  const open = (site: number) =>
    vast.mayOpen(`${20 + (site >> 16)}.${(site >> 8) & 255}.${site & 255}.1`, 500_001);
  for (let site = 0; site < 50_000; site += 1) open(site);
  expect([open(49_999), open(50_000)]).toEqual([true, false]);
});
