import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { MACHINE_IDS } from '../../../src/domain/inspection/machine-ids.ts';
import { ALL_MACHINES } from '../../../src/machines/all-machines.ts';
import { chartOf } from '../../../src/machines/chart.ts';
import { api, read, onlinePlayer } from './api.ts';
import { seriousViolations } from './browser.ts';
import { useWindows } from './dashboard-fixture.ts';

const windows = useWindows();

async function visit(path: string, options?: Parameters<typeof windows.admin>[1]): Promise<Page> {
  const page = await windows.admin(path, options);
  await page.locator('svg[role=group]').waitFor();
  return page;
}

const state = (page: Page, id: string) => page.locator(`svg [data-state="${id}"]`);
const transition = (page: Page, id: string) => page.locator(`[data-transition="${id}"]`);
const sequence = (page: Page) => page.getByRole('list', { name: 'Sequence' });
const isActive = (page: Page, id: string) => page.locator(`svg [data-state="${id}"][data-active]`).waitFor();
const isInactive = (page: Page, id: string) =>
  page.locator(`svg [data-state="${id}"]:not([data-active])`).waitFor();

/** Opens the actor of a player who is online. */
async function visitPlayer(): Promise<{ page: Page; uuid: string; name: string }> {
  const { uuid, name } = await onlinePlayer();
  const page = await visit(`/machines/player/${uuid}`);
  await isActive(page, 'player.presence.online');
  return { page, uuid, name };
}

test('a moment in the context is a date in words, with the number that it is on hover', async () => {
  const { page } = await visitPlayer();
  const context = page.getByRole('region', { name: 'Context' });
  const joined = context.locator('time[title^="1"]').first();
  await joined.waitFor();
  const at = (await joined.getAttribute('title')) ?? '';
  expect(at).toMatch(/^1\d{12}$/);
  expect(await joined.textContent()).toContain(String(new Date(Number(at)).getFullYear()));
  expect(await context.innerText()).not.toContain(at);
});

test('the machines need a sign-in', async () => {
  const { page } = await windows.signedOut('/machines');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await page.locator('svg[role=group]').count()).toBe(0);
});

test('the layout is loaded with the first chart, the machines with the first simulation', async () => {
  const page = await windows.admin('/');
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.reload({ waitUntil: 'load' });
  await page.getByRole('link', { name: 'Machines' }).click();
  const early = fetched.filter((url) => /elk-worker|what-if-view/.test(url));
  await page.locator('svg[role=group]').waitFor();
  expect(early.filter((url) => url.includes('what-if'))).toEqual([]);
  expect(fetched.filter((url) => url.includes('elk-worker'))).toHaveLength(1);
  expect(fetched.filter((url) => url.includes('what-if-view'))).toEqual([]);
});

test.each(MACHINE_IDS)(
  'the %s machine is drawn with every state and transition, and listed in a table',
  async (machine) => {
    const chart = chartOf(ALL_MACHINES[machine]);
    const page = await visit(`/machines/${machine}`);
    const drawn = await page
      .locator('svg [data-state]')
      .evaluateAll((all) => all.map((it) => it.getAttribute('data-state') ?? ''));
    expect(drawn).toEqual(chart.states.map(({ id }) => id));
    const seen = await page
      .locator('[data-transition]')
      .evaluateAll((all) => all.map((it) => it.getAttribute('data-transition') ?? ''));
    const arrows = chart.transitions.filter(({ targets }) => targets.length > 0).map(({ id }) => id);
    expect(seen.toSorted()).toEqual(arrows.toSorted());
    await page.getByText(`The ${machine} machine as a table`).click();
    expect(await page.locator('details table tbody tr').count()).toBe(chart.transitions.length);
  },
);

describe('the actors', () => {
  test('are counted in their states', async () => {
    const page = await visit('/machines/server');
    const { actors } = await read<{ actors: number }>('/inspect/machines/server/heat');
    await state(page, 'server').getByText(`${actors} actors`).waitFor();
    await state(page, 'server.online')
      .getByText(/^\d+ actors?$/)
      .waitFor();
  });

  test('are found by their state, also with the keyboard, and by name or id', async () => {
    const { uuid, name } = await onlinePlayer();
    const page = await visit('/machines/player');
    await state(page, 'player.standing.lifting').focus();
    await page.keyboard.press('Enter');
    await page.getByText('No actors', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'All states' }).click();
    await page.getByLabel('Search by name or id').fill(name.toUpperCase());
    await page.getByRole('link', { name }).first().waitFor();
    await page.getByLabel('Search by name or id').fill(uuid);
    await page.getByRole('link', { name }).click();
    await isActive(page, 'player.presence.online');
    expect(page.url()).toContain(`/machines/player/${uuid}`);
  });
});

