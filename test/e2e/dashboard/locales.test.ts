import { expect, onTestFinished, test } from 'vitest';
import { api, read } from './api.ts';
import { useWindows } from './dashboard-fixture.ts';

const windows = useWindows();
const BANNED = { uuid: '00000000-0000-4000-8000-0000000000ab', name: 'Sixteen_Letters_' };

test.each([
  ['en-US', '12,345'],
  ['de-DE', '12.345'],
])('numbers have the separators of %s, also in fields', async (locale, number) => {
  await api('PUT', '/proxy/settings', { maxPlayers: 12_345 });
  onTestFinished(() => api('PUT', '/proxy/settings', { maxPlayers: 1000 }).then(() => undefined));
  const page = await windows.admin('/proxy', { locale });
  const limit = page.getByLabel('Player limit');
  await limit.waitFor();
  expect(await limit.inputValue()).toBe(number);
  await limit.fill('23456');
  await page.getByRole('button', { name: 'Save', disabled: false }).click();
  await page.getByText('Player limit saved').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
  await page.getByText(`of ${number.replace('12', '23').replace('345', '456')} allowed`).waitFor();
});

test('one ban is not "1 bans", and its name and times are whole at 1024 pixels', async () => {
  await api('POST', '/bans', { ...BANNED, time: '1h', reason: 'A reason' });
  onTestFinished(() => api('DELETE', `/bans/${BANNED.uuid}`).then(() => undefined));
  const page = await windows.admin('/bans', { viewport: { width: 1024, height: 768 } });
  await page.getByRole('searchbox').fill(BANNED.name);
  await page.getByRole('table', { name: '1 ban', exact: true }).waitFor();
  await page.getByText('1 ban', { exact: true }).waitFor();
  const name = page.getByTitle(BANNED.name, { exact: true });
  expect(await name.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
});

test('times of the last minute fit into their column', async () => {
  // Half a minute ago by the clock of the coordinator, which the page goes by.
  const page = await windows.admin('/bans', { viewport: { width: 1440, height: 900 } });
  await page.route(/\/(healthz|api\/(?!events).*)$/, async (route) => {
    const response = await route.fetch();
    const date = new Date(Date.now() + 40_000).toUTCString();
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
  await api('POST', '/bans', { ...BANNED, time: '24h', reason: 'A reason' });
  onTestFinished(() => api('DELETE', `/bans/${BANNED.uuid}`).then(() => undefined));
  await page.goto('/bans?sort=date&order=desc');
  const row = page.getByRole('row').filter({ has: page.getByTitle(BANNED.name, { exact: true }) });
  const cell = row.getByRole('cell').filter({ hasText: /ago$/ });
  await cell.waitFor();
  expect(await cell.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
});

test.each([
  ['de-DE', '50.000', 50_000],
  ['en-US', ' 2,500 ', 2500],
])('a player limit that is pasted in %s as %j is saved as meant', async (locale, text, meant) => {
  onTestFinished(() => api('PUT', '/proxy/settings', { maxPlayers: 1000 }).then(() => undefined));
  const page = await windows.admin('/proxy', { locale });
  const limit = page.getByLabel('Player limit');
  await limit.press('Control+a');
  await page.keyboard.insertText(text);
  await limit.press('Enter');
  await page.getByText('Player limit saved').waitFor();
  expect((await read<{ maxPlayers: number }>('/proxy/status')).maxPlayers).toBe(meant);
});

test.each(['50.000', '1e5', '2.5', '-5', '5000000'])(
  'a player limit of %j is refused in English, with words',
  async (text) => {
    onTestFinished(() => api('PUT', '/proxy/settings', { maxPlayers: 1000 }).then(() => undefined));
    await api('PUT', '/proxy/settings', { maxPlayers: 1000 });
    const page = await windows.admin('/proxy', { locale: 'en-US' });
    const limit = page.getByLabel('Player limit');
    await limit.press('Control+a');
    await page.keyboard.insertText(text);
    await limit.press('Enter');
    await page.getByText('Use only digits, from 1 to 1,000,000').waitFor();
    expect(await limit.inputValue()).toBe(text);
    expect((await read<{ maxPlayers: number }>('/proxy/status')).maxPlayers).toBe(1000);
  },
);
