import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { api, onlinePlayer, read } from './api.ts';
import { focused, useWindows } from './dashboard-fixture.ts';

const windows = useWindows();
const MAX_TABS = 60;

interface Status {
  readonly motd: string;
  readonly maxPlayers: number;
  readonly maintenanceBypass: readonly string[];
}

/** Presses Tab until the focus is on what has this label or text. */
async function tabTo(page: Page, wanted: string | RegExp): Promise<void> {
  const seen: string[] = [];
  while (seen.length < MAX_TABS) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    if (now.match(wanted) !== null) return;
    seen.push(now);
  }
  throw new Error(`Tab never came to ${String(wanted)}, but to ${seen.join(', ')}`);
}

/** Waits until the focus is on what has this label or text. */
const focusOn = (page: Page, wanted: RegExp) => expect.poll(() => focused(page)).toMatch(wanted);

test('a player is found, kicked, banned and let in again by the keyboard alone', async () => {
  const player = await onlinePlayer(7);
  onTestFinished(() => api('DELETE', `/bans/${player.uuid}`).then(undefined, () => undefined));
  const page = await windows.admin('/');
  const dialog = page.getByRole('dialog');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await tabTo(page, 'A Players');
  await page.keyboard.press('Enter');
  await focusOn(page, /^H1 Players/);
  await tabTo(page, 'INPUT Search by name');
  await page.keyboard.type(player.name);
  await expect.poll(() => page.getByRole('cell').getByRole('link').count()).toBe(1);
  await tabTo(page, player.name);
  await page.keyboard.press('Enter');
  await focusOn(page, new RegExp(`^H1 .*${player.name}`));

  await tabTo(page, 'BUTTON Kick');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Reason', { exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('by keyboard');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await focusOn(page, /^(BUTTON Kick|H1 )/);

  await tabTo(page, /^BUTTON Ban$/);
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Reason', { exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await tabTo(page, `BUTTON Ban ${player.name} for 7 days`);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await focusOn(page, /^H1 /);
  await tabTo(page, 'BUTTON Lift the ban');
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await tabTo(page, `BUTTON Lift the ban of ${player.name}`);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await focusOn(page, /^H1 /);
  await page.getByRole('button', { name: 'Ban', exact: true }).waitFor();
});

test('a message is written, discarded and saved by the keyboard alone, and the focus stays at hand', async () => {
  const { motd } = await read<Status>('/proxy/status');
  onTestFinished(() => api('PUT', '/proxy/status', { motd }).then(() => undefined));
  const page = await windows.admin('/proxy');
  const text = page.getByLabel('Normal message');
  await text.waitFor();
  await tabTo(page, 'TEXTAREA ');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('?');
  await tabTo(page, 'BUTTON Discard');
  await page.keyboard.press('Enter');
  await focusOn(page, /^TEXTAREA /);
  expect(await text.inputValue()).toBe(motd);
  await page.keyboard.press('Control+End');
  await page.keyboard.type('!');
  await tabTo(page, 'BUTTON Save');
  await page.keyboard.press('Enter');
  await page.getByText('Normal message saved').waitFor();
  await expect.poll(async () => (await read<Status>('/proxy/status')).motd).toBe(`${motd}!`);
  expect(await focused(page)).toBe('BUTTON Save');
  expect(await page.locator(':focus').isDisabled()).toBe(true);
});

test('the player limit and the bypass list leave the focus at hand', async () => {
  const { maxPlayers, maintenanceBypass } = await read<Status>('/proxy/status');
  onTestFinished(() => api('PUT', '/proxy/status', { maxPlayers, maintenanceBypass }).then(() => undefined));
  await api('PUT', '/proxy/status', { maintenanceBypass: ['First_One', 'Second_One'] });
  const page = await windows.admin('/proxy');
  await page.getByLabel('Player limit').fill(String(maxPlayers + 1));
  await tabTo(page, 'BUTTON Save');
  await page.keyboard.press('Enter');
  await page.getByText('Player limit saved').waitFor();
  expect(await focused(page)).toBe('BUTTON Save');
  // Pressed once more it does nothing.
  await page.keyboard.press('Enter');
  expect((await read<Status>('/proxy/status')).maxPlayers).toBe(maxPlayers + 1);

  await page.getByRole('button', { name: 'Remove First_One from the list' }).press('Enter');
  await focusOn(page, /^BUTTON Remove Second_One/);
  await page.getByText('1 name', { exact: true }).waitFor();
  await expect.poll(async () => (await read<Status>('/proxy/status')).maintenanceBypass.length).toBe(1);
  await page.keyboard.press('Enter');
  await page.getByText('The list is empty').waitFor();
  await page.getByLabel('Player name').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Third_One');
  await tabTo(page, 'BUTTON Add');
  await page.keyboard.press('Enter');
  await page.getByText('Third_One').waitFor();
  expect(await focused(page)).toBe('BUTTON Add');
});

test('a server is pinged, and a restart refused, by the keyboard, and the focus stays on the button', async () => {
  await api('POST', '/servers', { name: 'keyboard-1', type: 'GAME' });
  onTestFinished(() => api('DELETE', '/servers/keyboard-1').then(() => undefined));
  const page = await windows.admin('/servers/keyboard-1');
  await page.getByRole('button', { name: 'Ping' }).press('Enter');
  await page.getByText(/keyboard-1 does not answer|Could not ping keyboard-1/).waitFor();
  expect(await focused(page)).toBe('BUTTON Ping');
  await tabTo(page, 'BUTTON Restart');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await tabTo(page, 'BUTTON Restart keyboard-1');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').waitFor();
  expect(await focused(page)).toBe('BUTTON Restart keyboard-1');
});
