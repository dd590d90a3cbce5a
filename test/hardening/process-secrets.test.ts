import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { Operator, secretsOf } from '../e2e/operator.ts';
import { type CoordinatorProcess, type Ended, runToEnd, startCoordinator } from '../e2e/process.ts';
import { ProxyAgent } from '../e2e/proxy-agent.ts';

let folder: string;
let running: CoordinatorProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-secrets-'));
});
afterEach(async () => {
  await Promise.all(running.map((coordinator) => coordinator.end('SIGKILL')));
  running = [];
  await rm(folder, { recursive: true });
});

async function start(env: Readonly<Record<string, string>> = {}): Promise<CoordinatorProcess> {
  const coordinator = await startCoordinator(folder, { env: { PORTCULLIS_LOG_LEVEL: 'debug', ...env } });
  running.push(coordinator);
  return coordinator;
}

/** The places that contain a secret, without the secret itself. A secret too short to search for counts too. */
function leaks(
  secrets: Readonly<Record<string, string>>,
  places: Readonly<Record<string, string>>,
): string[] {
  return Object.entries(places).flatMap(([place, text]) =>
    Object.entries(secrets)
      .filter(([, secret]) => secret.length < 6 || text.includes(secret))
      .map(([name]) => `${name} in ${place}`),
  );
}

it('says no secret anywhere: not in the log, in figures, in documents, in answers or in errors', {
  timeout: 90_000,
}, async () => {
  const coordinator = await start();
  const { apiKey, channelSecret } = await secretsOf(folder);
  const config = await readFile(join(folder, 'config.yml'), 'utf8');
  const operator = new Operator(coordinator.url, apiKey);
  const nobody = new Operator(coordinator.url, '');
  const { password = '' } = coordinator;
  const loggedIn = await nobody.ask('POST', '/api/auth/login', { password });
  const { token } = loggedIn.json as { token: string };
  const ticketed = await operator.ask('POST', '/api/auth/ticket');
  const { ticket } = ticketed.json as { ticket: string };
  const secrets = {
    password,
    'a wrong password': 'my-other-password-is-hunter2',
    apiKey,
    channelSecret,
    token,
    ticket,
    'the hash of the password': /^ {2}password: "(.*)"$/m.exec(config)?.[1] ?? '',
    'the signing key': (await readFile(join(folder, 'token.key'))).toString('base64').slice(0, 40),
  };
  const bearer = (word: string) => ({ Authorization: `Bearer ${word}` });

  const answers: Record<string, string> = {};
  const look = async (what: string, asked: ReturnType<Operator['ask']>, wanted: number) => {
    const { status, text, headers } = await asked;
    expect([what, status]).toEqual([what, wanted]);
    answers[what] = text + JSON.stringify(headers);
  };
  await look(
    'a wrong login',
    nobody.ask('POST', '/api/auth/login', { password: secrets['a wrong password'] }),
    401,
  );
  await look(
    'a login of the wrong shape',
    nobody.ask('POST', '/api/auth/login', { password, passwort: password }),
    422,
  );
  await look('a login as an address', nobody.ask('GET', `/api/auth/login?password=${password}`), 405);
  await look('a broken token', nobody.ask('GET', '/api/servers', undefined, bearer(`${token}x`)), 401);
  await look('the API key in an address', nobody.ask('GET', `/api/players/events?token=${apiKey}`), 401);
  await look('a path that is a secret', nobody.ask('GET', `/api/${channelSecret.toLowerCase()}`), 404);
  await look('the channel without its secret', nobody.ask('GET', '/channel'), 404);
  await look('figures', operator.ask('GET', '/metrics'), 200);
  await look('the OpenAPI document', operator.ask('GET', '/api/openapi.json'), 200);
  await look('the documentation', operator.ask('GET', '/api/docs'), 200);
  await look('readiness', operator.ask('GET', '/readyz'), 200);
  await look('health', operator.ask('GET', '/healthz'), 200);
  await look('the status', operator.ask('GET', '/api/proxy/status'), 200);
  await look('the actors', operator.ask('GET', '/api/inspect/actors'), 200);
  const withToken = new Operator(coordinator.url, token);
  await look('a list', withToken.ask('GET', '/api/players/all'), 200);
  (await nobody.follow(`/api/players/events?token=${ticket}`)).close();
  (await nobody.follow(`/api/players/events?token=${token}`)).close();
  await look('a used ticket', nobody.ask('GET', `/api/players/events?token=${ticket}`), 401);
  await look('a logout', withToken.ask('POST', '/api/auth/logout'), 200);
  (await ProxyAgent.open(coordinator.url, channelSecret)).say({ type: channelSecret });
  await refusedAgent(coordinator.url, apiKey);
  const { output, errors } = await coordinator.end();

  expect(leaks(secrets, { ...answers, 'the log': output })).toEqual([]);
  // The password is shown once, on the terminal, because there is no other way to learn it.
  expect(leaks(secrets, { 'standard error': errors })).toEqual(['password in standard error']);
  expect(errors.split(password)).toHaveLength(2);
});

function refusedAgent(url: string, secret: string): Promise<unknown> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/channel`, ['net.channel.v1'], {
    headers: { Authorization: `Bearer ${secret}` },
  });
  return new Promise((resolve, reject) => {
    socket.on('error', resolve);
    socket.on('open', () => reject(new Error('an agent with the wrong secret was accepted')));
  });
}

it('does not show the password of the database when the password or the configuration is wrong', {
  timeout: 90_000,
}, async () => {
  const secret = 'databa5e-pa55word';
  const url = `mysql://clerk:${secret}@127.0.0.1:1/network?nonsense=1`;
  const ends: Record<string, Ended> = {
    'an address that cannot be': await runToEnd(['proxy', '--data', folder], { PORTCULLIS_STORAGE_URL: url }),
    'a check': await runToEnd(['config', 'check', '--data', folder], { PORTCULLIS_STORAGE_URL: url }),
    'another scheme': await runToEnd(['config', 'check', '--data', folder], {
      PORTCULLIS_STORAGE_URL: `postgres://clerk:${secret}@db.example.org/network`,
    }),
  };
  for (const [what, { code, output, errors }] of Object.entries(ends)) {
    expect([what, code]).toEqual([what, 2]);
    expect([what, `${output}${errors}`.includes(secret)]).toEqual([what, false]);
  }
});

it('makes every file of the data folder readable for its owner only', { timeout: 90_000 }, async () => {
  await (await start()).end();
  const names = await readdir(folder);
  expect(names).toEqual(expect.arrayContaining(['config.yml', 'portcullis.db', 'token.key']));
  for (const name of names) {
    const { mode } = await stat(join(folder, name));
    expect([name, mode & 0o077]).toEqual([name, 0]);
  }
});
