import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** A browser window that shares nothing with other windows. */
export interface Window {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Exceptions, and violations of the content security policy. */
  readonly errors: string[];
  close(): Promise<void>;
}

/** What a page signs in with. */
export type Secret = { readonly password: string } | { readonly apiKey: string };

/** Opens a window, signed in unless there is nothing to sign in with. */
export async function openWindow(
  browser: Browser,
  url: string | undefined,
  secret: Secret | undefined,
  options: BrowserContextOptions = {},
): Promise<Window> {
  const context = await browser.newContext({
    ...(url === undefined ? {} : { baseURL: url }),
    viewport: { width: 1360, height: 860 },
    locale: 'en-GB',
    ...options,
  });
  context.setDefaultTimeout(15_000);
  if (secret !== undefined && url !== undefined) await signIn(context, url, secret);
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
  const close = async (): Promise<void> => {
    // An answer that a test changes on the way may be under way as the test ends.
    for (const one of context.pages()) await one.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  };
  return { context, page, errors, close };
}

/** Gives a context the cookie that the page gets by its form. */
export async function signIn(context: BrowserContext, url: string, secret: Secret): Promise<void> {
  const headers = { Origin: url, 'X-Portcullis-Page': '1' };
  const reply = await context.request.post(`${url}/api/auth/session`, { data: secret, headers });
  if (!reply.ok()) throw new Error(`${reply.status()} ${await reply.text()}`);
}

/** The login token in the cookie of a window that is signed in; empty without one. */
export async function tokenIn(context: BrowserContext): Promise<string> {
  const cookies = await context.cookies();
  return cookies.find(({ name }) => name.startsWith('portcullis_'))?.value ?? '';
}
