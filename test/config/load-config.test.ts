import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkConfig, loadConfig, type ConfigSources } from '../../src/config/load-config.ts';
import { ConfigError } from '../../src/config/config-error.ts';
import { quickHashing } from './password-hashing.ts';

let folder: string;
const hashing = quickHashing();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-config-'));
});
afterEach(() => rm(folder, { recursive: true }));

const load = (more: Partial<ConfigSources> = {}) =>
  loadConfig({ dataFolder: folder, env: {}, ...more }, hashing);
const check = (env: Record<string, string> = {}) => checkConfig({ dataFolder: folder, env });
const configFile = () => join(folder, 'config.yml');
const readConfig = () => readFile(configFile(), 'utf8');
const writeConfig = (text: string) => writeFile(configFile(), text);

async function issuesOf(work: Promise<unknown>): Promise<string[]> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConfigError)) throw new Error(`no ConfigError but ${String(error)}`);
  return error.message.split('\n');
}

test('a long value is cut in its message, and one that aliases make endless is not shown', async () => {
  await writeConfig(`gateway:\n  listen: [${Array.from({ length: 80 }, () => 'word').join(', ')}]\n`);
  const [issue = ''] = await issuesOf(check());
  expect(issue).toMatch(/config\.yml:2: gateway\.listen is \["word",.{1,75}… but must be host:port/);
  await writeConfig('gateway:\n  listen: &a [*a]\n');
  expect(await issuesOf(check())).toEqual([
    expect.stringMatching(/config\.yml:2: gateway\.listen must be host:port/),
  ]);
});

describe('the first start', () => {
  test('writes a file with every key, its comment and secrets of its own, for the owner only', async () => {
    const { settings, freshPassword } = await load();
    const text = await readConfig();
    expect(text).toContain(`api_key: "${settings.api_key}"`);
    expect(text).toContain('# PORTCULLIS_STORAGE_QUERY_TIMEOUT_MS');
    expect(settings.api_key).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(settings['channel.secret']).not.toBe(settings.api_key);
    expect(await hashing.verify(freshPassword ?? '', settings['auth.password'])).toBe(true);
    expect(text).not.toContain(freshPassword);
    for (const file of ['config.yml', 'token.key']) {
      expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
    }
  });

  test('shows the generated password before its hash is anywhere', async () => {
    const shown: string[] = [];
    const { freshPassword } = await loadConfig({ dataFolder: folder, env: {} }, hashing, (password) => {
      expect(readdirSync(folder)).toEqual([]);
      shown.push(password);
    });
    expect(shown).toEqual([freshPassword]);
  });

  test('leaves nothing to change for the next start', async () => {
    const first = await load();
    const text = await readConfig();
    const second = await load();
    expect(await readConfig()).toBe(text);
    expect(second.settings).toEqual(first.settings);
    expect(second.signingKey).toEqual(first.signingKey);
    expect(second.freshPassword).toBeUndefined();
    expect((await readdir(folder)).sort()).toEqual(['config.yml', 'token.key']);
  });

  test('writes a file that the check accepts', async () => {
    const { settings } = await load();
    expect((await check()).settings).toEqual(settings);
  });

  test('writes nothing when the environment is wrong', async () => {
    await issuesOf(load({ env: { PORTCULLIS_TIMEZONE: 'Mars/Olympus' } }));
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a hand-written password', () => {
  test('is replaced by its hash, and every other byte of the file stays', async () => {
    const around = [
      '# mine\r\ngateway:   # spaced\n  listen:   "127.0.0.1:1"\n\nauth:\n  password: ',
      ' # was changed\n',
    ];
    const secrets =
      'channel: {secret: "abcdefghijklmnopqrstuvwxyz012345"}\napi_key: abcdefghijklmnopqrstuvwxyz012345\n# end';
    await writeConfig(`${around[0]}correct horse${around[1]}${secrets}`);
    const { settings, freshPassword } = await load();
    expect(await readConfig()).toBe(`${around[0]}"${settings['auth.password']}"${around[1]}${secrets}`);
    expect(await hashing.verify('correct horse', settings['auth.password'])).toBe(true);
    expect(freshPassword).toBeUndefined();
  });

  test('may be written as a block', async () => {
    await writeConfig('auth:\n  password: |-\n    correct horse\ntimezone: UTC\n');
    const { settings } = await load();
    expect(await hashing.verify('correct horse', settings['auth.password'])).toBe(true);
    expect((await load()).settings).toEqual(settings);
  });

  test('keeps a symbolic link a link', async () => {
    const elsewhere = join(folder, 'elsewhere.yml');
    await writeFile(elsewhere, 'auth: { password: correct horse }\n');
    await symlink(elsewhere, configFile());
    await load();
    expect(await readFile(elsewhere, 'utf8')).toContain('hash$');
  });

  test('is generated anew when its line is removed', async () => {
    const before = await load();
    await writeConfig((await readConfig()).replace(/^ {2}password: .*$/m, ''));
    const after = await load();
    expect(after.freshPassword).toBeDefined();
    expect(after.freshPassword).not.toBe(before.freshPassword);
    expect(after.settings.api_key).toBe(before.settings.api_key);
  });

  test('from the environment takes effect, and keeps its hash over a restart', async () => {
    const env = { PORTCULLIS_AUTH_PASSWORD: 'battery staple' };
    const first = await load({ env });
    expect(first.freshPassword).toBeUndefined();
    const second = await load({ env });
    expect(second.settings['auth.password']).toBe(first.settings['auth.password']);
    const third = await load({ env: { PORTCULLIS_AUTH_PASSWORD: 'another staple' } });
    expect(await hashing.verify('another staple', third.settings['auth.password'])).toBe(true);
  });
});

describe('the settings in force', () => {
  test('are none of a map without entries: its heading alone is an empty one', async () => {
    await writeConfig('servers:\n# lobby: {}\nedge:\n  routes:\n');
    const { settings } = await check();
    expect([settings.servers, settings['edge.routes']]).toEqual([{}, {}]);
  });

  test('come from the command line before the environment before the file before the default', async () => {
    await writeConfig('gateway: { listen: "127.0.0.1:1" }\nstorage: { poolSize: 3 }\nlog: { level: warn }\n');
    const env = { PORTCULLIS_GATEWAY_LISTEN: '127.0.0.1:2', PORTCULLIS_STORAGE_POOL_SIZE: '4' };
    const overrides = [{ name: 'gateway.listen', value: '127.0.0.1:3', option: '--listen' }] as const;
    const { settings } = await load({ env, overrides });
    expect(settings['gateway.listen']).toBe('127.0.0.1:3');
    expect(settings['storage.poolSize']).toBe(4);
    expect(settings['log.level']).toBe('warn');
    expect(settings.timezone).toBe('UTC');
  });

  test('may come from an environment variable: a list with commas, and nothing from an empty one', async () => {
    const env = { PORTCULLIS_GATEWAY_TRUSTED_PROXIES: '10.0.0.0/8, ::1', PORTCULLIS_LOG_LEVEL: '' };
    const { settings } = await load({ env });
    expect(settings['gateway.trustedProxies']).toEqual(['10.0.0.0/8', '::1']);
    expect(settings['log.level']).toBe('info');
  });

  test('a variable that looks like a misspelt key is a warning, but one of the platform is not', async () => {
    const env = { PORTCULLIS_GATEWAY_LISTN: 'x', PORTCULLIS_PORT_8080_TCP_ADDR: '10.0.0.1', PATH: '/bin' };
    expect((await load({ env })).warnings).toEqual([
      'PORTCULLIS_GATEWAY_LISTN is not a setting; did you mean PORTCULLIS_GATEWAY_LISTEN?',
    ]);
  });
});

describe('a wrong configuration', () => {
  test('that is not UTF-8 is refused with its line, and no password becomes another one', async () => {
    const latin1 = Buffer.from('timezone: UTC\nauth:\n  password: "café au lait"\n', 'latin1');
    await writeFile(configFile(), latin1);
    const issue = `${configFile()}:3: is not UTF-8: save the file with that encoding`;
    expect(await issuesOf(load())).toEqual([issue]);
    expect(await issuesOf(check())).toEqual([issue]);
    expect(await readFile(configFile())).toEqual(latin1);
  });

  test('that is a folder is refused as one', async () => {
    await mkdir(configFile());
    expect(await issuesOf(load())).toEqual([`${configFile()}: is a folder where a file is expected`]);
    await rm(configFile(), { recursive: true });
    const key = join(folder, 'token.key');
    await mkdir(key);
    expect(await issuesOf(load())).toEqual([`${key}: is a folder where a file is expected`]);
  });

  test('with an alias that stands for nothing, or for too much, is refused with its line', async () => {
    await writeConfig('timezone: UTC\nfriends:\n  table: *nobody\n*key : 1\n');
    expect(await issuesOf(check())).toEqual([
      expect.stringMatching(/config\.yml:3: friends\.table cannot be read: an alias has no anchor/),
      expect.stringMatching(/config\.yml:4: has a key that is not a plain word/),
    ]);
    const row = (name: string, of: string) => `${name}: &${name} [${Array(10).fill(of).join(', ')}]\n`;
    await writeConfig(`${row('a', '1')}${row('b', '*a')}servers: [${Array(10).fill('*b').join(', ')}]\n`);
    expect((await issuesOf(check())).at(-1)).toMatch(
      /config\.yml:3: servers cannot be read: .*aliases grow without measure/,
    );
  });

  test('is reported completely: place, key, value and what is allowed', async () => {
    await writeConfig('gateway:\n  listen: nowhere\n  lisen: 1\nstorage:\n  poolSize: 99\n');
    expect(await issuesOf(check({ PORTCULLIS_LOG_LEVEL: 'loud' }))).toEqual([
      'PORTCULLIS_LOG_LEVEL: log.level is "loud" but must be one of debug, info, warn, error',
      `${configFile()}:3: gateway.lisen is not a known key; did you mean gateway.listen?`,
      expect.stringMatching(/config\.yml:2: gateway\.listen is "nowhere" but must be host:port/),
      `${configFile()}:5: storage.poolSize is 99 but must be an integer from 1 to 64`,
    ]);
  });

  test('never shows a secret', async () => {
    await writeConfig(
      'api_key: tooshort\nauth: { password: seven77 }\nstorage: { url: "mysql://u:p4ssw0rd@h" }\n',
    );
    const issues = await issuesOf(check());
    expect(issues).toHaveLength(3);
    expect(issues.join('\n')).not.toMatch(/tooshort|seven77|p4ssw0rd/);
  });

  test.each([
    ['a: b: c', /:1: is not valid YAML/],
    ['timezone: UTC\ntimezone: UTC', /:2: is not valid YAML/],
    ['- list', /must be a section/],
    ['gateway: 5', /:1: gateway must be a section/],
    ['gateway: { listen: { host: a } }', /gateway\.listen is \{"host":"a"\} but must be host:port/],
    ['timezone: Mars/Olympus', /must be an IANA time zone/],
    ['gateway: { listen: "127.0.0.1:99999" }', /must be host:port/],
    ['gateway: { trustedProxies: ["10.0.0.0/33"] }', /must be a list of at most 64 IP addresses/],
    ['gateway: { corsOrigins: ["https://a.example/"] }', /must be a list of at most 64 web origins/],
    ['edge: { listen: "25565" }', /must be "off" or host:port/],
    ['edge: { routes: { "a..b": [] } }', /must be a host name/],
    ['edge: { routes: { "*": ["lobby:1@2"] } }', /must be host:port or name@host:port/],
    ['storage: { url: "mysql://u:%zz@h/db" }', /storage\.url must be sqlite: or mysql:/],
    ['friends: { table: "x; drop" }', /must be a table or column name/],
    ['messages: { banned: "" }', /must be text of 1 to 1000 characters/],
    ['auth: { password: 12345678 }', /in quotes if it consists of digits/],
  ])('%s is refused with a clear message', async (text, message) => {
    await writeConfig(text);
    expect((await issuesOf(check())).join('\n')).toMatch(message);
  });

  test('that does not exist is reported by the check, which writes nothing', async () => {
    expect((await issuesOf(check())).join()).toContain('does not exist');
    expect(await readdir(folder)).toEqual([]);
  });

  test('a key of the wrong length is refused instead of signing badly', async () => {
    await writeFile(join(folder, 'token.key'), 'short');
    expect((await issuesOf(load())).join()).toContain('must be 32 bytes');
  });
});

test.each(['', 'gateway:\nchannel:\n', '# only a comment\n', '{ timezone: UTC }'])(
  'a file without secrets (%j) gets them once, and keeps its comments',
  async (text) => {
    await writeConfig(text);
    const first = await load();
    const written = await readConfig();
    expect(written).toContain(first.settings['channel.secret']);
    for (const comment of text.match(/#.*/g) ?? []) expect(written).toContain(comment);
    expect((await load()).settings).toEqual(first.settings);
    expect(await readConfig()).toBe(written);
  },
);