describe('one actor', () => {
  test('shows each step as it happens, and any moment again', async () => {
    const { page, uuid, name } = await visitPlayer();
    await isActive(page, 'player.standing.clear');
    await api('POST', `/players/${uuid}/ban`, { name, time: '1h', reason: 'too loud' });
    try {
      await sequence(page).getByText('ban.request').waitFor();
      await sequence(page).getByText('isPermanent? no').waitFor();
      await sequence(page).getByText('isBanned? yes').first().waitFor();
      await sequence(page).getByText('emit player.banned').waitFor();
      await isActive(page, 'player.standing.banned.temporary');
      await page.getByText('too loud').first().waitFor();
      // A banned player is kicked: the actor ends, and its recording stays.
      await page.getByText('Gone', { exact: true }).waitFor();
      await sequence(page).getByText('clear → banning').click();
      await isActive(page, 'player.standing.banning');
      await isActive(page, 'player.presence.online');
      await page.locator('[data-transition="player.standing.clear ban.request 0"][data-taken]').waitFor();
      await page.getByLabel('Shown moment').press('Home');
      await isActive(page, 'player.standing.clear');
      await isInactive(page, 'player.standing.banning');
      await page.getByRole('button', { name: 'Now' }).click();
      await isActive(page, 'player.presence.offline');
    } finally {
      await api('DELETE', `/bans/${uuid}`);
    }
  });

  test('is followed while another admin changes it, until the page is left', async () => {
    const page = await visit('/machines/proxy/proxy');
    let ended = false;
    page.on('requestfailed', (request) => {
      ended ||= request.url().includes('/proxy/proxy/events');
    });
    await isActive(page, 'proxy.joining.open');
    await api('PUT', '/proxy/status', { preventJoin: true });
    try {
      await isActive(page, 'proxy.joining.prevented');
    } finally {
      await api('PUT', '/proxy/status', { preventJoin: false });
    }
    await isActive(page, 'proxy.joining.open');
    await page.getByRole('button', { name: 'All proxy actors' }).click();
    await page.getByRole('heading', { name: 'Actors', exact: true }).waitFor();
    await expect.poll(() => ended).toBe(true);
  });

  test('shows no IP address', async () => {
    const { page } = await visitPlayer();
    await page.getByText('presence.joinedAt').waitFor();
    expect(await page.getByText('presence.ip').count()).toBe(0);
  });

  test('that does not exist is shown as gone', async () => {
    const page = await visit('/machines/server/nowhere');
    await page.getByText('Gone', { exact: true }).waitFor();
  });
});

describe('what if', () => {
  test('clicks on the chart drive a simulation, and nothing of it leaves the page', async () => {
    const page = await visit('/machines/player?try');
    await isActive(page, 'player.standing.clear');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url());
    });
    await transition(page, 'player.standing.clear ban.request 0').focus();
    await page.keyboard.press('Enter');
    await isActive(page, 'player.standing.banning');
    await page.getByRole('button', { name: 'Fail', exact: true }).click();
    await isActive(page, 'player.standing.clear');
    await page.getByRole('button', { name: 'ban.request · forever' }).click();
    await transition(page, 'player.standing.banning xstate.done.actor.saveBan 0').click();
    await isActive(page, 'player.standing.banned.permanent');
    await sequence(page).getByText('isPermanent? yes').waitFor();
    expect(sent).toEqual([]);
  });

  test('time passes when the viewer advances it', async () => {
    const page = await visit('/machines/reboot?try');
    await isActive(page, 'reboot.countdown.waiting');
    for (let second = 0; second < 5; second += 1) {
      await page.getByRole('button', { name: 'Advance 1 s' }).click();
    }
    await isActive(page, 'reboot.evacuating');
    await page.getByRole('button', { name: 'Advance 30 s' }).click();
    await isActive(page, 'reboot.failed');
    await page.getByText('Ended', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Start again' }).click();
    await isActive(page, 'reboot.countdown.waiting');
  });
});

test('a chart is zoomed by buttons and keys, dragged with the mouse and scrolled', async () => {
  const page = await visit('/machines/player');
  const width = async () => (await page.locator('svg[role=group]').boundingBox())?.width ?? 0;
  const pane = page.getByRole('region', { name: /player chart/ });
  const before = await width();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(width).toBeGreaterThan(before * 1.1);
  await pane.focus();
  await page.keyboard.press('0');
  await expect.poll(width).toBeLessThan(before * 1.01);
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('+');
  await expect.poll(width).toBeGreaterThan(before * 1.3);
  const box = await pane.boundingBox();
  if (box === null) throw new Error('there is no chart');
  await page.mouse.move(box.x + 300, box.y + 300);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y + 200, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => pane.evaluate((it) => it.scrollLeft > 50 && it.scrollTop > 50)).toBe(true);
  // A drag is not a click: no state was selected.
  expect(await page.locator('[aria-pressed=true]').count()).toBe(0);
});

describe('accessibility', () => {
  const PATHS = ['/machines', '/machines/proxy/proxy', '/machines/player?try'];

  test.each(['dark', 'light'] as const)('axe finds nothing serious in %s colours', async (colorScheme) => {
    for (const path of PATHS) {
      const page = await visit(path, { colorScheme, reducedMotion: 'reduce' });
      await page.getByText('as a table').click();
      expect([path, await seriousViolations(page)]).toEqual([path, []]);
    }
  });

  test.each(PATHS)('a phone of 360 px shows %s without scrolling sideways', async (path) => {
    const page = await visit(path, { viewport: { width: 360, height: 740 } });
    await page.getByText('as a table').click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});

test('the stream is refused without a ticket', async () => {
  const { url } = inject('network');
  const response = await fetch(`${url}/api/inspect/actors/proxy/proxy/events?token=guess`);
  expect(response.status).toBe(401);
});
