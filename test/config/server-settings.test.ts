import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError } from '../../src/config/config-error.ts';
import { checkConfig, loadConfig } from '../../src/config/load-config.ts';
import { redactor } from '../../src/config/redaction.ts';
import { quickHashing } from './password-hashing.ts';

const SECRET = 'abcdefghijklmnopqrstuvwxyz0123456789ABCD';
const PASSWORD = 'rcon-"p4ss"';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-config-'));
});
afterEach(() => rm(folder, { recursive: true }));

const file = () => join(folder, 'config.yml');
const check = (env: Record<string, string> = {}) => checkConfig({ dataFolder: folder, env });

async function issuesOf(text: string, env: Record<string, string> = {}): Promise<string> {
  await writeFile(file(), text);
  const error: unknown = await check(env).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof ConfigError ? error.message.replaceAll(file(), 'config.yml') : '';
}

const GOOD = `
servers:
  lobby:
    type: HUB
    address: 10.0.0.5:25565
    management: { url: "ws://10.0.0.5:25585", secret: ${SECRET} }
  arena-1:
    gameName: Arena
    maxPlayers: 16
    rcon:
      address: "[fd00::1]:25575"
      password: ${JSON.stringify(PASSWORD)}
    rebootCommands: [ "/save-all", "stop" ]
proxies:
  main:
    management: { url: "wss://proxy.example.org", secret: ${SECRET}, tls: { ca: proxy.pem } }
    platform: legacy
    behindEdge: true
`;

test('servers and proxies are read by their names', async () => {
  await writeFile(file(), GOOD);
  const { settings } = await check();
  expect(settings.servers).toEqual({
    lobby: {
      type: 'HUB',
      address: '10.0.0.5:25565',
      management: { url: 'ws://10.0.0.5:25585', secret: SECRET },
    },
    'arena-1': {
      gameName: 'Arena',
      maxPlayers: 16,
      rcon: { address: '[fd00::1]:25575', password: PASSWORD },
      rebootCommands: ['/save-all', 'stop'],
    },
  });
  expect(settings.proxies['main']?.behindEdge).toBe(true);
});

test('an environment variable has them as JSON', async () => {
  await writeFile(file(), '');
  const servers = { lobby: { rcon: { address: 'h:1', password: PASSWORD } } };
  expect((await check({ PORTCULLIS_SERVERS: JSON.stringify(servers) })).settings.servers).toEqual(servers);
  expect(await issuesOf('', { PORTCULLIS_SERVERS: 'lobby' })).toBe(
    'PORTCULLIS_SERVERS: servers must be an object',
  );
  expect(await issuesOf('', { PORTCULLIS_SERVERS: '{"lobby":{"rcn":1}}' })).toBe(
    'PORTCULLIS_SERVERS: servers.lobby.rcn is not a known key',
  );
});

test('every wrong place is reported by its path and line, without any value', async () => {
  const wrong = GOOD.replace('type: HUB', 'type: hub')
    .replace('gameName:', 'gamename:')
    .replace('ws://10.0.0.5:25585', 'http://10.0.0.5')
    .replace('10.0.0.5:25565', 'nowhere-at-all');
  const issues = await issuesOf(wrong);
  expect(issues.split('\n')).toEqual([
    'config.yml:4: servers.lobby.type must be HUB, GAME or another upper-case word',
    'config.yml:5: servers.lobby.address must be host:port, as in 10.0.0.5:25565',
    'config.yml:6: servers.lobby.management.url must be ws://host:port or wss://host:port',
    'config.yml:8: servers.arena-1.gamename is not a known key',
  ]);
});

test.each([
  [
    'servers: { events: { rcon: { address: "h:1", password: "secret" } } }',
    /servers\.events must be a server name/,
  ],
  ['servers: { lobby: {} }', /servers\.lobby must have management or rcon/],
  ['servers: { lobby: { rcon: { address: "h:1" } } }', /servers\.lobby\.rcon\.password is required/],
  ['servers: { lobby: { rcon: { address: "h:1", password: "abc" } } }', /password must be text of 6 to 256/],
  [
    `servers: { lobby: { management: { url: "ws://h", secret: "${SECRET}" }, rebootCommands: [stop] } }`,
    /must have rcon for its rebootCommands/,
  ],
  [
    `servers: { lobby: { rcon: { address: "h:1", password: "secret" }, rebootCommands: ["stop\\nop me"] } }`,
    /rebootCommands\.0 must be a command of 1 to 1000 characters on one line/,
  ],
  [`servers: { lobby: { management: { url: "ws://u:p@h", secret: "${SECRET}" } } }`, /url must be ws:/],
  ['proxies: { main: {} }', /proxies\.main\.management is required/],
  ['proxies: []', /proxies must be an object/],
])('%s is refused with a clear message', async (text, message) => {
  expect(await issuesOf(text)).toMatch(message);
});

test('the secrets inside them never reach the log', async () => {
  await writeFile(file(), GOOD);
  const { settings } = await check();
  const line = JSON.stringify({ tried: SECRET, said: `login ${PASSWORD} failed`, at: '10.0.0.5:25565' });
  expect(JSON.parse(redactor(settings)(line))).toEqual({
    tried: '[redacted]',
    said: 'login [redacted] failed',
    at: '10.0.0.5:25565',
  });
});

test('the file of the first start lists every key of a server and of a proxy', async () => {
  await loadConfig({ dataFolder: folder, env: {} }, quickHashing());
  const text = await readFile(file(), 'utf8');
  for (const part of [
    'management.url',
    'management.secret',
    'rcon.password',
    'rebootCommands',
    'behindEdge',
  ]) {
    expect(text).toContain(`#   ${part}: `);
  }
});

const ROUTED = `proxies:
  velocity:
    management: { url: "ws://127.0.0.1:25585", secret: ${SECRET} }
edge:
  routes:
    "*": [ "10.0.0.7:25577", "velocity@127.0.0.1:25577" ]
    "play.example.net": [ "velocity@127.0.0.1:25577" ]
`;

test('a proxy that the edge leads to must be behindEdge: otherwise both report each player, and each kicks those of the other', async () => {
  expect(await issuesOf(ROUTED)).toBe(
    'config.yml:3: proxies.velocity.behindEdge must be true, because edge.routes leads players to velocity@127.0.0.1:25577: ' +
      'both would report them, and all would be thrown out after the login. Write behindEdge: true',
  );
  const settled = ROUTED.replace('velocity:\n', 'velocity:\n    behindEdge: true\n');
  expect(await issuesOf(settled)).toBe('');
  expect(await issuesOf(ROUTED.replaceAll('velocity@', 'lobby@'))).toBe('');
  const env = { PORTCULLIS_EDGE_ROUTES: '{"*": ["main@127.0.0.1:25577"]}' };
  expect(await issuesOf(GOOD, env)).toBe('');
  expect(await issuesOf(GOOD.replace('behindEdge: true', 'behindEdge: false'), env)).toContain(
    'config.yml:16: proxies.main.behindEdge must be true',
  );
  await writeFile(file(), ROUTED);
  await expect(loadConfig({ dataFolder: folder, env: {} }, quickHashing())).rejects.toThrow(ConfigError);
});
