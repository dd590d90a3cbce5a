import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { AccountClient } from '../../../src/platform/accounts/account-client.ts';
import { AccountRequests } from '../../../src/platform/accounts/account-requests.ts';
import { QuestionBudget } from '../../../src/platform/accounts/question-budget.ts';
import { testPlayer } from '../../actors/test-players.ts';
import { recordedLog } from '../../commands/recorded-log.ts';
import { SyncTestClock, TestClock } from '../../fixtures/test-clock.ts';

const ANN = testPlayer(1, 'Ann').uuid;
const BEN = testPlayer(2, 'Ben').uuid;
const undashed = (uuid: string): string => uuid.replaceAll('-', '');

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** An account service in this process, and a client of it. */
async function serve(answer: (asked: Asked, response: ServerResponse) => void) {
  const asked: Asked[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const question = { method: request.method ?? '', path: request.url ?? '', body };
      asked.push(question);
      answer(question, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clock = new SyncTestClock();
  const { logger } = recordedLog();
  const requests = new AccountRequests(`http://127.0.0.1:${port}/names/`);
  const client = new AccountClient(requests, { clock, logger, random: () => 0.5 });
  onTestFinished(() => {
    client.close();
    server.closeAllConnections();
    server.close();
  });
  let block = 0;
  /** Each call from another block of addresses. */
  const ask = (...names: string[]) => {
    block += 1;
    const ip = `10.0.${block}.1`;
    const answers = Promise.all(names.map((name) => client.uuidOf(name, ip).catch(() => 'not had')));
    clock.advance(50);
    return answers;
  };
  return { asked, ask, clock };
}

function single({ path }: Asked, response: ServerResponse): void {
  const id = path.endsWith('/Ann') ? ANN : BEN;
  if (/(Ann|Ben)$/.test(path)) {
    response.end(JSON.stringify({ id: undashed(id), name: path.split('/').at(-1), legacy: true }));
  } else {
    response.statusCode = 404;
    response.end('{"errorMessage":"no such account"}');
  }
}

it('asks about one name, keeps that nobody has it, and knows accounts by their id', async () => {
  const { asked, ask, clock } = await serve(single);
  expect(await ask('Ann')).toEqual([ANN]);
  expect(await ask('Nobody')).toEqual([null]);
  expect(await ask('nobody')).toEqual([null]);
  expect(asked.map(({ path }) => path)).toEqual(['/names/Ann', '/names/Nobody']);
  clock.advance(29_900);
  await ask('nobody');
  expect(asked).toHaveLength(2);
  clock.advance(100);
  await ask('nobody');
  expect(asked).toHaveLength(3);
});

it('gathers strangers into questions of ten names', async () => {
  const { asked, ask } = await serve((_, response) => {
    response.end(JSON.stringify([{ id: undashed(ANN), name: 'ann' }]));
  });
  const names = ['Ann', ...Array.from({ length: 11 }, (_, at) => `Stranger_${at}`)];
  expect((await ask(...names, 'ANN')).at(-1)).toBe(ANN);
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /names/bulk',
    'POST /names/bulk',
  ]);
  expect(asked.map(({ body }) => (JSON.parse(body) as string[]).length).toSorted((a, b) => b - a)).toEqual([
    10, 2,
  ]);
});

it('asks one by one where the service has no form for several names', async () => {
  const { asked, ask } = await serve(single);
  expect(await ask('Ann', 'Ben', 'Nobody')).toEqual([ANN, BEN, null]);
  expect(await ask('Ann', 'Ben')).toEqual([ANN, BEN]);
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

it('asks about several names at once again some minutes after the service had no form for it', async () => {
  let isThere = false;
  const { asked, ask, clock } = await serve((question, response) => {
    if (isThere && question.method === 'POST') response.end('[]');
    else single(question, response);
  });
  await ask('Ann', 'Ben');
  isThere = true;
  clock.advance(290_000);
  await ask('Ann', 'Ben');
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
  clock.advance(10_000);
  expect(await ask('Ann', 'Ben')).toEqual([null, null]);
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(2);
  expect(asked).toHaveLength(6);
});

it.each([
  ['no JSON', (response: ServerResponse) => response.end('<html>')],
  ['no account', (response: ServerResponse) => response.end('{"id":"x","name":"Ann"}')],
  ['too much', (response: ServerResponse) => response.end(`"${'x'.repeat(20_000)}"`)],
  ['a redirect', (response: ServerResponse) => response.writeHead(302, { location: '/names/Ben' }).end()],
  ['a refusal', (response: ServerResponse) => response.writeHead(429).end('{}')],
])('believes nothing of an answer with %s', async (_, answer) => {
  const { ask } = await serve((__, response) => void answer(response));
  expect(await ask('Ann')).toEqual(['not had']);
});

it('does not take the account of another name for an answer', async () => {
  const { ask } = await serve((_, response) => {
    response.end(JSON.stringify({ id: undashed(BEN), name: 'Ben' }));
  });
  expect(await ask('Ann')).toEqual([null]);
});

it('asks nobody for a while after five failures in a row, and then once', async () => {
  const { asked, ask, clock } = await serve((_, response) => void response.writeHead(500).end());
  for (let at = 0; at < 8; at += 1) await ask(`Name_${at}`);
  expect(asked).toHaveLength(5);
  clock.advance(40_000);
  for (let at = 0; at < 3; at += 1) await ask(`Name_${at}`);
  expect(asked).toHaveLength(6);
});

it('puts at most 60 questions in any minute and 420 in any ten, however many strangers come', async () => {
  const clock = new TestClock();
  const budget = new QuestionBudget(clock, () => 0.5);
  const times: number[] = [];
  for (let second = 0; second < 1_800; second += 1) {
    for (let at = 0; at < 20; at += 1) {
      if (budget.allowsLogin(`10.${second % 250}.${at}.1`)) times.push(clock.now());
      if (at % 2 === 0 && budget.allowsBanned()) times.push(clock.now());
      if (budget.allowsOnline()) times.push(clock.now());
    }
    await clock.advance(1_000);
  }
  const most = (spanMs: number) =>
    Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + spanMs).length));
  expect(most(60_000)).toBeLessThanOrEqual(60);
  expect(most(600_000)).toBeLessThanOrEqual(420);
  expect(times.length).toBeGreaterThan(1_000);
});
