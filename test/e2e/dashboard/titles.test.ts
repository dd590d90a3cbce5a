import { expect, test } from 'vitest';
import { onlinePlayer } from './api.ts';
import { useWindows } from './dashboard-fixture.ts';

const windows = useWindows();

test('the tab is called after the player, server or machine that the page shows', async () => {
  const player = await onlinePlayer();
  const page = await windows.admin(`/players/${player.uuid}`);
  const title = () => page.title();
  await expect.poll(title).toBe(`${player.name} · Portcullis`);
  await page.getByRole('link', { name: 'Servers', exact: true }).click();
  await expect.poll(title).toBe('Servers · Portcullis');
  await page.getByRole('link', { name: 'hub-1' }).click();
  await expect.poll(title).toBe('hub-1 · Portcullis');
  await page.getByRole('link', { name: 'Machines', exact: true }).click();
  await expect.poll(title).toBe('Machines · Portcullis');
  await page.goto(`/machines/server/hub-1`);
  await expect.poll(title).toBe('hub-1 · Machines · Portcullis');
  await page.goto(`/machines/player/${player.uuid}`);
  await expect.poll(title).toBe(`${player.name} · Machines · Portcullis`);
});

test('an address with a wrong uuid says once what is wrong with it', async () => {
  const page = await windows.admin('/players/nobody');
  await page.getByText('The address of this page is wrong').waitFor();
  // Not read once: the page asks again when its stream opens, and shows for a moment that it does.
  const said = async () => (await page.locator('main').innerText()).match(/must be a UUID/g);
  await expect.poll(said).toHaveLength(1);
});
