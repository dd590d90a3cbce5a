import { QueryClient } from '@tanstack/react-query';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { proxyQuery, restartQuery, serversQuery, statusQuery } from '../../src/dashboard/api/queries.ts';
import type { Server } from '../../src/dashboard/api/schema.ts';
import { applyEvents } from '../../src/dashboard/live/apply-events.ts';
import { RefreshQueue } from '../../src/dashboard/live/refresh-queue.ts';
import { SseParser } from '../../src/dashboard/live/sse-parser.ts';

describe('a stream of events', () => {
  const stream =
    'retry: 3000\nid: 7\n\n:\n\nid: 8\nevent: player_leave\ndata: {"a":1}\n\nid: 9\nevent: reset\ndata: {}\n\n';

  test('is read the same however it is split into pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length), { maxLength: 20 }), (cuts) => {
        const parser = new SseParser();
        const edges = [0, ...cuts.toSorted((one, other) => one - other), stream.length];
        const events = edges.slice(1).flatMap((end, at) => parser.push(stream.slice(edges[at], end)));
        expect(events).toEqual([
          { id: '8', type: 'player_leave', data: '{"a":1}' },
          { id: '9', type: 'reset', data: '{}' },
        ]);
        expect(parser.lastId).toBe('9');
      }),
    );
  });

  test('has an id to continue from before its first event', () => {
    const parser = new SseParser();
    expect(parser.push('retry: 3000\r\nid: 42\r\n\r\n')).toEqual([]);
    expect(parser.lastId).toBe('42');
  });
});

const HUB: Server = {
  name: 'hub-1',
  type: 'HUB',
  state: 'IDLE',
  players: 3,
  maxPlayers: 50,
  gameName: '',
  serverId: 'hub-1',
  online: true,
  canRejoin: false,
};

function event(type: string, data: object) {
  return { id: '1', type, data: JSON.stringify(data) };
}

describe('the data of the page', () => {
  function setUp() {
    const client = new QueryClient();
    client.setQueryData(serversQuery.queryKey, [HUB]);
    client.setQueryData(proxyQuery.queryKey, {
      maintenance: false,
      motd: '',
      maintenanceMotd: '',
      preventJoin: false,
      onlinePlayers: 3,
      maxPlayers: 100,
      maintenanceBypass: [],
    });
    const refreshed: string[] = [];
    const apply = (...events: ReturnType<typeof event>[]) =>
      applyEvents(client, events, 0, (key) => refreshed.push(key.join('/')));
    return { client, refreshed, apply };
  }

  test('has the new state of a server, and loses a server that is removed', () => {
    const { client, apply } = setUp();
    apply(
      event('server_update', { name: 'hub-1', state: 'DRAINING', players: 1, maxPlayers: 50, online: true }),
    );
    expect(client.getQueryData(serversQuery.queryKey)).toEqual([{ ...HUB, state: 'DRAINING', players: 1 }]);
    apply(event('server_update', { name: 'hub-1', removed: true }));
    expect(client.getQueryData(serversQuery.queryKey)).toEqual([]);
  });

  test('loads the servers again for an unknown one, and has the progress of a restart', () => {
    const { client, refreshed, apply } = setUp();
    apply(event('server_update', { name: 'new-1', state: 'IDLE', players: 0, maxPlayers: 50, online: true }));
    expect(refreshed).toContain('servers');
    const update = { name: 'hub-1', state: 'IDLE', players: 2, maxPlayers: 50, online: true };
    const restart = { phase: 'countdown', secondsLeft: 10, failure: '' };
    apply(event('server_update', { ...update, restart }));
    expect(client.getQueryData(restartQuery('hub-1').queryKey)).toEqual(restart);
    apply(event('server_update', update));
    expect(client.getQueryData(restartQuery('hub-1').queryKey)).toEqual(restart);
    apply(event('server_update', { ...update, restart: null }));
    expect(client.getQueryData(restartQuery('hub-1').queryKey)).toBeNull();
  });

  test('has the count of the last of many joins, and refreshes lists once per batch', () => {
    const { client, refreshed, apply } = setUp();
    const joins = Array.from({ length: 1000 }, (_, at) =>
      event('player_join', { uuid: `u${at}`, name: `n${at}`, server: 'hub-1', onlinePlayers: 4 + at }),
    );
    apply(...joins);
    expect(client.getQueryData(proxyQuery.queryKey)?.onlinePlayers).toBe(1003);
    expect(refreshed).toEqual(['players']);
  });

  test('has what became of the network', () => {
    const { client, apply } = setUp();
    const status = {
      proxies: { connected: 0, lost: 1, since: 5 },
      servers: { known: 1, online: 0, lost: 1, since: 5 },
      playable: false,
      counted: false,
      maintenanceSince: null,
      joinPreventedSince: null,
    };
    apply(event('status_update', status));
    expect(client.getQueryData(statusQuery.queryKey)).toEqual(status);
  });

  test('takes the count of a proxy update instead of earlier joins', () => {
    const { client, apply } = setUp();
    const status = client.getQueryData(proxyQuery.queryKey);
    apply(
      event('player_leave', { uuid: 'u', name: 'n', onlinePlayers: 2 }),
      event('proxy_update', { ...status, onlinePlayers: 2, maintenance: true }),
    );
    expect(client.getQueryData(proxyQuery.queryKey)).toMatchObject({ maintenance: true, onlinePlayers: 2 });
  });
});

test('the same key is refreshed at once, and then at most once per interval', () => {
  vi.useFakeTimers();
  try {
    const refreshed: string[] = [];
    const queue = new RefreshQueue((key) => refreshed.push(key.join('/')));
    for (let times = 0; times < 50; times += 1) queue.request(['players']);
    expect(refreshed).toEqual(['players']);
    vi.advanceTimersByTime(1500);
    expect(refreshed).toEqual(['players', 'players']);
    vi.advanceTimersByTime(10_000);
    expect(refreshed).toEqual(['players', 'players']);
    queue.request(['players']);
    queue.request(['players']);
    queue.close();
    vi.advanceTimersByTime(10_000);
    expect(refreshed).toEqual(['players', 'players', 'players']);
  } finally {
    vi.useRealTimers();
  }
});
