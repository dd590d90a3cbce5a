import { expect, test } from 'vitest';
import { holdAnswer, useWindows } from './dashboard-fixture.ts';

const windows = useWindows();

test('the page asks what it wants to know before its style sheet is there', async () => {
  const { page } = await windows.signedIn('/bans');
  const styles = holdAnswer();
  await page.route('**/assets/page-*.css', async (route) => {
    await styles.opened;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/status');
  const opened = page.goto('/players');
  await asked;
  styles.open();
  await opened;
  await page.getByRole('table').waitFor();
});

test.each([
  ['/', 'Overview'],
  ['/players', 'Players'],
  ['/bans', 'Bans'],
])(
  '%s is shown at once where its code came before the rest, and no empty page first',
  async (path, title) => {
    const { page } = await windows.signedIn('/parties');
    // No timer ends: what waits for one is not shown.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        const main = document.querySelector('main');
        if (main !== null) seen.push(main.querySelector('h1')?.textContent ?? 'nothing');
      }).observe(document, { subtree: true, childList: true });
    });
    const script = holdAnswer();
    await page.route('**/assets/page-*.js', async (route) => {
      await script.opened;
      await route.continue();
    });
    const code = page.waitForResponse(/-page-[^/]+\.js$/);
    const answers = ['/api/auth/session', '/api/proxy/status', '/api/status'].map((api) =>
      page.waitForResponse((response) => new URL(response.url()).pathname === api),
    );
    const opened = page.goto(path);
    await Promise.all((await Promise.all([code, ...answers])).map((response) => response.finished()));
    script.open();
    await opened;
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    expect(await page.evaluate(() => Reflect.get(window, 'seen')?.[0])).toBe(title);
  },
);

test('a notice stays while the pointer is on it, and goes after that', async () => {
  const { page } = await windows.signedIn('/servers');
  await page.clock.install();
  await page.goto('/servers');
  await page.getByRole('button', { name: 'Ping hub-1' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'hub-1' });
  await notice.hover();
  await page.clock.fastForward(60_000);
  await notice.waitFor();
  await page.mouse.move(10, 10);
  await page.clock.fastForward(20_000);
  await notice.waitFor({ state: 'detached' });
});

test('a notice is closed by its button, and the next one goes by itself', async () => {
  const { page } = await windows.signedIn('/servers');
  await page.clock.install();
  await page.goto('/servers');
  const ping = page.getByRole('button', { name: 'Ping hub-1' });
  const notice = page.getByRole('alert').filter({ hasText: 'hub-1' });
  await ping.click();
  await notice.getByRole('button', { name: 'Close' }).click();
  await notice.waitFor({ state: 'detached' });
  await ping.click();
  await notice.waitFor();
  await page.clock.fastForward(20_000);
  await notice.waitFor({ state: 'detached' });
});
