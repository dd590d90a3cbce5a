import { expect, onTestFinished, test } from 'vitest';
import { api, read } from './api.ts';
import { useWindows } from './dashboard-fixture.ts';

const windows = useWindows();

const ADA = { uuid: '00000000-0000-4000-8000-00000000000a', name: 'Ada_Tester' };
const BEN = { uuid: '00000000-0000-4000-8000-00000000000b', name: 'Ben_Tester' };

async function forgive(...people: { uuid: string }[]): Promise<void> {
  for (const { uuid } of people) await api('DELETE', `/bans/${uuid}`).then(undefined, () => undefined);
}

test('a ban by name and UUID holds for somebody who was never here, and is seen in another window', async () => {
  onTestFinished(() => forgive(ADA));
  const [page, other] = [await windows.admin('/bans'), await windows.admin('/bans')];
  await other.getByRole('heading', { name: 'Bans' }).waitFor();
  await page.getByRole('button', { name: 'New ban' }).click();
  const dialog = page.getByRole('dialog', { name: 'New ban' });
  await dialog.getByLabel('Name').fill(ADA.name);
  await dialog.getByLabel('UUID').fill('not one');
  await dialog.getByText('As in 069a79f4').waitFor();
  await dialog.getByLabel('UUID').fill(ADA.uuid);
  await dialog.getByText('Forever', { exact: true }).click();
  await dialog.getByLabel('Reason', { exact: true }).fill('Ban evasion');
  await dialog.getByRole('button', { name: `Ban ${ADA.name} forever` }).click();
  for (const window of [page, other]) {
    const row = window.getByRole('row', { name: ADA.name });
    await row.getByText('In force').waitFor();
    await row.getByText('Never').waitFor();
  }
  expect(await read(`/bans/${ADA.uuid}`)).toMatchObject({ permanent: true, reason: 'Ban evasion' });
});

test('a ban is lifted from the list and shown as lifted, in another window too', async () => {
  await api('POST', '/bans', { ...BEN, time: '30D', reason: 'Spam' });
  onTestFinished(() => forgive(BEN));
  const [page, other] = [await windows.admin('/bans'), await windows.admin('/bans?search=ben_t')];
  await other.getByRole('row', { name: BEN.name }).getByText('In force').waitFor();
  await page.getByRole('button', { name: `Lift the ban of ${BEN.name}` }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Lift the ban of ${BEN.name}` })
    .click();
  for (const window of [page, other])
    await window.getByRole('row', { name: BEN.name }).getByText('Lifted').waitFor();
});

test('bans are searched by name and sorted by name, end, times and date', async () => {
  await api('POST', '/bans', { ...ADA, time: '1h', reason: 'one' }).then(undefined, () => undefined);
  await api('POST', '/bans', { ...BEN, time: '1Y', reason: 'two' });
  onTestFinished(() => forgive(ADA, BEN));
  const page = await windows.admin('/bans?search=_tester');
  const order = async () =>
    (await page.getByRole('cell').getByRole('link').allTextContents())
      .map((text) => text.slice(2, 5))
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
  await sortBy('Times', 'descending');
  await expect.poll(order).toMatch(/^(Ada Ben|Ben Ada)$/);
  await sortBy('Banned', 'descending');
  await expect.poll(order).toBe('Ben Ada');
  await page.getByRole('searchbox').fill('ada_');
  await expect.poll(order).toBe('Ada');
  await page.getByRole('searchbox').fill('nobody_such');
  await page.getByText('was ever banned').waitFor();
});
