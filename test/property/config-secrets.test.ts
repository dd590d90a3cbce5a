import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runCommandLine } from '../../src/commands/command-line.ts';

/** A piece of every password here: none of these may be printed. */
const PIECE = 'S3CR3T';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-config-secrets-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Everything that `config check` and a refused start say of this file, warnings of Node included. */
async function saidOf(text: string, role: 'proxy' | 'backend'): Promise<string> {
  await writeFile(join(folder, 'config.yml'), text);
  const said: string[] = [];
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation((warning) => {
    said.push(String(warning));
  });
  try {
    await runCommandLine(['config', 'check', '--role', role, '--data', folder], {
      env: {},
      interactive: false,
      out: (line) => said.push(line),
      err: (line) => said.push(line),
    });
  } finally {
    warned.mockRestore();
  }
  return said.join('\n');
}

type Place = readonly [name: string, role: 'proxy' | 'backend', file: (value: string) => string];

/** A text of several lines stays below its key, as it does in a file that somebody indented. */
const below = (value: string): string => value.replaceAll('\n', '\n        ');

const section = (head: string, leaf: string): ((value: string) => string) => {
  return (value) => `${head}:\n  ${leaf}: ${below(value)}\n`;
};

const PLACES: readonly Place[] = [
  ['api_key', 'proxy', (value) => `api_key: ${below(value)}\ntimezone: UTC\n`],
  ['auth.password', 'proxy', (value) => `${section('auth', 'password')(value)}  username: admin\n`],
  ['channel.secret', 'proxy', section('channel', 'secret')],
  ['storage.url', 'proxy', section('storage', 'url')],
  ['auth.password in braces', 'proxy', (value) => `auth: { password: ${below(value)} }\n`],
  ['storage.url in braces', 'proxy', (value) => `storage: { url: ${below(value)}, poolSize: 4 }\n`],
  ['auth.password twice', 'proxy', (value) => section('auth', 'password')(`${value}\n  password: ${value}`)],
  [
    'an anchor',
    'proxy',
    (value) => `api_key: &key ${below(value)}\ngateway:\n  listen: *key\ntimezone: [*key]\n`,
  ],
  ['a merged line', 'proxy', (value) => `auth: &auth\n  password: ${below(value)}\ngateway:\n  <<: *auth\n`],
  [
    'an unclosed quote above',
    'proxy',
    (value) => `timezone: "UTC\n  password: ${below(value)}\n  other: "\n`,
  ],
  ['a server', 'proxy', (value) => `servers:\n  a:\n    rcon:\n      password: ${below(value)}\n`],
  ['a server in braces', 'proxy', (value) => `servers: { a: { rcon: { password: ${below(value)} } } }\n`],
  ['a proxy', 'proxy', (value) => `proxies:\n  a:\n    management: { url: x, secret: ${below(value)} }\n`],
  ['coordinator.secret', 'backend', section('coordinator', 'secret')],
  ['rcon.password', 'backend', section('rcon', 'password')],
  ['management.secret', 'backend', (value) => `management: { secret: ${below(value)} }\n`],
  ['local.secret', 'backend', section('local', 'secret')],
];

// What YAML has a meaning for, mostly; the rest is what people have in passwords.
const SIGNS = [
  '*',
  '!',
  '!!',
  '&',
  '|',
  '>',
  '%',
  '@',
  '`',
  '{',
  '}',
  '[',
  ']',
  ',',
  ': ',
  ':',
  ' #',
  '#',
  '"',
  "'",
];
const MORE = [
  '? ',
  '- ',
  '-',
  '\\',
  '\\x',
  '<<: ',
  '<',
  '~',
  '$',
  '=',
  ' ',
  '\n',
  '\t',
  '---',
  '9',
  'é',
  'a: ',
];
const values = fc
  .array(fc.constantFrom(...SIGNS, ...MORE, PIECE, PIECE, PIECE, PIECE), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(''))
  .filter((value) => value.includes(PIECE));

const KNOWN_LEAKS = [
  `*${PIECE}`,
  `!${PIECE}`,
  `!!${PIECE}`,
  `|${PIECE}`,
  `>${PIECE}`,
  `|${PIECE}9`,
  `"\\x${PIECE}"`,
  `"${PIECE}`,
  `!<${PIECE} x`,
  `*${PIECE}: x`,
  `? ${PIECE}`,
  `{ ${PIECE}: x }`,
  `{ { a: ${PIECE} }: x }`,
  `a, ${PIECE}`,
  `a, ${PIECE}: x`,
  `!!binary ${PIECE}\n`,
  `!!timestamp ${PIECE}`,
  `!!omap [${PIECE}]`,
];

describe.each(PLACES)('a secret at %s', (_, role, file) => {
  it.each(KNOWN_LEAKS)('is not printed when it is %j', async (value) => {
    expect(await saidOf(file(value), role)).not.toContain(PIECE);
  });

  it('is not printed whatever YAML makes of it', async () => {
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        expect(await saidOf(file(value), role)).not.toContain(PIECE);
      }),
      { numRuns: 150 },
    );
  });
});

it('a colon without its space does not turn a password into a key that is shown', async () => {
  for (const text of [
    `auth: { password:${PIECE} }`,
    `auth:\n  password:${PIECE}: x\n`,
    `? password: ${PIECE}\n: x`,
  ])
    expect(await saidOf(text, 'proxy')).not.toContain(PIECE);
});

it('a misspelt key is still named, and the line of a fault given', async () => {
  expect(await saidOf(`auth:\n  pasword: ${PIECE}\n`, 'proxy')).toContain('did you mean auth.password?');
  expect(await saidOf(`auth:\n  password: |${PIECE}\n`, 'proxy')).toMatch(/config\.yml:2: is not valid YAML/);
});
