import { expect, onTestFinished, test } from 'vitest';
import { api, read } from './api.ts';
import { useWindows } from './dashboard-fixture.ts';

const windows = useWindows();

const ADA = { uuid: '00000000-0000-4000-8000-00000000000a', name: 'Ada_Tester' };
const BEN = { uuid: '00000000-0000-4000-8000-00000000000b', name: 'Ben_Tester' };

async function unban(...players: { uuid: string }[]): Promise<void> {
  for (const { uuid } of players) await api('DELETE', `/bans/${uuid}`).then(undefined, () => undefined);
}

test('a ban by name and UUID works for a player who has never joined, and appears in another window', async () => {
  onTestFinished(() => unban(ADA));
  const [page, other] = [await windows.admin('/bans'), await windows.admin('/bans')];
  await other.getByRole('heading', { name: 'Bans' }).waitFor();
  await page.getByRole('button', { name: 'New ban' }).click();
  const dialog = page.getByRole('dialog', { name: 'New ban' });
  await dialog.getByLabel('Name').fill(ADA.name);
  await dialog.getByLabel('UUID').fill('not one');
  await dialog.getByText('For example 069a79f4').waitFor();
  await dialog.getByLabel('UUID').fill(ADA.uuid);
  await dialog.getByText('Forever', { exact: true }).click();
  await dialog.getByLabel('Reason', { exact: true }).fill('Ban evasion');
  await dialog.getByRole('button', { name: `Ban ${ADA.name} forever` }).click();
  for (const window of [page, other]) {
    const row = window.getByRole('row', { name: ADA.name });
    await row.getByText('Active').waitFor();
    await row.getByText('Never').waitFor();
  }
  expect(await read(`/bans/${ADA.uuid}`)).toMatchObject({ permanent: true, reason: 'Ban evasion' });
});

test('a ban is lifted in the list and shown as lifted, also in another window', async () => {
  await api('POST', '/bans', { ...BEN, time: '30D', reason: 'Spam' });
  onTestFinished(() => unban(BEN));
  const [page, other] = [await windows.admin('/bans'), await windows.admin('/bans?search=ben_t')];
  await other.getByRole('row', { name: BEN.name }).getByText('Active').waitFor();
  await page.getByRole('button', { name: `Lift the ban of ${BEN.name}` }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Lift the ban of ${BEN.name}` })
    .click();
  for (const window of [page, other])
    await window.getByRole('row', { name: BEN.name }).getByText('Lifted').waitFor();
});

test('a ban whose end is later than any date never ends, and does not take the page away', async () => {
  await api('POST', '/bans', { ...ADA, time: '1h', reason: 'one' });
  onTestFinished(() => unban(ADA));
  const expires = Number.MAX_SAFE_INTEGER;
  const page = await windows.admin('/');
  await page.route(/\/api\/bans(\?|$)/, async (route) => {
    const response = await route.fetch();
    const bans: { name: string }[] = await response.json();
    await route.fulfill({ response, json: bans.map((ban) => ({ ...ban, expires })) });
  });
  await page.route(`**/api/players/${ADA.uuid}`, async (route) => {
    const response = await route.fetch();
    const player: object = await response.json();
    await route.fulfill({ response, json: { ...player, banExpires: expires } });
  });
  await page.getByRole('link', { name: 'Bans', exact: true }).click();
  const row = page.getByRole('row', { name: ADA.name });
  await row.getByText('Never').waitFor();
  await row.getByRole('link').click();
  await page.getByText('Active ban').waitFor();
  await page.getByText('Never').waitFor();
});

test('bans can be searched by name, and sorted by name, end, number and date', async () => {
  await api('POST', '/bans', { ...ADA, time: '1h', reason: 'one' }).then(undefined, () => undefined);
  await api('POST', '/bans', { ...BEN, time: '1Y', reason: 'two' });
  onTestFinished(() => unban(ADA, BEN));
  const page = await windows.admin('/bans?search=_tester');
  const order = async () =>
    (await page.getByRole('cell').getByRole('link').allTextContents())
      .map((text) => text.slice(2, 5))
      // Other files ban testers of their own.
      .filter((name) => ADA.name.startsWith(name) || BEN.name.startsWith(name))
      .join(' ');
  const sortBy = async (title: string, direction: string) => {
    const header = page.getByRole('columnheader', { name: title });
    for (let clicks = 0; clicks < 3; clicks += 1) {
      if ((await header.getAttribute('aria-sort')) === direction) return;
      await header.getByRole('button').click();
      await page.locator('[aria-sort]').getByText(title).waitFor();
    }
  };
  await expect.poll(order).toBe('Ben Ada');
  await sortBy('Name', 'ascending');
  await expect.poll(order).toBe('Ada Ben');
  await sortBy('Ends', 'ascending');
  await expect.poll(order).toMatch(/^(Ada Ben|Ben Ada)$/);
  await sortBy('Bans', 'descending');
  await expect.poll(order).toMatch(/^(Ada Ben|Ben Ada)$/);
  await sortBy('Banned', 'descending');
  await expect.poll(order).toBe('Ben Ada');
  await page.getByRole('searchbox').fill('ada_');
  await expect.poll(order).toBe('Ada');
  await page.getByRole('searchbox').fill('nobody_such');
  await page.getByText('No ban matches').waitFor();
});
