import { describe, expect, it, test } from 'vitest';
import { NETWORK_EVENT_TYPES, NETWORK_EVENTS } from '../../../src/domain/network-event.ts';
import { check, type Field } from '../../../src/domain/fields/field.ts';
import { AppError } from '../../../src/domain/errors.ts';
import { API_KEY as API_KEY_CALLER } from '../../../src/gateway/auth/identity.ts';
import type { RawCall } from '../../../src/gateway/route.ts';
import { ROUTES, type RouteServices } from '../../../src/gateway/route-table.ts';
import {
  API_KEY,
  attachProxy,
  coordinatorForTest,
  type TestCoordinator,
  JEB,
  NOTCH,
  PASSWORD,
} from '../gateway-fixture.ts';
import { ask } from '../raw-http.ts';
import { SseReader } from '../sse-reader.ts';

const SHAPES = new Map<string, Field<unknown>>(Object.entries(NETWORK_EVENTS));
const STREAMS = ['/api/servers/events', '/api/players/events', '/api/proxy/events', '/api/events'];

async function login({ port }: TestCoordinator): Promise<string> {
  const reply = await ask(port, 'POST', '/api/auth/login', { bearer: '', body: { password: PASSWORD } });
  return (reply.json as { token: string }).token;
}

async function ticket({ port }: TestCoordinator, bearer = API_KEY): Promise<string> {
  const reply = await ask(port, 'POST', '/api/auth/ticket', { bearer });
  return (reply.json as { ticket: string }).ticket;
}

/** One event of every type. */
async function causeEverything(coordinator: TestCoordinator): Promise<void> {
  const { network, port, clock } = coordinator;
  const session = attachProxy(network);
  await ask(port, 'POST', '/api/servers', { body: { name: 'lobby', type: 'HUB' } });
  session.join({ uuid: NOTCH, name: 'Notch', ip: '10.0.0.1', server: null });
  await ask(port, 'POST', '/api/bans', {
    body: { uuid: JEB, name: 'jeb_', time: '1h', reason: 'é "\n'.trim() },
  });
  session.leave(NOTCH);
  await ask(port, 'PUT', '/api/proxy/status', { body: { preventJoin: true } });
  clock.push(61_000);
}

describe('who may read', () => {
  test.each(STREAMS)(
    '%s accepts a login token, a ticket or the Authorization header, and nothing else',
    async (path) => {
      const coordinator = await coordinatorForTest();
      const { port } = coordinator;
      const token = await login(coordinator);
      await new SseReader(port, `${path}?token=${token}`).opened();
      await new SseReader(port, `${path}?token=${await ticket(coordinator)}`).opened();
      await new SseReader(port, path, { Authorization: `Bearer ${token}` }).opened();
      await SseReader.open(port, path).opened();
      // A long-lived secret must not be part of a URL.
      for (const query of ['', '?token=', '?token=x', `?token=${API_KEY}`]) {
        expect([query, (await ask(port, 'GET', path + query, { bearer: '' })).code]).toEqual([
          query,
          'unauthenticated',
        ]);
      }
    },
  );

  test('a ticket opens one stream, within 15 seconds', async () => {
    const coordinator = await coordinatorForTest();
    const used = await ticket(coordinator);
    const path = `/api/events?token=${used}`;
    await new SseReader(coordinator.port, path).opened();
    expect((await ask(coordinator.port, 'GET', path, { bearer: '' })).status).toBe(401);
    const late = await ticket(coordinator);
    coordinator.clock.push(15_000);
    expect((await ask(coordinator.port, 'GET', `/api/events?token=${late}`, { bearer: '' })).status).toBe(
      401,
    );
    const reply = await ask(coordinator.port, 'GET', '/api/servers', { bearer: await ticket(coordinator) });
    expect(reply.status).toBe(401);
  });

  test('logging out ends the streams of that login, also those of its tickets, and no others', async () => {
    const coordinator = await coordinatorForTest();
    const [mine, other] = [await login(coordinator), await login(coordinator)];
    const gone = [
      new SseReader(coordinator.port, `/api/events?token=${mine}`),
      new SseReader(coordinator.port, `/api/players/events?token=${await ticket(coordinator, mine)}`),
    ];
    const stays = [
      new SseReader(coordinator.port, `/api/events?token=${other}`),
      SseReader.open(coordinator.port, '/api/events'),
    ];
    await Promise.all([...gone, ...stays].map((reader) => reader.opened()));
    await ask(coordinator.port, 'POST', '/api/auth/logout', { bearer: mine });
    await Promise.all(gone.map((reader) => reader.until(({ closed }) => closed)));
    await ask(coordinator.port, 'PUT', '/api/proxy/status', { body: { motd: 'still here' } });
    for (const reader of stays) await reader.until(({ frames }) => frames.length === 1);
  });

  test('a stream ends when its login expires', async () => {
    const coordinator = await coordinatorForTest();
    const reader = await new SseReader(
      coordinator.port,
      `/api/events?token=${await login(coordinator)}`,
    ).opened();
    const lasting = await SseReader.open(coordinator.port, '/api/events').opened();
    coordinator.clock.push(24 * 3600_000 + 2000);
    await reader.until(({ closed }) => closed);
    expect(lasting.closed).toBe(false);
  });
});

