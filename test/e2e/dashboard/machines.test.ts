import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { MACHINE_IDS } from '../../../src/domain/inspection/inspection.ts';
import { ALL_MACHINES } from '../../../src/machines/all-machines.ts';
import { chartOf } from '../../../src/machines/chart.ts';
import { api, read, onlinePlayer } from './api.ts';
import { seriousFindings } from './browser.ts';
import { useWindows } from './dashboard-fixture.ts';

const windows = useWindows();

async function visit(path: string, options?: Parameters<typeof windows.admin>[1]): Promise<Page> {
  const page = await windows.admin(path, options);
  await page.locator('svg[role=group]').waitFor();
  return page;
}

const state = (page: Page, id: string) => page.locator(`svg [data-state="${id}"]`);
const arrow = (page: Page, id: string) => page.locator(`[data-transition="${id}"]`);
const sequence = (page: Page) => page.getByRole('list', { name: 'Sequence' });
const isLit = (page: Page, id: string) => page.locator(`svg [data-state="${id}"][data-active]`).waitFor();
const isDark = (page: Page, id: string) =>
  page.locator(`svg [data-state="${id}"]:not([data-active])`).waitFor();

/** The page of somebody who is online and did not leave while it opened. */
async function visitSomebody(): Promise<{ page: Page; uuid: string; name: string }> {
  for (let place = 0; place < 10; place += 1) {
    const { uuid, name } = await onlinePlayer(place);
    const page = await visit(`/machines/player/${uuid}`);
    const gone = page.getByText('Gone', { exact: true });
    const there = page.locator('svg [data-state="player.presence.online"][data-active]');
    await there.or(gone).first().waitFor();
    if (!(await gone.isVisible())) return { page, uuid, name };
  }
  throw new Error('ten players left while their page opened');
}

// The simulated crowd may send the very player away whom a test looks at.
const CROWD = { retry: 2 };

test('nobody sees the machines without signing in', async () => {
  const { page } = await windows.stranger('/machines');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await page.locator('svg[role=group]').count()).toBe(0);
});

test('the layout is fetched with the first chart and not before, the machines with the first trial', async () => {
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
  'the %s machine is drawn with every state and arrow, and told in words',
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
    await page.getByText(`The ${machine} machine in words`).click();
    expect(await page.locator('details table tbody tr').count()).toBe(chart.transitions.length);
  },
);

describe('who lives', () => {
  test('is counted in the states where they stand', async () => {
    const page = await visit('/machines/server');
    const { actors } = await read<{ actors: number }>('/inspect/machines/server/heat');
    await state(page, 'server').getByText(`${actors} actors`).waitFor();
    await state(page, 'server.online')
      .getByText(/^\d+ actors?$/)
      .waitFor();
  });

  test('is found by the state, which the keyboard reaches, and by a part of the name', CROWD, async () => {
    const { uuid, name } = await onlinePlayer();
    const page = await visit('/machines/player');
    await state(page, 'player.standing.lifting').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Nobody', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Anywhere' }).click();
    await page.getByLabel('Search by name or id').fill(name.toUpperCase());
    await page.getByRole('link', { name }).first().waitFor();
    await page.getByLabel('Search by name or id').fill(uuid);
    await page.getByRole('link', { name }).click();
    await isLit(page, 'player.presence.online');
    expect(page.url()).toContain(`/machines/player/${uuid}`);
  });
});

