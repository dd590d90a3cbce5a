import { expect, onTestFinished, test } from 'vitest';
import { api, read, onlinePlayer } from './api.ts';
import { useWindows } from './dashboard-fixture.ts';

const windows = useWindows();

test('the counts are those of the coordinator', async () => {
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

test('a join appears when it happens', async () => {
  const page = await windows.admin('/');
  const player = await onlinePlayer();
  // The first link leads to all players.
  const newest = page.getByRole('region', { name: 'Just joined' }).getByRole('link').nth(1);
  await newest.waitFor();
  await page.getByText('Live', { exact: true }).first().waitFor();
  // The simulated player joins again after a few seconds.
  await api('POST', `/players/${player.uuid}/kick`, { reason: 'a test' });
  await newest.and(page.locator(`[href="/players/${player.uuid}"]`)).waitFor();
});

test('a ban appears when it happens, and has ended when it is lifted', async () => {
  const page = await windows.admin('/');
  const player = await onlinePlayer(6);
  onTestFinished(() => api('DELETE', `/bans/${player.uuid}`).then(undefined, () => undefined));
  await page.getByRole('region', { name: 'Latest bans' }).waitFor();
  await api('POST', '/bans', { uuid: player.uuid, name: player.name, time: '1h', reason: 'Fly hacks' });
  const line = page
    .getByRole('region', { name: 'Latest bans' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: player.name, exact: true }) });
  await line.getByText('Fly hacks').waitFor();
  await api('DELETE', `/bans/${player.uuid}`);
  await line.getByText('Ended').waitFor();
});

test('a restart appears when it happens', async () => {
  const page = await windows.admin('/');
  const card = page.getByRole('region', { name: 'Restarts' });
  await page.getByText('Live', { exact: true }).first().waitFor();
  await api('POST', '/servers/survival-1/restart');
  await card.getByRole('link', { name: 'survival-1' }).first().waitFor({ timeout: 20_000 });
  await card.getByText('Draining').first().waitFor();
  // Other tests use this server.
  await expect
    .poll(async () => (await read<{ restart: unknown }>('/servers/survival-1')).restart, { timeout: 30_000 })
    .toBeNull();
});

/** Keeps in `drawn` which texts are on the canvas that was painted last, and where. */
const RECORD_TEXTS = `
  const { prototype } = CanvasRenderingContext2D;
  const { clearRect, fillText } = prototype;
  globalThis.drawn = [];
  prototype.clearRect = function (...box) {
    globalThis.drawn = [];
    clearRect.apply(this, box);
  };
  prototype.fillText = function (text, x, y) {
    const { width } = this.measureText(text);
    const left = this.textAlign === 'right' ? x - width : x - width / 2;
    globalThis.drawn.push({ text, left, right: left + width, canvas: this.canvas.width });
    fillText.call(this, text, x, y);
  };
`;

interface DrawnText {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly canvas: number;
}

test.each([
  ['en-US', 1440],
  ['en-US', 1024],
  ['en-US', 390],
  ['de-DE', 390],
])('the times on the axis of the chart can be read in %s at %i px', async (locale, width) => {
  const page = await windows.admin('/proxy', { locale, viewport: { width, height: 900 } });
  // A whole hour, of which the coordinator was down for some minutes.
  await page.route('**/api/proxy/player-history', (route) => {
    const newest = Math.floor(Date.now() / 60_000) * 60_000;
    const points = Array.from({ length: 60 }, (_, at) => ({
      timestamp: newest - (59 - at) * 60_000,
      ...(at > 19 && at < 30 ? { count: 0, missing: true } : { count: 1000 + at }),
    }));
    return route.fulfill({ json: points });
  });
  await page.addInitScript(RECORD_TEXTS);
  await page.goto('/');
  await page
    .getByRole('img', { name: /Players online over the last hour/ })
    .locator('canvas')
    .waitFor();
  const drawn = () => page.evaluate(() => (globalThis as unknown as { drawn: DrawnText[] }).drawn);
  await expect
    .poll(async () => (await drawn()).filter(({ text }) => text.includes(':')).length)
    .toBeGreaterThan(1);
  const times = (await drawn()).filter(({ text }) => text.includes(':'));
  for (const [at, { right, canvas }] of times.entries()) {
    expect(right).toBeLessThanOrEqual(canvas);
    expect((times[at + 1]?.left ?? Infinity) - right).toBeGreaterThan(8);
  }
});

test.each(['en-US', 'hi-IN'])(
  'the numbers on the axis of a large network are whole in %s',
  async (locale) => {
    const page = await windows.admin('/proxy', { locale });
    await page.route('**/api/proxy/player-history', (route) => {
      const newest = Math.floor(Date.now() / 60_000) * 60_000;
      const points = Array.from({ length: 60 }, (_, at) => ({
        timestamp: newest - (59 - at) * 60_000,
        count: 250_000,
      }));
      return route.fulfill({ json: points });
    });
    await page.addInitScript(RECORD_TEXTS);
    await page.goto('/');
    const drawn = () => page.evaluate(() => (globalThis as unknown as { drawn: DrawnText[] }).drawn);
    const large = async () => (await drawn()).filter(({ text }) => /^\d+(,\d+)*,000$/.test(text));
    await expect.poll(async () => (await large()).length).toBeGreaterThan(2);
    expect(Math.min(...(await large()).map(({ left }) => left))).toBeGreaterThanOrEqual(0);
  },
);
