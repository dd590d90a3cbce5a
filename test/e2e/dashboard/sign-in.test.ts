import { expect, inject, test } from 'vitest';
import { api, logIn } from './api.ts';
import { useWindows } from './dashboard-fixture.ts';

const windows = useWindows();

test('without a token every address shows the sign-in, and a wrong password says what to do', async () => {
  const { page } = await windows.signedOut('/players');
  await page.getByLabel('Password', { exact: true }).last().fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Wrong password').waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
});

test('the password opens the requested page; the token is kept in session storage only', async () => {
  const { page, context } = await windows.signedOut('/bans');
  await page.getByRole('textbox', { name: 'Password' }).fill(inject('network').password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Bans' }).waitFor();
  const kept = await page.evaluate(() => [
    sessionStorage.getItem('portcullis.token')?.split('.').length,
    Object.values(localStorage).filter((value) => value.includes('eyJ')).length,
  ]);
  expect(kept).toEqual([3, 0]);
  expect(await context.cookies()).toEqual([]);
  await page.reload();
  await page.getByRole('heading', { name: 'Bans' }).waitFor();
});

test('the API key signs in too, another text does not', async () => {
  const { page } = await windows.signedOut();
  await page.getByText('API key', { exact: true }).click();
  await page.getByRole('textbox', { name: 'API key' }).fill('x'.repeat(32));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('This is not the API key').waitFor();
  await page.getByRole('textbox', { name: 'API key' }).fill(inject('network').apiKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});

test('signing out revokes the token and removes it', async () => {
  const token = await logIn();
  const { page } = await windows.adminWithToken(token, '/');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to your network' }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('portcullis.token'))).toBeNull();
  const { url } = inject('network');
  const response = await fetch(`${url}/api/servers`, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(401);
});

test('the end of a session shows the sign-in, and keeps the page behind it', async () => {
  const token = await logIn();
  const { page } = await windows.adminWithToken(token, '/servers');
  await page.getByRole('searchbox', { name: 'Search servers' }).fill('hub');
  await page.getByRole('link', { name: 'hub-1' }).waitFor();
  const { url } = inject('network');
  await fetch(`${url}/api/auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(inject('network').password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.getByRole('searchbox', { name: 'Search servers' }).inputValue()).toBe('hub');
  await page.getByText('Live', { exact: true }).first().waitFor();
  // The page is live again: new events appear.
  await api('POST', '/servers', { name: 'hub-after-sign-in', type: 'HUB' });
  await page.getByRole('link', { name: 'hub-after-sign-in' }).waitFor();
  await api('DELETE', '/servers/hub-after-sign-in');
});

test('the stream is opened with a ticket: no token is in an address', async () => {
  const token = await logIn();
  const addresses: string[] = [];
  const { page } = await windows.adminWithToken(token, '/servers');
  page.on('request', (request) => addresses.push(request.url()));
  await page.reload();
  await page.getByText('Live', { exact: true }).first().waitFor();
  expect(addresses.some((address) => address.includes('/api/events?token='))).toBe(true);
  expect(addresses.filter((address) => address.includes(token))).toEqual([]);
});