test.each(STREAMS)('%s is refused when there are too many readers', (path) => {
  const route = ROUTES.find((line) => line.path === path);
  const full = () => {
    throw new AppError('overloaded');
  };
  const services = { streams: { assertRoom: full } } as unknown as RouteServices;
  const call: RawCall = {
    params: [],
    query: '',
    body: undefined,
    identity: API_KEY_CALLER,
    address: '127.0.0.1',
    caller: { gone: undefined },
    lastEventId: '',
    page: undefined,
    ifNoneMatch: '',
  };
  expect(() => route?.run(call, services)).toThrow(expect.objectContaining({ code: 'overloaded' }));
});

describe('events', () => {
  test('each stream has its own events in their documented shape, and /api/events all or the chosen ones', async () => {
    const coordinator = await coordinatorForTest();
    const paths = [...STREAMS, '/api/events?types=player_join,proxy_update'];
    const readers = paths.map((path) => SseReader.open(coordinator.port, path));
    await Promise.all(readers.map((reader) => reader.opened()));
    await causeEverything(coordinator);
    const expected = [
      ['server_update'],
      ['player_join', 'ban_update', 'player_leave', 'player_history'],
      ['proxy_update', 'status_update'],
      NETWORK_EVENT_TYPES,
      ['player_join', 'proxy_update'],
    ];
    for (const [place, reader] of readers.entries()) {
      const types = new Set<string>(expected[place]);
      await reader.until(({ frames }) =>
        [...types].every((type) => frames.some(({ event }) => event === type)),
      );
      for (const { event, data, id } of reader.frames) {
        expect(types).toContain(event);
        const shape = SHAPES.get(event);
        expect(shape && check(shape, data)).toEqual({ ok: true, value: data });
        expect(Number(id)).toBeGreaterThan(0);
      }
    }
  });

  test('an unknown event type is refused by its name', async () => {
    const { port } = await coordinatorForTest();
    for (const types of ['', 'everything', 'player_join,,', 'reset', 'toString']) {
      const reply = await ask(port, 'GET', `/api/events?types=${types}`);
      expect([types, reply.code]).toEqual([types, 'invalid_query']);
    }
    const long = await ask(port, 'GET', `/api/players/events?lastEventId=${'1'.repeat(65)}`);
    expect(long.code).toBe('invalid_query');
  });

  test('the head is that of an event stream that reverse proxies do not buffer', async () => {
    const { port } = await coordinatorForTest();
    const { head, text } = await SseReader.open(port, '/api/events').opened();
    expect(head).toContain('HTTP/1.1 200 OK');
    expect(head).toContain('Content-Type: text/event-stream\r\n');
    expect(head).toContain('Cache-Control: no-cache, no-transform\r\n');
    expect(head).toContain('X-Accel-Buffering: no\r\n');
    expect(text).toMatch(/^retry: 3000\nid: \d+\n\n$/);
    const asked = await ask(port, 'HEAD', '/api/events');
    expect([asked.status, asked.headers['content-type'], asked.text]).toEqual([200, 'text/event-stream', '']);
  });

  test('a frame is id, event and one line of data, byte for byte', async () => {
    const { port, network } = await coordinatorForTest();
    const reader = await SseReader.open(port, '/api/proxy/events').opened();
    await ask(port, 'PUT', '/api/proxy/status', { body: { motd: 'one\ntwo \u2028 §x' } });
    await reader.until(({ frames }) => frames.length === 1);
    const data = JSON.stringify(network.proxy.current());
    expect(reader.chunks[1]).toBe(`id: ${network.events.lastId}\nevent: proxy_update\ndata: ${data}\n\n`);
    expect(data).toContain('one\\ntwo');
  });

  test('a quiet stream is kept alive by a comment every 15 seconds', async () => {
    const { port, clock } = await coordinatorForTest();
    const reader = await SseReader.open(port, '/api/proxy/events').opened();
    clock.push(15_000);
    await reader.until(({ chunks }) => chunks.length === 2);
    clock.push(15_000);
    await reader.until(({ chunks }) => chunks.length === 3);
    expect(reader.chunks.slice(1)).toEqual([':\n\n', ':\n\n']);
  });
});

