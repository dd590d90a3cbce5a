import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** A browser window that shares nothing with other windows. */
export interface Window {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Exceptions, and violations of the content security policy. */
  readonly errors: string[];
  close(): Promise<void>;
}

/** Opens a window, signed in with `token` unless it is empty. */
export async function openWindow(
  browser: Browser,
  url: string | undefined,
  token: string,
  options: BrowserContextOptions = {},
): Promise<Window> {
  const context = await browser.newContext({
    ...(url === undefined ? {} : { baseURL: url }),
    viewport: { width: 1360, height: 860 },
    locale: 'en-GB',
    ...options,
  });
  context.setDefaultTimeout(15_000);
  if (token !== '') {
    await context.addInitScript((value) => {
      // Only once: after that the page itself changes it.
      if (sessionStorage.getItem('seeded') === null) sessionStorage.setItem('portcullis.token', value);
      sessionStorage.setItem('seeded', 'yes');
    }, token);
  }
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    if (/content security policy|refused to/i.test(text)) errors.push(text);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(
        `Content Security Policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`,
      );
    });
  });
  return { context, page, errors, close: () => context.close() };
}
