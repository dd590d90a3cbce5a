import { expect, test } from 'vitest';
import { chartOf } from '../../src/machines/chart.ts';
import { playerMachine } from '../../src/machines/player/machine.ts';
import { attachProxy, coordinatorForTest, type TestCoordinator, NOTCH, PASSWORD } from './gateway-fixture.ts';
import { ask } from './raw-http.ts';
import { SseReader } from './sse-reader.ts';

const EVENTS = `/api/inspect/actors/player/${NOTCH}/events`;

async function coordinatorWithNotch(options: Parameters<typeof coordinatorForTest>[0] = {}) {
  const coordinator = await coordinatorForTest(options);
  const proxy = attachProxy(coordinator.network);
  proxy.join({ uuid: NOTCH, name: 'Notch', ip: '10.0.0.1', server: 'lobby' });
  return { coordinator, proxy };
}

async function login({ port }: TestCoordinator): Promise<string> {
  const reply = await ask(port, 'POST', '/api/auth/login', { bearer: '', body: { password: PASSWORD } });
  return (reply.json as { token: string }).token;
}

test('the chart is that of the machine, and 304 for a client that has it', async () => {
  const { port } = await coordinatorForTest();
  const reply = await ask(port, 'GET', '/api/inspect/machines/player');
  expect(reply.json).toEqual(chartOf(playerMachine));
  const headers = { 'if-none-match': reply.headers.etag ?? '' };
  expect((await ask(port, 'GET', '/api/inspect/machines/player', { headers })).status).toBe(304);
});

test('a list of actors has the total beyond its limit', async () => {
  const { coordinator, proxy } = await coordinatorWithNotch();
  proxy.join({
    uuid: '853c80ef-3c37-49fd-aa49-938b674adae6' as typeof NOTCH,
    name: 'jeb_',
    ip: '',
    server: null,
  });
  const reply = await ask(coordinator.port, 'GET', '/api/inspect/actors?machine=player&limit=1');
  expect(reply.json).toHaveLength(1);
  expect(reply.headers['x-total-count']).toBe('2');
});

test('ids with a colon can be requested plain or encoded', async () => {
  const { coordinator } = await coordinatorWithNotch();
  for (const id of ['proxy:proxy-1', 'proxy%3Aproxy-1']) {
    const reply = await ask(coordinator.port, 'GET', `/api/inspect/actors/link/${id}`);
    expect(reply.json).toMatchObject({ id: 'proxy:proxy-1', context: { role: 'proxy', name: 'proxy-1' } });
  }
});

test('a ticket opens the stream of one actor: its snapshot, then everything that it does', async () => {
  const { coordinator, proxy } = await coordinatorWithNotch();
  const { ticket } = (await ask(coordinator.port, 'POST', '/api/auth/ticket')).json as { ticket: string };
  const reader = new SseReader(coordinator.port, `${EVENTS}?token=${ticket}`);
  await reader.until(({ frames }) => frames.length === 1);
  expect(reader.head).toContain('text/event-stream');
  expect(reader.frames[0]).toMatchObject({
    event: 'snapshot',
    data: { value: { presence: 'online', standing: 'clear' }, context: { presence: { server: 'lobby' } } },
  });
  proxy.switch(NOTCH, 'game');
  await reader.until(({ frames }) => frames.length === 5);
  expect(reader.frames.slice(1).map(({ event }) => event)).toEqual([
    'event',
    'action',
    'microstep',
    'snapshot',
  ]);
  expect(reader.frames.at(-1)?.data).toMatchObject({ context: { presence: { server: 'game' } } });
  proxy.leave(NOTCH);
  await reader.until(({ closed }) => closed);
  expect(reader.frames.at(-1)?.event).toBe('gone');
  expect(reader.text).not.toContain('10.0.0.1');
});

test('a stream needs a login, and the API key is not accepted in the URL', async () => {
  const { coordinator } = await coordinatorWithNotch();
  for (const query of ['', '?token=', '?token=guess']) {
    expect((await ask(coordinator.port, 'GET', EVENTS + query, { bearer: '' })).code).toBe('unauthenticated');
  }
});

test('logging out ends the actor streams of that login', async () => {
  const { coordinator } = await coordinatorWithNotch();
  const token = await login(coordinator);
  const reader = new SseReader(coordinator.port, `${EVENTS}?token=${token}`);
  await reader.until(({ frames }) => frames.length === 1);
  await ask(coordinator.port, 'POST', '/api/auth/logout', { bearer: token });
  await reader.until(({ closed }) => closed);
});

test('HEAD opens no stream', async () => {
  const { coordinator } = await coordinatorWithNotch();
  const reply = await ask(coordinator.port, 'HEAD', EVENTS);
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/event-stream']);
});

test('too many viewers are answered overloaded', async () => {
  const { coordinator } = await coordinatorWithNotch();
  const readers = Array.from({ length: 32 }, () => SseReader.open(coordinator.port, EVENTS));
  await Promise.all(readers.map((reader) => reader.until(({ frames }) => frames.length === 1)));
  const reply = await ask(coordinator.port, 'GET', EVENTS);
  expect([reply.status, reply.code, reply.headers['retry-after']]).toEqual([503, 'overloaded', '5']);
});

test('the format of Stately is off unless configured', async () => {
  const { coordinator } = await coordinatorWithNotch();
  const reply = await ask(coordinator.port, 'GET', `${EVENTS}?format=stately`);
  expect([reply.status, reply.code]).toEqual([422, 'invalid_query']);
});

test('in the format of Stately the stream begins with the actor and continues with its events and snapshots', async () => {
  const { coordinator, proxy } = await coordinatorWithNotch({ statelyInspector: true });
  const reader = SseReader.open(coordinator.port, `${EVENTS}?format=stately`);
  const messages = () =>
    [...reader.text.matchAll(/^data: (.*)$/gm)].map(
      ([, json]) => JSON.parse(json ?? '') as Record<string, unknown>,
    );
  await reader.until(() => messages().length === 2);
  proxy.switch(NOTCH, 'game');
  await reader.until(() => messages().length === 4);
  expect(messages().map(({ type }) => type)).toEqual([
    '@xstate.actor',
    '@xstate.snapshot',
    '@xstate.event',
    '@xstate.snapshot',
  ]);
  const [actor, , event, snapshot] = messages();
  const definition: unknown = JSON.parse(String(actor?.['definition']));
  expect(definition).toMatchObject({ id: 'player', type: 'parallel' });
  expect(event).toMatchObject({ event: { type: 'presence.switch', server: 'game' } });
  expect(snapshot).toMatchObject({
    sessionId: `player.${NOTCH}`,
    rootId: `player.${NOTCH}`,
    createdAt: expect.stringMatching(/^\d{13}$/),
    snapshot: { status: 'active', value: { presence: 'online', standing: 'clear' } },
  });
  expect(reader.text).not.toContain('10.0.0.1');
});
