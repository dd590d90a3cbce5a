import { expect, it } from 'vitest';
import { NetworkReplica } from '../../src/backend/network-replica.ts';
import { listed } from './backend-fixture.ts';

const REST = { onlinePlayers: 1, maxPlayers: 2, maintenance: false, motd: '' };

const namesOf = (replica: NetworkReplica): string[] => replica.servers().map(({ name }) => name);

it('servers are sorted by name, with their numbers as numbers', () => {
  const replica = new NetworkReplica(() => {});
  const servers = ['Lobby10', 'arena', 'Lobby2', 'lobby2'].map((name) => listed(name));
  replica.receive({ type: 'network', servers, ...REST });
  expect(namesOf(replica)).toEqual(['arena', 'lobby2', 'Lobby2', 'Lobby10']);
});

it('servers are sorted once for each change', () => {
  const replica = new NetworkReplica(() => {});
  replica.receive({ type: 'network', servers: [listed('b')], ...REST });
  const before = replica.servers();
  expect(replica.servers()).toBe(before);
  replica.receive({ type: 'network.update', servers: [listed('a')], removed: [], ...REST });
  expect(namesOf(replica)).toEqual(['a', 'b']);
});
