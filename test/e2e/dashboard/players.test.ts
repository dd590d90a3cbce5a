import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { api, read, onlinePlayer } from './api.ts';
import { waitUntil } from './coordinator-api.ts';
import { rowOf, useWindows } from './dashboard-fixture.ts';

const windows = useWindows();

const names = (page: Page) => page.getByRole('cell').getByRole('link').allTextContents();
/** The letters of the avatar come before the name. */
const withoutAvatars = (texts: readonly string[]) => texts.map((text) => text.slice(2));

test('the list is searched while typing, and sorted by the coordinator', async () => {
  const page = await windows.admin('/players');
  const { name } = await onlinePlayer();
  await page
    .getByRole('searchbox', { name: 'Search by name' })
    .pressSequentially(name.toLowerCase().slice(0, 6));
  await page.getByRole('link', { name, exact: true }).waitFor();
  await expect
    .poll(async () =>
      withoutAvatars(await names(page)).every((it) =>
        it.toLowerCase().includes(name.toLowerCase().slice(0, 6)),
      ),
    )
    .toBe(true);
  expect(page.url()).toContain('search=');
  await page.getByRole('searchbox').fill('no such player');
  await page.getByText('No online player matches').waitFor();
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'Name' }).click();
  await page.locator('[aria-sort]').getByText('Name').waitFor();
  await page.getByRole('button', { name: 'Name' }).click();
  await page.locator('[aria-sort=ascending]').waitFor();
  await expect
    .poll(async () => {
      const shown = withoutAvatars(await names(page)).map((it) => it.toLowerCase());
      return shown.length > 5 && shown.every((it, at) => at === 0 || (shown[at - 1] ?? '') <= it);
    })
    .toBe(true);
});

test('the list of everyone has offline and banned players too', async () => {
  const player = await onlinePlayer(3);
  await api('POST', '/bans', { uuid: player.uuid, name: player.name, time: '1h', reason: 'a test' });
  onTestFinished(() => api('DELETE', `/bans/${player.uuid}`).then(undefined, () => undefined));
  const page = await windows.admin(`/players?show=all&search=${player.name}`);
  await rowOf(page, player.name).getByText('Banned').waitFor();
  await page.getByText('Online', { exact: true }).click();
  await page.getByText('No online player matches').waitFor();
});

test('a kick asks for confirmation and names the player, who goes offline in another window', async () => {
  const player = await onlinePlayer(5);
  const [page, other] = [
    await windows.admin(`/players/${player.uuid}`),
    await windows.admin(`/players/${player.uuid}`),
  ];
  await other.getByText(/^Online on/).waitFor();
  await page.getByRole('button', { name: 'Kick' }).click();
  const dialog = page.getByRole('dialog', { name: `Kick ${player.name}?` });
  await dialog.getByLabel('Reason', { exact: true }).fill('Away for too long');
  // The simulated player joins again after a few seconds, so the other window is watched from before the kick.
  const ban = other.getByRole('button', { name: 'Ban', exact: true });
  const before = await ban.boundingBox();
  const left = other
    .getByText('Offline', { exact: true })
    .waitFor()
    // Who aims at a button then does not press another.
    .then(async () => expect(await ban.boundingBox()).toEqual(before));
  await dialog.getByRole('button', { name: `Kick ${player.name}` }).click();
  await page.getByText(`${player.name} was kicked`).waitFor();
  await left;
});

test('a ban has one of six durations and a suggested reason, and is lifted; another window shows both', async () => {
  const player = await onlinePlayer(8);
  onTestFinished(() => api('DELETE', `/bans/${player.uuid}`).then(undefined, () => undefined));
  const [page, other] = [
    await windows.admin(`/players/${player.uuid}`),
    await windows.admin(`/players/${player.uuid}`),
  ];
  await other.getByRole('button', { name: 'Ban', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Ban', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Ban ${player.name}?` });
  const times = ['1 hour', '24 hours', '7 days', '30 days', '1 year', 'Forever'];
  for (const time of times) await dialog.getByText(time, { exact: true }).click();
  await dialog.getByText('7 days', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Griefing' }).click();
  expect(await dialog.getByLabel('Reason', { exact: true }).inputValue()).toBe('Griefing');
  await dialog.getByRole('button', { name: `Ban ${player.name} for 7 days` }).click();
  for (const window of [page, other]) {
    // In the card, because the closing dialog has the same reason for a moment.
    const card = window.getByRole('region', { name: 'Active ban' });
    await card.getByText('Griefing').waitFor();
    await card.getByText(/^in [67] days$/).waitFor();
    await window.getByText('Offline', { exact: true }).waitFor();
  }
  await page.getByRole('button', { name: 'Lift the ban' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Lift the ban of ${player.name}` })
    .click();
  for (const window of [page, other]) await window.getByText('Active ban').waitFor({ state: 'detached' });
});

test('a cancelled dialog does nothing', async () => {
  const player = await onlinePlayer(2);
  const page = await windows.admin(`/players/${player.uuid}`);
  await page.getByRole('button', { name: 'Ban', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await read<{ isBanned: boolean }>(`/players/${player.uuid}`)).toMatchObject({ isBanned: false });
});

test('friends are listed with the time they became friends', async () => {
  const [player, friend] = [await onlinePlayer(0), await onlinePlayer(1)];
  // The coordinator, another process, may write at the moment.
  const database = new DatabaseSync(inject('network').database, { timeout: 5_000 });
  database
    .prepare('insert into FriendsRelationsPD (player, friend, since) values (?, ?, ?)')
    .run(player.uuid, friend.uuid, Date.now() - 3 * 86_400_000 - 60_000);
  database.close();
  const page = await windows.admin(`/players/${player.uuid}`);
  await page.getByRole('tab', { name: 'Friends' }).click();
  const line = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: friend.name, exact: true }) });
  await line.getByText('3 days ago').waitFor();
  const title = await line.locator('time').getAttribute('title');
  expect(title).toMatch(/\d\d:\d\d:\d\d/);
  await line.getByRole('link').click();
  await page.getByRole('heading', { name: friend.name }).waitFor();
});

test('the party of a player has its size, leader and members, and is kept up to date', async () => {
  interface Party {
    readonly leader: { readonly name: string };
    readonly members: readonly { readonly uuid: string; readonly name: string }[];
    readonly size: number;
  }
  const party = await waitUntil(async () =>
    (await read<Party[]>('/parties')).find(({ members }) => members.length > 1),
  );
  const uuid = party.members[0]?.uuid ?? '';
  const page = await windows.admin(`/players/${uuid}`);
  await page.getByRole('tab', { name: 'Party' }).click();
  // Parties change at any time, so the page and the API are read until they agree.
  await expect
    .poll(
      async () => {
        const now = await read<Party | null>(`/players/${uuid}/party`);
        if (now === null) return page.getByText('Not in a party').isVisible();
        const card = page.getByRole('region', { name: `${now.leader.name}’s party` });
        const shown = withoutAvatars(await card.getByRole('link').allTextContents());
        const leader = card.getByRole('listitem').filter({ hasText: now.leader.name });
        return (
          (await card.getByText(`${now.size} member`).count()) === 1 &&
          (await leader.getByRole('img', { name: 'Leader' }).count()) === 1 &&
          shown.toSorted().join() ===
            now.members
              .map(({ name }) => name)
              .toSorted()
              .join()
        );
      },
      { timeout: 20_000 },
    )
    .toBe(true);
});

test('the page of an unknown player says so', async () => {
  const page = await windows.admin('/players/00000000-0000-4000-8000-000000000000');
  await page.getByText('No player with this id has ever joined').waitFor();
});
