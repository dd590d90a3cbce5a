import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Operator, secretsOf } from './operator.ts';
import { type CoordinatorProcess, startCoordinator } from './process.ts';

let folder: string;
let demo: CoordinatorProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-demo-'));
});
afterEach(async () => {
  await demo?.end('SIGKILL');
  await rm(folder, { recursive: true });
});

/** Reads events of a stream until one matches. */
async function nextEvent(stream: Response, wanted: (event: string) => boolean): Promise<string> {
  let text = '';
  for await (const bytes of stream.body ?? []) {
    text += Buffer.from(bytes).toString('utf8');
    const found = text.split('\n\n').slice(0, -1).find(wanted);
    if (found !== undefined) return found;
  }
  throw new Error(`the stream ended before the event came:\n${text}`);
}

test('in the demo players join, a banned player is kicked at once, and events report both', async () => {
  demo = await startCoordinator(folder, { command: 'demo' });
  const { url, password } = demo;
  const json = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ password }),
  });
  const { token } = (await answer.json()) as { token: string };
  const headers = { ...json, Authorization: `Bearer ${token}` };
  const stream = (path: string) => fetch(`${url}${path}?token=${token}`);

  const joined = await nextEvent(await stream('/api/players/events'), (event) =>
    event.includes('event: player_join'),
  );
  const player = JSON.parse(/^data: (.*)$/m.exec(joined)?.[1] ?? '') as { uuid: string; name: string };

  const leaving = await stream('/api/players/events');
  const body = JSON.stringify({ uuid: player.uuid, name: player.name, time: '1h', reason: 'griefing' });
  const ban = await fetch(`${url}/api/bans`, { method: 'POST', headers, body });
  expect(ban.status).toBe(201);
  await nextEvent(leaving, (event) => event.includes('event: ban_update') && event.includes(player.uuid));

  // The kick is on its way when the ban is announced; the proxy reports the leave.
  const detail = () =>
    fetch(`${url}/api/players/${player.uuid}`, { headers }).then((answer) => answer.json());
  await expect.poll(detail, { timeout: 20_000 }).toMatchObject({ isBanned: true, isOnline: false });
  const { code } = await demo.end();
  expect(code).toBe(0);
  expect(await readFile(join(folder, 'config.yml'), 'utf8')).toContain('api_key');
});

test('a demo has bans in force and lifted ones, friends and a restart to look at, and the next start adds none', {
  timeout: 120_000,
}, async () => {
  demo = await startCoordinator(folder, { command: 'demo', examples: true });
  const { apiKey } = await secretsOf(folder);
  const operator = new Operator(demo.url, apiKey);
  const servers = await operator.follow('/api/servers/events');
  await servers.next('server_update', { state: 'RESTARTING' });
  servers.close();
  const bans = await operator.read<{ active: boolean }[]>('/api/bans');
  expect([bans.length, bans.filter(({ active }) => active).length]).toEqual([6, 4]);
  const players = await operator.read<{ uuid: string }[]>('/api/players?limit=40&sort=name');
  const friends = async () => {
    const lists = players.map(({ uuid }) => operator.read<unknown[]>(`/api/players/${uuid}/friends`));
    return (await Promise.all(lists)).flat().length;
  };
  await expect.poll(friends, { timeout: 20_000, interval: 500 }).toBeGreaterThan(50);
  expect((await demo.end()).code).toBe(0);

  demo = await startCoordinator(folder, { command: 'demo', examples: true });
  const again = new Operator(demo.url, apiKey);
  const restarts = await again.follow('/api/servers/events');
  // They come after the bans, if there were any.
  await restarts.next('server_update', { state: 'DRAINING' });
  expect(await again.read<unknown[]>('/api/bans')).toHaveLength(6);
});
