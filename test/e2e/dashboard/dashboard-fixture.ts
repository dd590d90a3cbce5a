import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { openBrowser } from '../../fixtures/chromium.ts';
import { openWindow, type Secret, type Window } from './window.ts';

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

  async function openAt(
    secret: Secret | undefined,
    path: string,
    options?: WindowOptions,
    url = inject('network').url,
  ) {
    if (browser === undefined) throw new Error('the browser is not open');
    const window = await openWindow(browser, url, secret, options);
    open.push(window);
    await window.page.goto(path);
    return window;
  }

  return {
    /** A window that is not signed in. */
    signedOut: (path = '/') => openAt(undefined, path),
    /** A signed-in window at a page. */
    admin: async (path: string, options?: WindowOptions, url?: string) =>
      (await openAt({ password: inject('network').password }, path, options, url)).page,
    /** The same with its context, or at another coordinator. */
    signedIn: (path: string, secret: Secret = { password: inject('network').password }, url?: string) =>
      openAt(secret, path, undefined, url),
  };
}

/** The row of a table with a link of exactly this name. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
}

/** What has the focus: its kind, and its label or text. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: active } = document;
    return active === null || active === document.body
      ? 'nothing'
      : `${active.tagName} ${active.getAttribute('aria-label') ?? active.textContent}`;
  });
}

/** Holds an answer back until a test calls `open`. */
export function holdAnswer(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
