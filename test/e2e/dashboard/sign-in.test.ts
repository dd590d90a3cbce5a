import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openRelay } from '../../fixtures/tcp-relay.ts';
import { api, onlinePlayer } from './api.ts';
import { rowOf, useWindows } from './dashboard-fixture.ts';
import { tokenIn } from './window.ts';

const windows = useWindows();

const statusOf = async (token: string): Promise<number> =>
  (await fetch(`${inject('network').url}/api/servers`, { headers: { authorization: `Bearer ${token}` } }))
    .status;

test('without a session every address shows the sign-in, and a wrong password says what to do', async () => {
  const { page } = await windows.signedOut('/players');
  await page.getByLabel('Password', { exact: true }).last().fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Wrong password').waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
});

test('the password opens the requested page; the token is in a cookie that no script can read', async () => {
  const { page, context } = await windows.signedOut('/bans');
  await page.getByRole('textbox', { name: 'Password' }).fill(inject('network').password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Bans' }).waitFor();
  const cookies = await context.cookies();
  expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/api', expires: -1 }]);
  const seen = await page.evaluate(() =>
    JSON.stringify([
      Object.entries(sessionStorage),
      Object.entries(localStorage),
      document.cookie,
      document.documentElement.outerHTML,
    ]),
  );
  expect([seen.includes(await tokenIn(context)), seen.includes('eyJ')]).toEqual([false, false]);
  await page.reload();
  await page.getByRole('heading', { name: 'Bans' }).waitFor();
});

test('the API key signs in too, another text does not', async () => {
  const { page, context } = await windows.signedOut();
  await page.getByText('API key', { exact: true }).click();
  await page.getByRole('textbox', { name: 'API key' }).fill('x'.repeat(32));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('This is not the API key').waitFor();
  await page.getByRole('textbox', { name: 'API key' }).fill(inject('network').apiKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(JSON.stringify(await context.cookies())).not.toContain(inject('network').apiKey);
});

test('a shared link comes back to its page after the sign-in, with its query', async () => {
  const { uuid, name } = await onlinePlayer();
  const links = [
    [`/players/${uuid}`, (page: Page) => page.getByRole('heading', { name, level: 1 })],
    [`/players?show=all&search=${name}`, (page: Page) => rowOf(page, name)],
  ] as const;
  for (const [path, shown] of links) {
    const { page } = await windows.signedOut(path);
    await page.getByRole('textbox', { name: 'Password' }).fill(inject('network').password);
    await page.keyboard.press('Enter');
    await shown(page).first().waitFor();
    expect(page.url()).toBe(`${inject('network').url}${path}`);
  }
});

test('a link from another site opens its page for who is signed in', async () => {
  const { page } = await windows.signedIn('/');
  const { url } = inject('network');
  await page.route('http://elsewhere.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${url}/bans">the bans</a>` }),
  );
  await page.goto('http://elsewhere.example/');
  await page.getByRole('link', { name: 'the bans' }).click();
  await page.getByRole('table', { name: / bans?$/ }).waitFor();
});

test('a token that an earlier version kept in the tab is removed', async () => {
  const { page } = await windows.signedOut();
  await page.evaluate(() => sessionStorage.setItem('portcullis.token', 'a.b.c'));
  await page.reload();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('portcullis.token'))).toBeNull();
});

test('a new tab is signed in', async () => {
  const { context } = await windows.signedIn('/');
  const tab = await context.newPage();
  await tab.goto('/servers');
  await tab.getByRole('link', { name: 'hub-1' }).waitFor();
});

test('signing in in one tab signs in the others', async () => {
  const { page, context } = await windows.signedOut('/bans');
  const other = await context.newPage();
  await other.goto('/servers');
  await other.getByRole('textbox', { name: 'Password' }).fill(inject('network').password);
  await other.keyboard.press('Enter');
  await page.getByRole('table', { name: / bans?$/ }).waitFor();
});

test('signing out revokes the token, takes the cookie away, and signs the other tabs out', async () => {
  const { page, context } = await windows.signedIn('/');
  const other = await context.newPage();
  await other.goto('/servers');
  await other.getByRole('link', { name: 'hub-1' }).waitFor();
  const token = await tokenIn(context);
  expect(await statusOf(token)).toBe(200);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  for (const tab of [page, other]) {
    await tab.getByRole('heading', { name: 'Sign in to your network' }).waitFor();
    expect(await tab.getByRole('link', { name: 'hub-1' }).count()).toBe(0);
  }
  expect([await context.cookies(), await statusOf(token)]).toEqual([[], 401]);
});

test('signing out everywhere ends the sessions of other browsers too, without a reload', async () => {
  const [{ page }, there] = [await windows.signedIn('/'), await windows.signedIn('/servers')];
  const token = await tokenIn(there.context);
  await there.page.getByText('Live', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('heading', { name: 'Sign in to your network' }).waitFor();
  await there.page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  expect(await statusOf(token)).toBe(401);
});

test('a sign-out that the coordinator cannot write down says so, and leaves the page as it is', async () => {
  const { page, context } = await windows.signedIn('/servers');
  await page.getByRole('link', { name: 'hub-1' }).waitFor();
  await page.route('**/api/auth/logout', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByText('Could not sign out').waitFor();
  expect(await page.getByRole('link', { name: 'hub-1' }).count()).toBe(1);
  expect(await statusOf(await tokenIn(context))).toBe(200);
});

test('the end of a session shows the sign-in, and keeps the page behind it', async () => {
  const { page, context } = await windows.signedIn('/servers');
  await page.getByRole('searchbox', { name: 'Search servers' }).fill('hub');
  await page.getByRole('link', { name: 'hub-1' }).waitFor();
  const { url } = inject('network');
  const authorization = `Bearer ${await tokenIn(context)}`;
  await fetch(`${url}/api/auth/logout`, { method: 'POST', headers: { authorization } });
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

test('no address that the page asks for has a token', async () => {
  const relay = await openRelay(inject('network').url);
  onTestFinished(() => relay.close());
  const { page, context } = await windows.signedIn('/servers', undefined, relay.url);
  const token = await tokenIn(context);
  await page.reload();
  await page.getByText('Live', { exact: true }).first().waitFor();
  const addresses = relay.sent.map((request) => request.split('\r\n')[0] ?? '');
  expect(addresses).toContain('GET /api/events HTTP/1.1');
  expect(addresses.filter((address) => address.includes(token) || address.includes('token='))).toEqual([]);
});

test('a page of another site, at another port of this host, changes nothing by the cookie', async () => {
  const { page, context } = await windows.signedIn('/servers');
  await page.getByRole('link', { name: 'hub-1' }).waitFor();
  const { url } = inject('network');
  const evil = await context.newPage();
  await evil.goto(await neighbour());
  const sent = evil.waitForRequest((request) => request.url().endsWith('/api/auth/logout-everywhere'));
  await evil.evaluate(async (target) => {
    await fetch(target, { method: 'POST', mode: 'no-cors', credentials: 'include' });
  }, `${url}/api/auth/logout-everywhere`);
  const request = await sent;
  // Not 401: the browser sends the cookie, because the port is no part of a site.
  expect((await request.response())?.status()).toBe(403);
  expect(await statusOf(await tokenIn(context))).toBe(200);
});

/** A page at another port, which is no coordinator's. */
async function neighbour(): Promise<string> {
  const server = createServer((_, response) =>
    response.setHeader('Content-Type', 'text/html').end('<p>Hello'),
  );
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
