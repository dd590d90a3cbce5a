import { EventEmitter, once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/runtime/clock.ts';
import { AgentClient, type Order } from '../../src/channel/client/agent-client.ts';
import type { HostPlayer } from '../../src/backend/menus/menu-host.ts';
import { GameConsole } from '../backend/hosts/game-console.ts';
import { ALICE, BOB, KeptLog } from '../channel/channel-fixture.ts';
import { ConsoleServer } from '../platform/rcon/console-server.ts';
import {
  type BackendProcess,
  type CoordinatorProcess,
  runToEnd,
  startBackend,
  startCoordinator,
} from './process.ts';

const PLAYERS: readonly [HostPlayer, HostPlayer] = [
  { uuid: ALICE, name: 'Alice' },
  { uuid: BOB, name: 'Bob' },
];
const [alice, bob] = PLAYERS;

let folder: string;
let coordinator: CoordinatorProcess;
let backend: BackendProcess;
let server: ConsoleServer;
let game: GameConsole;
let secret: string;
let apiKey: string;
const agents: AgentClient[] = [];
const told = new EventEmitter();
/** What agents were told, by their name. */
const orders: { readonly to: string; readonly order: Order }[] = [];

function valueIn(text: string, pattern: RegExp): string {
  return pattern.exec(text)?.[1] ?? '';
}

async function connect(
  role: 'proxy' | 'backend',
  name: string,
  resync: (client: AgentClient) => void,
): Promise<void> {
  const client = new AgentClient({
    url: coordinator.url,
    secret,
    hello: { role, name, platform: role === 'proxy' ? 'modern' : 'server', version: '0', epoch: 1 },
    clock: systemClock,
    logger: new KeptLog(),
    random: Math.random,
    resync: () => {
      resync(client);
      told.emit('welcome', name);
    },
    receive: (order) => {
      orders.push({ to: name, order });
      // The proxy moves players at once, and the game server sees them go.
      if (role === 'proxy' && order.type === 'player.send') {
        const player = PLAYERS.find(({ uuid }) => uuid === order.uuid);
        if (player !== undefined) game.leave(player);
        client.send({ type: 'player.switch', uuid: order.uuid, server: order.server });
      }
      told.emit('order');
    },
  });
  agents.push(client);
  await once(told, 'welcome');
}

async function orderTo<T extends Order['type']>(to: string, type: T): Promise<Extract<Order, { type: T }>> {
  for (;;) {
    const found = orders.find((one) => one.to === to && one.order.type === type);
    if (found !== undefined) return found.order as Extract<Order, { type: T }>;
    await once(told, 'order');
  }
}

async function api(path: string, method = 'GET'): Promise<unknown> {
  const headers = { Authorization: `Bearer ${apiKey}` };
  return (await fetch(`${coordinator.url}${path}`, { method, headers })).json();
}

/** Reads the stream of servers until the game server has come back; answers the states on the way. */
async function statesOfReboot(began: () => void): Promise<string[]> {
  const response = await fetch(`${coordinator.url}/api/servers/events?token=${await ticket()}`);
  began();
  const states: string[] = [];
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    for (const [, data = '{}'] of text.matchAll(/^data: (.*)\n/gm)) {
      const update = JSON.parse(data) as { name?: string; state?: string };
      if (update.name === 'game' && update.state !== undefined && states.at(-1) !== update.state) {
        states.push(update.state);
      }
    }
    text = text.slice(text.lastIndexOf('\n') + 1);
    if (states.includes('RESTARTING') && states.at(-1) === 'IDLE') break;
  }
  return states;
}

async function ticket(): Promise<string> {
  const answer = await api('/api/auth/ticket', 'POST');
  return (answer as { ticket: string }).ticket;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-e2e-backend-'));
  coordinator = await startCoordinator(join(folder, 'proxy'), {
    env: { PORTCULLIS_RESTART_COUNTDOWN_SECONDS: '1', PORTCULLIS_RESTART_ANNOUNCE_AT: '1' },
  });
  const config = await readFile(join(folder, 'proxy', 'config.yml'), 'utf8');
  secret = valueIn(config, /^channel:[^]*?^ {2}secret: "(.*)"$/m);
  apiKey = valueIn(config, /^api_key: "(.*)"$/m);
  server = await ConsoleServer.open();
  game = new GameConsole(server);
  for (const player of PLAYERS) game.join(player);
  orders.length = 0;
  await connect('proxy', 'proxy', (client) => {
    const joinedAt = Date.now();
    client.sendPlayers(PLAYERS.map((player) => ({ ...player, ip: '192.0.2.1', server: 'game', joinedAt })));
  });
  await connect('backend', 'hub', (client) => {
    client.send({
      type: 'server',
      serverType: 'HUB',
      maxPlayers: 50,
      serverId: 'hub',
      gameName: '',
      gameData: '',
      canRejoin: false,
      state: 'IDLE',
      players: [],
    });
  });
  backend = await startBackend(join(folder, 'backend'), backendEnv());
  // It is ready before it is connected to the coordinator: a menu opened until then lists no hub and finds no player.
  while ((await render('%portcullis_hubs_online%')) !== '1') await setTimeout(50);
});
afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.close()));
  await Promise.all([backend.end('SIGKILL'), coordinator.end('SIGKILL')]);
  await server.close();
  await rm(folder, { recursive: true });
});

