import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { openRelay } from '../../fixtures/tcp-relay.ts';
import { begin, startCoordinator } from '../process.ts';
import { apiKeyIn, request, waitUntil } from './coordinator-api.ts';
import { useWindows } from './dashboard-fixture.ts';

const windows = useWindows();
const PLAYERS = 20;
/** As configured by default, at another port: the edge is connected before anybody else, and stays when all others are lost. */
const WITH_EDGE = { env: { PORTCULLIS_EDGE_LISTEN: '127.0.0.1:0' } };

/** A coordinator of its own, whose agents are another process. */
async function startNetwork() {
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-outage-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const coordinator = await startCoordinator(folder, WITH_EDGE);
  onTestFinished(() => coordinator.end('SIGKILL').then(() => undefined));
  const { url } = coordinator;
  const key = await apiKeyIn(folder);
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply: T = await (await request(url, key, method, path, body)).json();
    return reply;
  };
  const options = ['--players', String(PLAYERS), '--servers', '3', '--churn', '0'];
  const agents = begin(['simulate', '--data', folder, '--url', url, ...options]);
  onTestFinished(() => agents.end('SIGKILL').then(() => undefined));
  await waitUntil(async () =>
    (await call<{ onlinePlayers: number }>('GET', '/proxy/status')).onlinePlayers === PLAYERS
      ? true
      : undefined,
  );
  const open = async (path: string, address = url): Promise<Page> =>
    (await windows.signedIn(path, { apiKey: key }, address)).page;
  return { folder, coordinator, agents, call, open };
}

const figure = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name }).first();
const iconOf = (page: Page) => page.locator('link[rel="icon"]').getAttribute('href');

test('with every link lost each page says so and since when, also one that is opened later, and counts nobody', async () => {
  const { agents, open, call } = await startNetwork();
  const page = await open('/');
  await page.getByText('Open for players', { exact: true }).waitFor();
  await figure(page, 'Players online').getByText(String(PLAYERS), { exact: true }).waitFor();
  expect(await page.title()).toBe('Overview · Portcullis');
  const icon = await iconOf(page);
  const free = Number(await figure(page, 'Free places').locator('dd').first().textContent());
  expect(free).toBeGreaterThan(0);

  await agents.end('SIGKILL');
  const sentence = /^No proxy is connected since .+: nobody can join$/;
  await page.getByText(sentence).waitFor();
  const shown = await page.getByText(sentence).textContent();
  expect(await page.title()).toBe(`${shown} – Overview · Portcullis`);
  expect(await iconOf(page)).not.toBe(icon);
  await figure(page, 'Players online').getByText('–', { exact: true }).waitFor();
  await figure(page, 'Servers online').getByText('0', { exact: true }).waitFor();
  await page.getByRole('img', { name: /Players online over the last hour: unknown now/ }).waitFor();
  // In the grace already, while the servers still have their players.
  const servers = await open('/servers');
  await servers.getByText('0 of 3 online', { exact: true }).waitFor();
  await servers.getByText('Lost', { exact: true }).nth(2).waitFor();
  await servers.getByText('unknown', { exact: true }).nth(2).waitFor();
  const proxy = await open('/proxy');
  await proxy.getByText('Nobody can join', { exact: true }).waitFor();

  const players = await open('/players');
  await players.getByText(`${PLAYERS} players as last known`, { exact: true }).waitFor();

  // After the grace the players are gone, and the sentence is the same.
  await waitUntil(async () =>
    (await call<{ onlinePlayers: number }>('GET', '/proxy/status')).onlinePlayers === 0 ? true : undefined,
  );
  await players.getByText('Nobody can tell who is online', { exact: true }).waitFor();
  const server = await open('/servers/hub-1');
  await server.getByText('Nobody can tell who is on hub-1', { exact: true }).waitFor();
  expect((await call<{ counted: boolean }>('GET', '/status')).counted).toBe(false);
  await figure(page, 'Players online').getByText('–', { exact: true }).waitFor();
  await page.getByText('Nobody is online.').waitFor({ state: 'detached' });
  expect(await servers.getByText('0 of 3 online', { exact: true }).isVisible()).toBe(true);
  const later = await open('/bans');
  await later.getByText(sentence).waitFor();
  expect(await later.getByText(sentence).textContent()).toBe(shown);
  expect(await later.title()).toBe(`${shown} – Bans · Portcullis`);
  expect(await page.getByText(sentence).textContent()).toBe(shown);
  expect(await figure(page, 'Players online').locator('dd').first().textContent()).toBe('–');
});

test('a page whose coordinator dies says since when, of when its numbers are, and what is so when it is back', async () => {
  const { folder, coordinator, agents, call, open } = await startNetwork();
  await call('PUT', '/proxy/status', { maintenance: true });
  // The next process has another port: the system may have given this one away.
  const relay = await openRelay(coordinator.url);
  onTestFinished(() => relay.close());
  const page = await open('/', relay.url);
  await page.getByText(/^Closed for maintenance since/).waitFor();
  const closed = await page.getByText(/^Closed for maintenance since/).textContent();
  const icon = await iconOf(page);
  const chart = page.getByRole('img', { name: /Players online over the last hour: \d+ now/ });
  await chart.waitFor();
  relay.cut();
  await coordinator.end('SIGKILL');
  await page.getByText(/^The coordinator cannot be reached since .+; what you see is of then$/).waitFor();
  expect(await page.title()).toMatch(/^The coordinator cannot be reached since .* – Overview · Portcullis$/);
  expect(await iconOf(page)).toMatch(/^data:image/);
  expect(await iconOf(page)).not.toBe(icon);
  await figure(page, 'Players online')
    .getByText(/^as of/)
    .waitFor();
  await page.getByRole('img', { name: /unknown now/ }).waitFor();

  await agents.end('SIGKILL');
  const again = await startCoordinator(folder, WITH_EDGE);
  onTestFinished(() => again.end('SIGKILL').then(() => undefined));
  relay.restore(again.url);
  await page.getByText(/^No proxy is connected since/).waitFor({ timeout: 30_000 });
  const next = begin(['simulate', '--data', folder, '--url', again.url, '--players', '5', '--servers', '2']);
  onTestFinished(() => next.end('SIGKILL').then(() => undefined));
  await page.getByText(closed ?? '', { exact: true }).waitFor();
});

test('before anything is connected the page says that nobody can join, and an added server alone changes nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-fresh-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const coordinator = await startCoordinator(folder, WITH_EDGE);
  const { url, password = '' } = coordinator;
  onTestFinished(() => coordinator.end('SIGKILL').then(() => undefined));
  const { page } = await windows.signedIn('/proxy', { password }, url);
  await page.getByText(/^No proxy is connected since .+: nobody can join$/).waitFor();
  await page.getByText('Nobody can join', { exact: true }).waitFor();
  expect(await page.getByText('Open', { exact: true }).count()).toBe(0);
  const key = await apiKeyIn(folder);
  await request(url, key, 'POST', '/servers', { name: 'later', type: 'GAME' });
  await page.goto('/servers');
  await page.getByText('0 of 1 online').waitFor();
  await page.getByText(/^No proxy is connected since .+: nobody can join$/).waitFor();
});
