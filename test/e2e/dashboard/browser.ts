import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

const PATHS = [process.env['CHROMIUM'] ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser'];
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts Chromium with a temporary profile, which `close` removes. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = PATHS.find((path) => existsSync(path));
  if (executablePath === undefined) {
    throw new Error(
      'The tests of the dashboard need Chromium: apt install chromium, or name it in CHROMIUM.',
    );
  }
  const home = await mkdtemp(join(tmpdir(), 'portcullis-chromium-'));
  const browser = await chromium.launch({
    executablePath,
    args: ARGUMENTS,
    env: { ...process.env, HOME: home },
  });
  browser.on('disconnected', () => void rm(home, { recursive: true, force: true }));
  return browser;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The serious and critical violations that axe finds, each with its elements. */
export async function seriousViolations(page: Page): Promise<string[]> {
  // Evaluated as text, because the content security policy refuses a script element.
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run: (root: Document) => Promise<{
          violations: { id: string; impact: string; nodes: { html: string }[] }[];
        }>;
      };
    };
    const { violations } = await axe.run(document);
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  });
}
