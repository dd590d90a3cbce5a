import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { logIn } from './api.ts';
import { openBrowser } from './browser.ts';
import { openWindow, type Window } from './window.ts';

type WindowOptions = Parameters<typeof openWindow>[3];

/** Browser windows for the tests of a file. Each is closed after its test, which fails if the window had errors. */
export function useWindows() {
  let browser: Browser | undefined;
  const open: Window[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });
  afterEach(async () => {
    const errors = open.flatMap((window) => window.errors);
    for (const window of open.splice(0)) await window.close();
    expect(errors).toEqual([]);
  });

  async function openAt(token: string, path: string, options?: WindowOptions, url = inject('network').url) {
    if (browser === undefined) throw new Error('the browser is not open');
    const window = await openWindow(browser, url, token, options);
    open.push(window);
    await window.page.goto(path);
    return window;
  }

  return {
    /** A window that is not signed in. */
    signedOut: (path = '/') => openAt('', path),
    /** A signed-in window at a page. */
    admin: async (path: string, options?: WindowOptions, url?: string) =>
      (await openAt(await logIn(), path, options, url)).page,
    /** A window that is signed in with this token or API key. */
    adminWithToken: async (token: string, path: string, url?: string) => openAt(token, path, undefined, url),
  };
}

/** The row of a table with a link of exactly this name. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
}
