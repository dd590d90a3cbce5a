import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** A window of its own: nothing is shared with others but the coordinator. */
export interface Window {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the browser had to say against the page: refused by policy, failed, thrown. */
  readonly complaints: string[];
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
      // Only at first: what the page makes of it later is the page's.
      if (sessionStorage.getItem('seeded') === null) sessionStorage.setItem('portcullis.token', value);
      sessionStorage.setItem('seeded', 'yes');
    }, token);
  }
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    if (/content security policy|refused to/i.test(text)) complaints.push(text);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(
        `Content Security Policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`,
      );
    });
  });
  return { context, page, complaints, close: () => context.close() };
}
