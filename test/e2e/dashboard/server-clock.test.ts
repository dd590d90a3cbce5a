import { onTestFinished, test } from 'vitest';
import { api, onlinePlayer } from './api.ts';
import { useWindows } from './dashboard-fixture.ts';

const windows = useWindows();
const BANNED = { uuid: '00000000-0000-4000-8000-0000000000d1', name: 'Clock_Tester' };
const DAY_MS = 86_400_000;

test.each([DAY_MS, -DAY_MS])('times are right on a device whose clock is %i ms wrong', async (wrong) => {
  await api('POST', '/bans', { ...BANNED, time: '24h', reason: 'A reason' });
  onTestFinished(() => api('DELETE', `/bans/${BANNED.uuid}`).then(undefined, () => undefined));
  const page = await windows.admin('/bans', { viewport: { width: 1440, height: 900 } });
  await page.clock.setSystemTime(Date.now() + wrong);
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: BANNED.name });
  await row.getByText('in 24 hours').waitFor();
  await row.getByText(/just now|a moment ago|minutes? ago/).waitFor();
  const player = await onlinePlayer(4);
  await page.goto(`/players/${player.uuid}`);
  const session = page.locator('dl > div').filter({ hasText: 'This session' });
  await session.getByText(/^\d+(s|m)$/).waitFor();
  await page.goto('/');
  await page.getByText('Live', { exact: true }).first().waitFor();
  await api('POST', `/players/${player.uuid}/kick`, { reason: 'a test' });
  const joined = page.getByRole('region', { name: 'Just joined' }).getByRole('listitem');
  await joined.filter({ hasText: player.name }).filter({ hasText: 'just now' }).waitFor();
});

test('a ban that has ended is expired, and not lifted, on a device whose clock is behind', async () => {
  await api('POST', '/bans', { ...BANNED, time: '1h', reason: 'A reason' });
  onTestFinished(() => api('DELETE', `/bans/${BANNED.uuid}`).then(undefined, () => undefined));
  const page = await windows.admin('/bans');
  await page.clock.setSystemTime(Date.now() - DAY_MS);
  await page.route(/\/api\/bans\?/, async (route) => {
    const response = await route.fetch();
    const bans: object[] = await response.json();
    const ended = { active: false, expires: Date.now() - 1000 };
    await route.fulfill({ response, json: bans.map((ban) => ({ ...ban, ...ended })) });
  });
  await page.reload();
  await page.getByRole('row').filter({ hasText: BANNED.name }).getByText('Expired').waitFor();
});
