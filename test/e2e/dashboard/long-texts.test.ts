import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { api } from './api.ts';
import { useWindows } from './dashboard-fixture.ts';

const windows = useWindows();
const LONG_SERVER = 'a-server-name-that-somebody-chose-for-a-game-with-no-end-000001';
const REASON = `${'A reason that says at length what was done, and where. '.repeat(4)}End.`;
const ARABIC = { uuid: '00000000-0000-4000-8000-0000000000aa', name: 'لاعب_7' };

/** The buttons of the page's header whose label is cut off. */
function cutButtons(page: Page): Promise<string[]> {
  return page.locator('main h1').evaluate((heading) => {
    const header = heading.parentElement?.parentElement;
    const labels = [...(header?.querySelectorAll('button, label') ?? [])].flatMap((button) => [
      button,
      ...button.querySelectorAll('*'),
    ]);
    const edge = document.documentElement.clientWidth;
    return labels
      .filter(
        (label) => label.scrollWidth > label.clientWidth + 1 && getComputedStyle(label).display !== 'inline',
      )
      .concat(labels.filter((label) => label.getBoundingClientRect().right > edge))
      .map((label) => label.textContent ?? '');
  });
}

test.each([900, 960, 1024, 1100, 1180, 390])(
  'no button above a list is cut off at %i pixels',
  async (width) => {
    const page = await windows.admin('/servers', { viewport: { width, height: 700 } });
    for (const [path, button] of [
      ['/servers', 'Add a server'],
      ['/bans', 'New ban'],
    ]) {
      await page.goto(path ?? '');
      await page.getByRole('button', { name: button ?? '' }).waitFor();
      await page.getByRole('table').waitFor();
      expect(await cutButtons(page)).toEqual([]);
    }
  },
);

/** By how many pixels the page can be scrolled to the side. */
const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.each([1440, 1024, 390])('long names of servers fit on every page at %i pixels', async (width) => {
  await api('POST', '/servers', { name: LONG_SERVER, type: 'GAME', gameName: 'x'.repeat(64) });
  onTestFinished(() => api('DELETE', `/servers/${LONG_SERVER}`).then(() => undefined));
  const page = await windows.admin('/servers', { viewport: { width, height: 800 } });
  await page.getByRole('link', { name: LONG_SERVER }).waitFor();
  expect(await page.getByRole('link', { name: LONG_SERVER }).getAttribute('title')).toBe(LONG_SERVER);
  expect(await overhang(page)).toBe(0);
  await page.getByText('Cards', { exact: true }).click();
  await page.getByRole('listitem').filter({ hasText: LONG_SERVER }).waitFor();
  expect(await overhang(page)).toBe(0);
  await page.goto(`/servers/${LONG_SERVER}`);
  await page.getByRole('heading', { name: LONG_SERVER }).waitFor();
  await page.getByRole('button', { name: 'Restart', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const within = await dialog.getByRole('button', { name: `Restart ${LONG_SERVER}` }).evaluate((button) => {
    const label = [button, ...button.querySelectorAll('*')];
    return label.every((part) => part.scrollWidth <= part.clientWidth + 1 || part.clientWidth === 0);
  });
  expect(within).toBe(true);
  expect(await overhang(page)).toBe(0);
  await page.keyboard.press('Escape');
});

test('a reason has two lines in the list and all of itself on the page; Arabic is read from the right', async () => {
  await api('POST', '/bans', { ...ARABIC, time: '1h', reason: REASON });
  onTestFinished(() => api('DELETE', `/bans/${ARABIC.uuid}`).then(() => undefined));
  const page = await windows.admin('/bans', { viewport: { width: 1440, height: 800 } });
  const row = page.getByRole('row').filter({ hasText: 'A reason that says' });
  const reason = row.getByTitle(REASON);
  const lines = await reason.evaluate(
    (text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight),
  );
  expect(Math.round(lines)).toBe(2);
  const name = row.getByRole('link').getByTitle(ARABIC.name);
  expect(await name.evaluate((text) => getComputedStyle(text).direction)).toBe('rtl');
  await name.click();
  const shown = page.getByRole('region', { name: 'Active ban' }).getByText(REASON);
  await shown.waitFor();
  // In the full width of the card, not in a column of it.
  const [text, card] = [
    await shown.boundingBox(),
    await page.getByRole('region', { name: 'Active ban' }).boundingBox(),
  ];
  expect(text?.width ?? 0).toBeGreaterThan((card?.width ?? 0) * 0.6);
  expect(await page.locator('h1 [dir=auto]').evaluate((it) => getComputedStyle(it).direction)).toBe('rtl');
});

test('every column of a table has a title, also where it is not shown', async () => {
  for (const path of ['/bans', '/servers', '/players']) {
    const page = await windows.admin(path);
    await page.getByRole('columnheader').first().waitFor();
    const titles = await page.getByRole('columnheader').allTextContents();
    expect(titles.every((title) => title !== '')).toBe(true);
    await page.close();
  }
});

test('an Arabic reason is read from the right in the list, on the overview and on the card of the ban', async () => {
  const reason = 'سبب الحظر: الغش (x-ray) في اللعبة!';
  await api('POST', '/bans', { ...ARABIC, time: '1h', reason });
  onTestFinished(() => api('DELETE', `/bans/${ARABIC.uuid}`).then(() => undefined));
  const page = await windows.admin('/bans', { viewport: { width: 1440, height: 800 } });
  for (const path of ['/bans', '/', `/players/${ARABIC.uuid}`]) {
    await page.goto(path);
    const shown = page.getByRole('main').getByText(reason);
    await shown.waitFor();
    expect([path, await shown.evaluate((text) => getComputedStyle(text).direction)]).toEqual([path, 'rtl']);
  }
});
