import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { logIn } from './api.ts';
import { openBrowser } from './browser.ts';
import { openWindow, type Window } from './window.ts';

type WindowOptions = Parameters<typeof openWindow>[3];

/** Windows for the tests of a file. Each is closed after its test, and nothing in it may have been refused or thrown. */
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
    const complaints = open.flatMap((window) => window.complaints);
    for (const window of open.splice(0)) await window.close();
    expect(complaints).toEqual([]);
  });

  async function make(token: string, path: string, options?: WindowOptions, url = inject('network').url) {
    if (browser === undefined) throw new Error('the browser is not open');
    const window = await openWindow(browser, url, token, options);
    open.push(window);
    await window.page.goto(path);
    return window;
  }

  return {
    /** A window where nobody is signed in. */
    stranger: (path = '/') => make('', path),
    /** A window with a login of its own, at a page. */
    admin: async (path: string, options?: WindowOptions, url?: string) =>
      (await make(await logIn(), path, options, url)).page,
    /** The same with a secret of the test's choice. */
    adminWith: async (token: string, path: string, url?: string) => make(token, path, undefined, url),
  };
}
