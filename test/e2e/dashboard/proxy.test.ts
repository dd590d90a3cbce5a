import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { api, read } from './api.ts';
import { useWindows } from './dashboard-fixture.ts';

const windows = useWindows();

interface Status {
  readonly motd: string;
  readonly maxPlayers: number;
  readonly maintenanceBypass: readonly string[];
}

test('maintenance is turned on after a confirmation, shown in another window, and turned off', async () => {
  onTestFinished(() => api('PUT', '/proxy/status', { maintenance: false }).then(() => undefined));
  const [page, other] = [await windows.admin('/proxy'), await windows.admin('/')];
  await other.getByText('Open for players').waitFor();
  await page.getByRole('switch', { name: 'Maintenance' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn maintenance on?' });
  await dialog.getByText('players are online now').waitFor();
  expect(await page.getByRole('switch', { name: 'Maintenance', includeHidden: true }).isChecked()).toBe(
    false,
  );
  await dialog.getByRole('button', { name: 'Turn maintenance on' }).click();
  await other.getByText(/^Closed for maintenance since/).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('switch', { name: 'Maintenance' }).click();
  await other.getByText('Open for players').waitFor();
});

test('joining can be prevented and allowed', async () => {
  onTestFinished(() => api('PUT', '/proxy/status', { preventJoin: false }).then(() => undefined));
  const [page, other] = [await windows.admin('/proxy'), await windows.admin('/proxy')];
  await other.getByText('Open', { exact: true }).waitFor();
  await page.getByRole('switch', { name: 'Prevent joining' }).click();
  await other.getByText('Closed', { exact: true }).waitFor();
  await other.getByRole('switch', { name: 'Prevent joining' }).click();
  await page.getByText('Open', { exact: true }).waitFor();
});

test('the player limit can be changed', async () => {
  const { maxPlayers } = await read<Status>('/proxy/status');
  onTestFinished(() => api('PUT', '/proxy/settings', { maxPlayers }).then(() => undefined));
  const [page, other] = [await windows.admin('/proxy'), await windows.admin('/')];
  await page.getByLabel('Player limit').fill('4321');
  await page.getByLabel('Player limit').press('Enter');
  await other.getByText('of 4,321 allowed').waitFor();
});

test('a name is added to the bypass list and removed; a failure undoes what was shown', async () => {
  onTestFinished(() => api('PUT', '/proxy/status', { maintenanceBypass: [] }).then(() => undefined));
  const [page, other] = [await windows.admin('/proxy'), await windows.admin('/proxy')];
  await page.getByLabel('Player name').fill('No\u200btch');
  await page.getByText('Use at most 48 visible characters').waitFor();
  await page.getByLabel('Player name').fill('Notch');
  await page.getByRole('button', { name: 'Add' }).click();
  await other.getByRole('listitem').filter({ hasText: 'Notch' }).waitFor();
  await page.route('**/maintenance-bypass?*', (route) => route.fulfill({ status: 502, body: 'no' }));
  await page.getByRole('button', { name: 'Remove Notch from the list' }).click();
  await page.getByText('Notch was not removed').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Notch' }).waitFor();
  await page.unroute('**/maintenance-bypass?*');
  await page.getByRole('button', { name: 'Remove Notch from the list' }).click();
  await other.getByRole('listitem').filter({ hasText: 'Notch' }).waitFor({ state: 'detached' });
  expect((await read<Status>('/proxy/status')).maintenanceBypass).toEqual([]);
});

/** How many pixels of the preview have this colour. */
function pixelsOf(page: Page, red: number, green: number, blue: number): Promise<number> {
  return page
    .locator('canvas')
    .first()
    .evaluate(
      (canvas, [r, g, b]) => {
        if (!(canvas instanceof HTMLCanvasElement)) return 0;
        const image = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        let found = 0;
        for (let at = 0; at < image.length; at += 4) {
          if (image[at] === r && image[at + 1] === g && image[at + 2] === b) found += 1;
        }
        return found;
      },
      [red, green, blue] as const,
    );
}

test('the message of the day has a preview, is saved, and appears in another window', async () => {
  const { motd } = await read<Status>('/proxy/status');
  onTestFinished(() => api('PUT', '/proxy/status', { motd }).then(() => undefined));
  const [page, other] = [await windows.admin('/proxy'), await windows.admin('/proxy')];
  const text = page.getByLabel('Normal message');
  await text.fill('#123456First line\n&aSecond §cline');
  await expect.poll(() => pixelsOf(page, 0x12, 0x34, 0x56)).toBeGreaterThan(100);
  expect(await pixelsOf(page, 0x55, 0xff, 0x55)).toBeGreaterThan(100);
  expect(await pixelsOf(page, 0xff, 0x55, 0x55)).toBeGreaterThan(100);
  await page.getByText('Line 1: 45 of 270 px').waitFor();

  // Clients before 1.16 have sixteen colours, and those before 1.7 one line.
  await page.getByText('1.7 to 1.15').first().click();
  await expect.poll(() => pixelsOf(page, 0x12, 0x34, 0x56)).toBe(0);
  await page.getByText('1.4 to 1.6').first().click();
  await expect.poll(() => pixelsOf(page, 0x55, 0xff, 0x55)).toBe(0);
  await page.getByText('1.16 and newer').first().click();

  await text.focus();
  await page.keyboard.press('Control+Home');
  await page.getByRole('button', { name: 'Centre this line' }).first().click();
  await expect
    .poll(async () => (await text.inputValue()).startsWith(`${' '.repeat(28)}#123456First`))
    .toBe(true);
  await text.fill('one\ntwo\nthree');
  await page.getByText('The server list shows only two lines').waitFor();
  await text.fill('');
  await page.getByRole('button', { name: 'Insert gold' }).first().click();
  await page.keyboard.type('Golden');
  await page.getByRole('button', { name: 'Save', disabled: false }).click();
  await page.getByText('Normal message saved').waitFor();
  await expect.poll(() => other.getByLabel('Normal message').inputValue()).toBe('&6Golden');
});

test('a text that another admin saves is announced, and does not replace the draft', async () => {
  const { motd } = await read<Status>('/proxy/status');
  onTestFinished(() => api('PUT', '/proxy/status', { motd }).then(() => undefined));
  const page = await windows.admin('/proxy');
  await page.getByLabel('Normal message').fill('Mine');
  await api('PUT', '/proxy/status', { motd: 'Theirs' });
  await page.getByText('Someone else has saved another text').waitFor();
  expect(await page.getByLabel('Normal message').inputValue()).toBe('Mine');
  await page.getByRole('button', { name: 'Discard' }).click();
  expect(await page.getByLabel('Normal message').inputValue()).toBe('Theirs');
});

test('two lines get a gradient, which Ctrl+Z takes back, and are saved with a colour for each letter', async () => {
  const { motd } = await read<Status>('/proxy/status');
  onTestFinished(() => api('PUT', '/proxy/status', { motd }).then(() => undefined));
  const page = await windows.admin('/proxy');
  const text = page.getByLabel('Normal message');
  const plain =
    'A network with a gradient from end to end 1234\nand a second line as long as the first one 12';
  await text.fill(plain);
  await page.getByText(/Line 1: \d+ of 270 px, 46 letters/).waitFor();
  await text.press('Control+Home');
  const [first, second] = ['Colour 1 of the gradient', 'Colour 2 of the gradient'];
  await page.getByRole('textbox', { name: first }).first().fill('#FF0000');
  await page.getByRole('textbox', { name: second }).first().fill('#00FF00');
  await page.getByRole('button', { name: 'Colour line 1' }).first().click();
  await expect.poll(() => text.inputValue()).toMatch(/^#FF0000A #.{6}n.*#00FF004&r\nand a second/s);
  await expect.poll(() => pixelsOf(page, 0xff, 0, 0)).toBeGreaterThan(100);
  await page.keyboard.press('Control+z');
  await expect.poll(() => text.inputValue()).toBe(plain);
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Colour the selection' }).first().click();
  await expect.poll(async () => (await text.inputValue()).length).toBeGreaterThan(550);
  const colored = await text.inputValue();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect.poll(() => text.inputValue()).toBe(plain);
  await page.getByRole('button', { name: 'Redo' }).first().click();
  await expect.poll(() => text.inputValue()).toBe(colored);
  // Still 46 letters: the codes do not count.
  await page.getByText(/Line 1: \d+ of 270 px, 46 letters/).waitFor();
  await page.getByRole('button', { name: 'Save', disabled: false }).click();
  await page.getByText('Normal message saved').waitFor();
  expect((await read<Status>('/proxy/status')).motd).toBe(colored);
});

test('a line that is too wide for the game is warned of, and a message that cannot be stored is not saved', async () => {
  const page = await windows.admin('/proxy');
  const text = page.getByLabel('Normal message');
  await text.fill(`${'A'.repeat(50)}\nTwo`);
  await page.getByRole('status').getByText('Line 1 is 30 px too wide for the server list').waitFor();
  const save = page.getByRole('button', { name: 'Save' }).last();
  await text.fill('x'.repeat(4097));
  await page.getByText('4,096 can be stored').waitFor();
  expect(await page.getByRole('button', { name: 'Save', disabled: false }).count()).toBe(0);
  expect(await save.isDisabled()).toBe(true);
});
