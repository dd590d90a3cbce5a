import { expect, onTestFinished, test } from 'vitest';
import { api, read, onlinePlayer } from './api.ts';
import { useWindows } from './dashboard-fixture.ts';

const windows = useWindows();

test('the counts are the coordinator’s, and follow it', async () => {
  const page = await windows.admin('/');
  const shown = async () =>
    Number(
      (await page
        .locator('dl > div')
        .filter({ hasText: 'Players online' })
        .locator('dd')
        .first()
        .textContent()) ?? -1,
    );
  await expect
    .poll(async () =>
      Math.abs((await shown()) - (await read<{ onlinePlayers: number }>('/proxy/status')).onlinePlayers),
    )
    .toBeLessThanOrEqual(2);
  await page.getByRole('img', { name: /Players online over the last hour: \d+ now/ }).waitFor();
  const states = page.getByRole('region', { name: 'Servers by state' });
  await states.getByText('Idle').waitFor();
});

test('joins appear as they happen', async () => {
  const page = await windows.admin('/');
  const first = page.getByRole('region', { name: 'Just joined' }).getByRole('link').nth(1);
  await first.waitFor();
  const before = await first.textContent();
  await expect.poll(() => first.textContent(), { timeout: 20_000 }).not.toBe(before);
});

test('a ban appears as it happens, and is over when it is lifted', async () => {
  const page = await windows.admin('/');
  const player = await onlinePlayer(6);
  onTestFinished(() => api('DELETE', `/bans/${player.uuid}`).then(undefined, () => undefined));
  await page.getByRole('region', { name: 'Latest bans' }).waitFor();
  await api('POST', '/bans', { uuid: player.uuid, name: player.name, time: '1h', reason: 'Fly hacks' });
  const line = page
    .getByRole('region', { name: 'Latest bans' })
    .getByRole('listitem')
    .filter({ hasText: player.name });
  await line.getByText('Fly hacks').waitFor();
  await api('DELETE', `/bans/${player.uuid}`);
  await line.getByText('Over').waitFor();
});

test('a restart appears as it happens', async () => {
  const page = await windows.admin('/');
  const card = page.getByRole('region', { name: 'Restarts' });
  await page.getByText('Live', { exact: true }).first().waitFor();
  await api('POST', '/servers/survival-1/restart');
  await card.getByRole('link', { name: 'survival-1' }).first().waitFor({ timeout: 20_000 });
  await card.getByText('Draining').first().waitFor();
  // Others use this server: leave it as it was.
  await expect
    .poll(async () => (await read<{ restart: unknown }>('/servers/survival-1')).restart, { timeout: 30_000 })
    .toBeNull();
});