describe('one actor', () => {
  test('shows each thing it does as it happens, and each moment again', CROWD, async () => {
    const { page, uuid, name } = await visitSomebody();
    await isLit(page, 'player.standing.clear');
    await api('POST', `/players/${uuid}/ban`, { name, time: '1h', reason: 'too loud' });
    try {
      await sequence(page).getByText('ban.request').waitFor();
      await sequence(page).getByText('isPermanent? no').waitFor();
      await sequence(page).getByText('isBanned? yes').first().waitFor();
      await sequence(page).getByText('emit player.banned').waitFor();
      await isLit(page, 'player.standing.banned.temporary');
      await page.getByText('too loud').first().waitFor();
      // Whoever is banned is sent away: the actor goes, what it did stays.
      await page.getByText('Gone', { exact: true }).waitFor();
      await sequence(page).getByText('clear → banning').click();
      await isLit(page, 'player.standing.banning');
      await isLit(page, 'player.presence.online');
      await page.locator('[data-transition="player.standing.clear ban.request 0"][data-taken]').waitFor();
      await page.getByLabel('Moment that is shown').press('Home');
      await isLit(page, 'player.standing.clear');
      await isDark(page, 'player.standing.banning');
      await page.getByRole('button', { name: 'Now' }).click();
      await isLit(page, 'player.presence.offline');
    } finally {
      await api('DELETE', `/bans/${uuid}`);
    }
  });

  test('is followed when another admin changes something, and let go of when the page turns away', async () => {
    const page = await visit('/machines/proxy/proxy');
    let ended = false;
    page.on('requestfailed', (request) => {
      ended ||= request.url().includes('/proxy/proxy/events');
    });
    await isLit(page, 'proxy.joining.open');
    await api('PUT', '/proxy/status', { preventJoin: true });
    try {
      await isLit(page, 'proxy.joining.prevented');
    } finally {
      await api('PUT', '/proxy/status', { preventJoin: false });
    }
    await isLit(page, 'proxy.joining.open');
    await page.getByRole('button', { name: 'All proxy actors' }).click();
    await page.getByText('Living actors').waitFor();
    await expect.poll(() => ended).toBe(true);
  });

  test('shows no address, whatever it knows', async () => {
    const { page } = await visitSomebody();
    await page.getByText('presence.joinedAt').waitFor();
    expect(await page.getByText('presence.ip').count()).toBe(0);
  });

  test('that does not live is said to be gone', async () => {
    const page = await visit('/machines/server/nowhere');
    await page.getByText('Gone', { exact: true }).waitFor();
  });
});

describe('what if', () => {
  test('a machine moves by what is pressed on its chart, and nothing of it leaves the page', async () => {
    const page = await visit('/machines/player?try');
    await isLit(page, 'player.standing.clear');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url());
    });
    await arrow(page, 'player.standing.clear ban.request 0').focus();
    await page.keyboard.press('Enter');
    await isLit(page, 'player.standing.banning');
    await page.getByRole('button', { name: 'It fails' }).click();
    await isLit(page, 'player.standing.clear');
    await page.getByRole('button', { name: 'ban.request · forever' }).click();
    await arrow(page, 'player.standing.banning xstate.done.actor.saveBan 0').click();
    await isLit(page, 'player.standing.banned.permanent');
    await sequence(page).getByText('isPermanent? yes').waitFor();
    expect(sent).toEqual([]);
  });

  test('time passes when it is told to', async () => {
    const page = await visit('/machines/reboot?try');
    await isLit(page, 'reboot.countdown.waiting');
    for (let second = 0; second < 5; second += 1) {
      await page.getByRole('button', { name: 'Let 1 s pass' }).click();
    }
    await isLit(page, 'reboot.evacuating');
    await page.getByRole('button', { name: 'Let 30 s pass' }).click();
    await isLit(page, 'reboot.failed');
    await page.getByText('It is over').waitFor();
    await page.getByRole('button', { name: 'Begin again' }).click();
    await isLit(page, 'reboot.countdown.waiting');
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
  // A drag is no click: no state was chosen.
  expect(await page.locator('[aria-pressed=true]').count()).toBe(0);
});

describe('for everybody', () => {
  const PLACES = ['/machines', '/machines/proxy/proxy', '/machines/player?try'];

  test.each(['dark', 'light'] as const)('axe finds nothing serious in %s colours', async (colorScheme) => {
    for (const path of PLACES) {
      const page = await visit(path, { colorScheme, reducedMotion: 'reduce' });
      await page.getByText('in words').click();
      expect([path, await seriousFindings(page)]).toEqual([path, []]);
    }
  });

  test.each(PLACES)('a phone of 360 px shows %s without scrolling sideways', async (path) => {
    const page = await visit(path, { viewport: { width: 360, height: 740 } });
    await page.getByText('in words').click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});

test('without the right kind of sign-in the stream is refused', async () => {
  const { url } = inject('network');
  const reply = await fetch(`${url}/api/inspect/actors/proxy/proxy/events?token=guess`);
  expect(reply.status).toBe(401);
});
