import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BACKEND_KEYS, BACKEND_TABLE } from '../../src/config/tables/backend-keys.ts';
import { ConfigError } from '../../src/config/config-error.ts';
import { loadBackendConfig } from '../../src/config/load-backend-config.ts';
import { redactor } from '../../src/config/redaction.ts';

const SECRET = 'a'.repeat(32);
const GIVEN = {
  PORTCULLIS_BACKEND_COORDINATOR_SECRET: SECRET,
  PORTCULLIS_BACKEND_SERVER_NAME: 'lobby',
  PORTCULLIS_BACKEND_RCON_ADDRESS: '127.0.0.1:25575',
  PORTCULLIS_BACKEND_RCON_PASSWORD: 'hunter2hunter2',
};

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-backend-'));
  file = join(folder, 'config.yml');
});
afterEach(() => rm(folder, { recursive: true }));

async function issuesOf(env: Record<string, string> = {}): Promise<string[]> {
  const error: unknown = await loadBackendConfig(folder, env).catch((caught: unknown) => caught);
  if (!(error instanceof ConfigError)) throw new Error('the configuration was accepted');
  return error.issues.map(({ key, message }) => `${key} ${message}`);
}

describe('the first start beside a game server', () => {
  it('writes every key with its comment, and reports what must be filled in', async () => {
    expect(await issuesOf()).toEqual([
      expect.stringMatching(/^coordinator.secret is missing/),
      expect.stringMatching(/^server.name is missing/),
      expect.stringMatching(/^rcon.address is missing/),
    ]);
    const text = await readFile(file, 'utf8');
    for (const [name, { doc }] of Object.entries(BACKEND_KEYS)) {
      expect(text).toContain(`${name.split('.').at(-1)}:`);
      expect(text.replace(/\s+#?\s*/g, ' ')).toContain(doc.split(' ').slice(0, 8).join(' '));
    }
    expect(((await stat(file)).mode & 0o077).toString(8)).toBe('0');
  });

  it('writes a file that is accepted once it is filled in, with the same settings', async () => {
    const first = await loadBackendConfig(folder, GIVEN);
    const second = await loadBackendConfig(folder, GIVEN);
    expect(second.settings).toEqual(first.settings);
    expect(first.settings['local.secret']).toMatch(/^[A-Za-z0-9]{32}$/);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/^ {2}secret: "[A-Za-z0-9]{32}"\n/m, ''));
    const third = await loadBackendConfig(folder, GIVEN);
    expect(third.settings['local.secret']).not.toBe(first.settings['local.secret']);
    expect(await readFile(file, 'utf8')).toContain(third.settings['local.secret']);
  });
});

describe('a wrong configuration', () => {
  it.each([
    [
      'menus:\n  games:\n    titel: x',
      /^menus.games.titel is not a known key; did you mean menus.games.title\?/,
    ],
    ['menus:\n  games:\n    rows: 7', /^menus.games.rows is 7 but must be an integer from 1 to 6/],
    ['menus:\n  games:\n    items:\n      BROKEN: {material: x}', /^menus.games.items.BROKEN must be one of/],
    ['menus:\n  hubs:\n    empty: {name: x}', /^menus.hubs.empty.material is required/],
    [
      'menus:\n  hubs:\n    empty: {material: x, amount: 65}',
      /^menus.hubs.empty.amount must be a whole number/,
    ],
    [
      'reboot:\n  schedule: ["every day"]',
      /^reboot.schedule is \["every day"\] but must be a list of at most 64 cron/,
    ],
    ['ban:\n  allowed: ["two\\nlines"]', /^ban.allowed /],
    ['local:\n  listen: 0.0.0.0:8765', /^local.listen .*loopback/],
    ['coordinator:\n  url: ftp://host', /^coordinator.url /],
  ])('%j is reported by its key', async (text, issue) => {
    await writeFile(file, text);
    expect(await issuesOf(GIVEN)).toEqual([expect.stringMatching(issue)]);
  });

  it.each([
    [{ PORTCULLIS_BACKEND_RCON_PASSWORD: '' }, 'rcon.password'],
    [{ PORTCULLIS_BACKEND_MANAGEMENT_URL: 'ws://127.0.0.1:1' }, 'management.secret'],
    [{ PORTCULLIS_BACKEND_RCON_ADDRESS: '' }, 'rcon.address'],
    [{ PORTCULLIS_BACKEND_MENUS_HOST: 'channel', PORTCULLIS_BACKEND_LOCAL_LISTEN: 'off' }, 'local.listen'],
  ])('%j needs %s', async (more, key) => {
    const issues = await issuesOf({ ...GIVEN, ...more });
    expect(issues.map((issue) => issue.split(' ')[0])).toEqual([key]);
  });

  it.each([
    ['0 0 30 2 *', 'never fires'],
    ['0 0 0 1 1 * 2020', 'never fires'],
    ['* * * * * *', 'fires more than 60 times within an hour, as little as a second apart'],
  ])('but the cron text "%s" is a warning: it %s', async (pattern, words) => {
    await writeFile(file, `reboot:\n  schedule: ["0 4 * * *", "${pattern}"]\n`);
    const { warnings } = await loadBackendConfig(folder, GIVEN);
    expect(warnings).toEqual([expect.stringMatching(`^reboot.schedule: "[^"]*" ${words}`)]);
  });

  it.each([
    ['lime_wol', 'did you mean lime_wool?'],
    ['minecraft:lime_wol', 'did you mean lime_wool?'],
    ['LIME WOL', 'did you mean lime_wool?'],
    ['nothing_that_is_near', 'is no item of the game'],
    ['LEGACY_WOOL', 'is no item of the game'],
  ])('but the material "%s", which the game does not have, is a warning: %s', async (material, words) => {
    await writeFile(file, `menus: { games: { items: { IDLE: { material: "${material}" } } } }\n`);
    const { warnings } = await loadBackendConfig(folder, GIVEN);
    expect(warnings).toEqual([expect.stringContaining(words)]);
    expect(warnings[0]).toMatch(/^menus\.games\.items\.IDLE\.material: "/);
  });

  it.each(['RED_WOOL', 'Red Wool', 'air', 'minecraft:grass', 'mod:thing', '%material%', '{game}_wool'])(
    'and the material "%s" is none',
    async (material) => {
      await writeFile(file, `menus: { hubs: { empty: { material: "${material}" } } }\n`);
      expect((await loadBackendConfig(folder, GIVEN)).warnings).toEqual([]);
    },
  );

  it('of a process that is the game server itself needs no address of one', async () => {
    const env = { ...GIVEN, PORTCULLIS_BACKEND_RCON_ADDRESS: '', PORTCULLIS_BACKEND_RCON_PASSWORD: '' };
    const { settings } = await loadBackendConfig(folder, env, { isServerItself: true });
    expect(settings['server.name']).toBe('lobby');
  });

  it('is reported without its secrets, and none of them reaches the log', async () => {
    const wrong = { ...GIVEN, PORTCULLIS_BACKEND_COORDINATOR_SECRET: 'secret-in-a-wrong-form' };
    expect((await issuesOf(wrong)).join()).not.toContain('secret-in-a-wrong-form');
    const { settings } = await loadBackendConfig(folder, GIVEN);
    const line = redactor(
      settings,
      [],
      BACKEND_TABLE,
    )(`${SECRET} hunter2hunter2 ${settings['local.secret']}`);
    expect(line).toBe('[redacted] [redacted] [redacted]');
  });
});
