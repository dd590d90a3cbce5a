import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { AgentClient } from '../../../src/channel/client/agent-client.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { LevelledLog } from '../../fixtures/levelled-log.ts';
import { startCoordinator } from '../process.ts';
import { apiKeyIn } from './coordinator-api.ts';
import { useWindows } from './dashboard-fixture.ts';

const windows = useWindows();

/** A coordinator to which nothing has ever connected. */
async function startAlone() {
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-first-proxy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const coordinator = await startCoordinator(folder, { env: { PORTCULLIS_EDGE_LISTEN: '127.0.0.1:0' } });
  onTestFinished(() => coordinator.end('SIGKILL').then(() => undefined));
  const key = await apiKeyIn(folder);
  return (path: string) => windows.signedIn(path, { apiKey: key }, coordinator.url).then(({ page }) => page);
}

test('an owner connects the first proxy by what the page shows, and sees it arrive', async () => {
  const open = await startAlone();
  const page = await open('/');
  await page.getByRole('heading', { name: 'Connect your first proxy' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Proxy', exact: true }).click();
  await page.getByRole('heading', { name: 'Connect your first proxy' }).waitFor();
  const jar = page.getByRole('link', { name: 'portcullis-proxy.jar' });
  expect(await jar.getAttribute('href')).toBe('/agents/portcullis-proxy.jar');

  await page.getByLabel('Name of the proxy').fill('gate');
  await page.getByRole('button', { name: 'Make its secret' }).click();
  const lines = await page.getByTestId('agent-config').innerText();
  const config: { coordinator: string; name: string; secret: string } = parse(lines);
  expect(config).toMatchObject({ name: 'gate', secret: expect.stringMatching(/^[A-Za-z0-9]{32}$/) });

  const proxy: AgentClient = new AgentClient({
    url: config.coordinator,
    secret: config.secret,
    hello: { role: 'proxy', name: config.name, platform: 'modern', version: '0.0.7', epoch: Date.now() },
    clock: systemClock,
    logger: new LevelledLog(),
    random: Math.random,
    resync: () => {
      proxy.sendPlayers([]);
      proxy.send({ type: 'proxy.servers', servers: [{ name: 'skyblock', address: '127.0.0.1:25570' }] });
    },
    receive: () => undefined,
  });
  onTestFinished(() => proxy.close());
  await page.getByText('gate is connected.').waitFor();
  const row = page.getByRole('row').filter({ hasText: 'gate' });
  expect(await row.innerText()).toMatch(/Velocity.*0\.0\.7: another version/s);

  await page.getByText('The coordinator does not know skyblock, which gate has.').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Connect another proxy' }).waitFor();
  expect(await page.getByRole('main').innerText()).not.toContain(config.secret);
});

test('a name that has a secret already is refused in words, and what was entered stays', async () => {
  const page = await (await startAlone())('/proxy');
  for (const round of [1, 2]) {
    await page.getByLabel('Name of the proxy').fill('gate');
    await page.getByRole('button', { name: 'Make its secret' }).click();
    if (round === 1) await page.getByTestId('agent-config').waitFor();
    if (round === 1) await page.reload();
  }
  await page.getByText(/An agent with this name already exists/).waitFor();
  expect(await page.getByLabel('Name of the proxy').inputValue()).toBe('gate');
});
