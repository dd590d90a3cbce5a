import { expect, inject, onTestFinished, test } from 'vitest';
import { openRelay } from '../../fixtures/tcp-relay.ts';
import { api } from './api.ts';
import { useWindows } from './dashboard-fixture.ts';

const windows = useWindows();

/** Two more than the connections that a browser opens to a site over HTTP/1.1. */
const TABS = 8;

async function signedIn(path: string) {
  const relay = await openRelay(inject('network').url);
  onTestFinished(() => relay.close());
  const { page, context } = await windows.signedIn(path, undefined, relay.url);
  const streams = () => relay.sent.filter((request) => request.startsWith('GET /api/events ')).length;
  return { page, context, streams };
}

test('eight tabs of a browser share one stream, all are live, and each can act', async () => {
  const { page: first, context, streams } = await signedIn('/servers');
  const tabs = [first];
  while (tabs.length < TABS) {
    const tab = await context.newPage();
    await tab.goto(tabs.length % 2 === 0 ? '/servers' : '/machines/proxy');
    tabs.push(tab);
  }
  for (const tab of tabs) await tab.getByText('Live', { exact: true }).first().waitFor();
  expect(streams()).toBe(1);
  await first.getByRole('button', { name: 'Ping hub-1' }).click();
  await first.getByText('hub-1 answers').waitFor();

  // What happens reaches each of them, also when the first has gone.
  await first.close();
  onTestFinished(() => api('DELETE', '/servers/for-all-tabs').then(() => undefined));
  await api('POST', '/servers', { name: 'for-all-tabs', type: 'GAME' });
  for (const [at, tab] of tabs.entries())
    if (at > 0 && at % 2 === 0) await tab.getByRole('link', { name: 'for-all-tabs' }).waitFor();
  expect(streams()).toBe(1);
});

test('signing out and in again gives the tabs one stream of the new session', async () => {
  const { page, context, streams } = await signedIn('/servers');
  const tab = await context.newPage();
  await tab.goto('/bans');
  for (const one of [page, tab]) await one.getByText('Live', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await tab.getByRole('textbox', { name: 'Password' }).fill(inject('network').password);
  await tab.getByRole('button', { name: 'Sign in' }).click();
  for (const one of [page, tab]) await one.getByText('Live', { exact: true }).first().waitFor();
  expect(streams()).toBe(2);
});

const WITHOUT_WORKERS: readonly (readonly [name: string, script: () => void])[] = [
  ['has no shared workers', () => void Reflect.deleteProperty(globalThis, 'SharedWorker')],
  [
    'cannot load the worker',
    () => {
      globalThis.SharedWorker = class extends SharedWorker {
        constructor() {
          super('/assets/missing.js');
        }
      };
    },
  ],
];

test.each(WITHOUT_WORKERS)('a browser that %s has a stream for each tab', async (_, script) => {
  const { page, context, streams } = await signedIn('/servers');
  await page.getByText('Live', { exact: true }).first().waitFor();
  await page.close();
  await context.addInitScript(script);
  const before = streams();
  for (const path of ['/servers', '/bans']) {
    const tab = await context.newPage();
    await tab.goto(path);
    await tab.getByText('Live', { exact: true }).first().waitFor();
  }
  expect(streams() - before).toBe(2);
});

test('an actor is followed only while its tab is visible', async () => {
  const { page } = await signedIn('/servers');
  const followed: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/proxy/proxy/events')) followed.push('begun');
  });
  page.on('requestfailed', (request) => {
    if (request.url().endsWith('/proxy/proxy/events')) followed.push('ended');
  });
  await page.goto('/machines/proxy/proxy');
  await page.locator('svg [data-state="proxy.joining.open"][data-active]').waitFor();
  const show = (state: string) =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await show('hidden');
  await expect.poll(() => followed.at(-1)).toBe('ended');
  const before = followed.length;
  await show('visible');
  await expect.poll(() => followed.slice(before)).toEqual(['begun']);
});