function backendEnv(): Record<string, string> {
  return {
    PORTCULLIS_BACKEND_COORDINATOR_URL: coordinator.url,
    PORTCULLIS_BACKEND_COORDINATOR_SECRET: secret,
    PORTCULLIS_BACKEND_SERVER_NAME: 'game',
    PORTCULLIS_BACKEND_RCON_ADDRESS: `127.0.0.1:${server.port}`,
    PORTCULLIS_BACKEND_RCON_PASSWORD: server.password,
    PORTCULLIS_BACKEND_LOCAL_LISTEN: '127.0.0.1:0',
    PORTCULLIS_BACKEND_BAN_ALLOWED: alice.uuid,
    PORTCULLIS_BACKEND_REBOOT_ALLOWED: 'alice',
  };
}

/** One text, its placeholders filled for Alice as a plugin of the machine asks it. */
async function render(text: string): Promise<string> {
  const response = await fetch(`${backend.local}/placeholders/render`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ player: alice.uuid, texts: [text] }),
  });
  const { texts } = (await response.json()) as { texts: string[] };
  return texts[0] ?? '';
}

async function choose(player: HostPlayer, title: string, choice: string): Promise<void> {
  const menu = await game.sees(player, (one) => one?.title === title && one.choices.includes(choice));
  await game.click(player, menu?.choices.indexOf(choice) ?? 0);
}

describe('beside a game server with nothing installed', () => {
  test('/hubs shows the hubs, and a click has the proxy move the player there', async () => {
    await game.trigger(bob, 'hubs');
    await choose(bob, 'Hubs', 'hub');
    expect(await orderTo('proxy', 'player.send')).toMatchObject({ uuid: bob.uuid, server: 'hub' });
    expect(game.unwantedCommands).toEqual([]);
  });

  test('/ban walked to its end bans, and the banned player is sent away', async () => {
    await game.trigger(alice, 'ban');
    await choose(alice, 'Ban whom? 1/1', 'Bob');
    await choose(alice, 'Ban Bob for how long?', '24h');
    await choose(alice, 'Ban Bob for what?', 'Griefing');
    await choose(alice, 'Ban Bob?', 'Ban Bob');
    expect(await orderTo('proxy', 'player.kick')).toMatchObject({ uuid: bob.uuid });
    expect(await game.reads(alice)).toBe('Bob is banned (24h): Griefing');
    expect(await api(`/api/bans/${bob.uuid}`)).toMatchObject({ reason: 'Griefing', active: true });
    await game.sees(alice, (menu) => menu === null);
  });

  test('who is not listed may neither ban nor reboot', async () => {
    await game.trigger(bob, 'ban');
    expect(await game.reads(bob)).toBe('You may not do that.');
    await game.trigger(bob, 'reboot');
    expect(await game.reads(bob)).toBe('You may not do that.');
  });

  test('a reboot loses nobody, tells how far it is, and offers the way back', async () => {
    game.onStop = () => void server.close();
    const { port } = server;
    const states = statesOfReboot(() => void game.trigger(alice, 'reboot'));
    await choose(alice, 'Restart game?', 'Restart');
    await orderTo('proxy', 'player.send');
    // The process is gone when its console is; then somebody starts it again.
    while (server.commands.at(-1) !== 'stop') await game.changed();
    expect(game.saved).toBe(1);
    // No server is back before it was seen to be gone.
    expect(await coordinator.logged('channel.closed')).toMatchObject({ agent: 'game' });
    const again = await ConsoleServer.open(port);
    server = again;
    game.serve(again);
    // STARTING is between the last two only where the coordinator is connected before the menus are ready.
    const seen = (await states).filter((state) => state !== 'STARTING');
    expect(seen.slice(-3)).toEqual(['DRAINING', 'RESTARTING', 'IDLE']);
    expect(await orderTo('hub', 'player.offer')).toMatchObject({ server: 'game' });
    expect(await api('/api/servers/hub')).toMatchObject({ players: 2 });
    expect(await api('/api/players')).toHaveLength(2);
  });

  test('plugins of the machine have placeholders filled', async () => {
    const text = '%portcullis_online%/%portcullis_hubs_online% %portcullis_player_server% %other_x%';
    // What is asked of the coordinator about a player is there with one of the next calls.
    while ((await render(text)).includes('…')) await setTimeout(50);
    expect(await render(text)).toBe('2/1 game %other_x%');
  });

  test('it ends when it is told to', async () => {
    expect((await backend.end()).code).toBe(0);
  });
});

test('without a configuration it writes one and says what is missing', async () => {
  const { code, errors } = await runToEnd(['backend', '--data', join(folder, 'new')]);
  expect((await stat(join(folder, 'new'))).mode & 0o777).toBe(0o700);
  expect(code).toBe(2);
  expect(errors).toContain('coordinator.secret is missing');
});

test('it waits for a game server that does not answer, also where nothing else keeps it running', async () => {
  const waiting = await startBackend(join(folder, 'waiting'), {
    ...backendEnv(),
    PORTCULLIS_BACKEND_SERVER_NAME: 'away',
    PORTCULLIS_BACKEND_RCON_ADDRESS: '127.0.0.1:1',
    PORTCULLIS_BACKEND_LOCAL_LISTEN: 'off',
  });
  expect(await waiting.logged('backend.server-away')).toMatchObject({ reachedAt: ['127.0.0.1:1'] });
  await expect
    .poll(() => api('/api/servers'), { timeout: 20_000 })
    .toContainEqual(expect.objectContaining({ name: 'away', state: 'OFFLINE' }));
  expect(await waiting.end('SIGTERM')).toMatchObject({ code: 0, signal: null });
});