describe('missed events', () => {
  const motd = (coordinator: TestCoordinator, text: string) =>
    ask(coordinator.port, 'PUT', '/api/proxy/status', { body: { motd: text } });
  const motdsOf = ({ frames }: SseReader) => frames.map(({ data }) => (data as { motd: string }).motd);

  test('are replayed after Last-Event-ID, from the header or the query, the header first', async () => {
    const coordinator = await coordinatorForTest();
    const first = await SseReader.open(coordinator.port, '/api/proxy/events').opened();
    for (const text of ['a', 'b', 'c']) await motd(coordinator, text);
    await first.until(({ frames }) => frames.length === 3);
    const [a, b] = first.frames;
    first.socket.destroy();
    const byHeader = SseReader.open(coordinator.port, '/api/proxy/events?lastEventId=1', {
      'Last-Event-ID': a?.id ?? '',
    });
    const byQuery = SseReader.open(coordinator.port, `/api/proxy/events?lastEventId=${b?.id}`);
    await byHeader.until(({ frames }) => frames.length === 2);
    await byQuery.until(({ frames }) => frames.length === 1);
    await motd(coordinator, 'd');
    await byHeader.until(({ frames }) => frames.length === 3);
    await byQuery.until(({ frames }) => frames.length === 2);
    expect([motdsOf(byHeader), motdsOf(byQuery)]).toEqual([
      ['b', 'c', 'd'],
      ['c', 'd'],
    ]);
  });

  test('before the first event are replayed too, because a stream begins with its last id', async () => {
    const coordinator = await coordinatorForTest();
    const first = await SseReader.open(coordinator.port, '/api/proxy/events').opened();
    const [, id = ''] = /id: (\d+)/.exec(first.text) ?? [];
    first.socket.destroy();
    await motd(coordinator, 'missed');
    const again = SseReader.open(coordinator.port, '/api/proxy/events', { 'Last-Event-ID': id });
    expect(motdsOf(await again.until(({ frames }) => frames.length === 1))).toEqual(['missed']);
  });

  it('are replayed again when the connection was cut in the middle of the replay', async () => {
    const coordinator = await coordinatorForTest();
    const first = await SseReader.open(coordinator.port, '/api/proxy/events').opened();
    const [, start = ''] = /id: (\d+)/.exec(first.text) ?? [];
    first.socket.destroy();
    for (const text of ['a', 'b', 'c']) await motd(coordinator, text);
    const whole = SseReader.open(coordinator.port, '/api/proxy/events', { 'Last-Event-ID': start });
    await whole.until(({ frames }) => frames.length === 3);
    // What a reader has that was cut off after so many characters: every block that is whole, and the last id in them.
    for (let length = 0; length <= whole.text.length; length += 1) {
      const blocks = whole.text.slice(0, length).split('\n\n').slice(0, -1);
      const had = blocks.filter((block) => block.includes('data: ')).length;
      const id = blocks.flatMap((block) => block.match(/^id: \d+$/m) ?? []).at(-1) ?? `id: ${start}`;
      expect([length, id.slice(4)]).toEqual([length, String(Number(start) + had)]);
    }
  });

  test('are replayed with ids that only grow, and a stream that goes on without any begins with none', async () => {
    const coordinator = await coordinatorForTest();
    for (const text of ['a', 'b', 'c']) await motd(coordinator, text);
    const last = coordinator.network.events.lastId;
    const reader = SseReader.open(coordinator.port, `/api/proxy/events?lastEventId=${last - 2}`);
    const upToDate = await SseReader.open(coordinator.port, `/api/proxy/events?lastEventId=${last}`).opened();
    await motd(coordinator, 'd');
    await reader.until(({ frames }) => frames.length === 3);
    await upToDate.until(({ frames }) => frames.length === 1);
    const ids = [...reader.text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id) - last);
    expect(ids).toEqual([-1, 0, 1]);
    expect(upToDate.chunks[0]).toBe('retry: 3000\n\n');
  });

  test('that cannot be replayed become one reset, after which the stream continues', async () => {
    const coordinator = await coordinatorForTest();
    const lastId = () => coordinator.network.events.lastId;
    for (const id of ['1', 'abc', '99999999999999999999', '-1', String(lastId() + 1000)]) {
      const reader = SseReader.open(coordinator.port, '/api/proxy/events', { 'Last-Event-ID': id });
      await reader.until(({ frames }) => frames.length === 1);
      expect(reader.frames).toEqual([{ id: String(lastId()), event: 'reset', data: {} }]);
      await motd(coordinator, `after ${id}`);
      await reader.until(({ frames }) => frames.length === 2);
      reader.socket.destroy();
    }
  });
});
