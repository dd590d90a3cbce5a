import { expect, it } from 'vitest';
import { MAX_SERVERS_OF_ANYBODY, type ServerProfile } from '../../../src/domain/server.ts';
import { FakeEdge } from '../identity/fake-edge.ts';
import { FakeBackend } from '../fake-backend.ts';
import { openFixture } from '../network-fixture.ts';
import { testPlayer } from '../test-players.ts';

const ANN = testPlayer(1, 'Ann');
const refusal = expect.objectContaining({ code: 'not_permitted' });

it('a server commands in the name of players who are on it, and of nobody else', async () => {
  const { proxy, backend } = await openFixture();
  const lobby = backend('lobby').connect();
  const home = proxy().connect();
  expect(() => lobby.session.authorOf(ANN)).toThrow(refusal);
  home.enter(ANN, 'arena');
  expect(() => lobby.session.authorOf(ANN)).toThrow(refusal);
  home.switch(ANN.uuid, 'lobby');
  const author = { via: 'menu', name: 'Ann', uuid: ANN.uuid };
  expect(lobby.session.authorOf(ANN)).toEqual(author);
  expect(lobby.session.authorOf({ uuid: ANN.uuid, name: 'Console' })).toEqual(author);
});

it('a server that lists a player whom the proxy has elsewhere does not command in their name', async () => {
  const { proxy, backend } = await openFixture();
  proxy().connect().enter(ANN, 'arena');
  const lobby = backend('lobby').connect({ players: [ANN.uuid], names: [ANN.name] });
  expect(() => lobby.session.authorOf(ANN)).toThrow(refusal);
});

it('a server that knows its players by other uuids commands in the name of the player of that name', async () => {
  const { network, clock, backend } = await openFixture();
  new FakeEdge(network, clock, 'edge').join(ANN.uuid, 'Ann', 'lobby');
  await clock.advance(0);
  const by = { uuid: testPlayer(2).uuid, name: 'ann' };
  expect(backend('lobby').connect().session.authorOf(by)).toEqual({
    via: 'menu',
    name: 'Ann',
    uuid: ANN.uuid,
  });
  expect(() => backend('arena').connect().session.authorOf(by)).toThrow(refusal);
});

it('a server moves players who are on it, and nobody else', async () => {
  const { proxy, backend } = await openFixture();
  const lobby = backend('lobby').connect({ players: [ANN.uuid] });
  expect(() => lobby.session.assertHolds(ANN.uuid)).toThrow(
    expect.objectContaining({ code: 'player_offline' }),
  );
  const home = proxy().connect();
  home.enter(ANN, 'arena');
  expect(() => lobby.session.assertHolds(ANN.uuid)).toThrow(refusal);
  home.switch(ANN.uuid, 'lobby');
  expect(() => lobby.session.assertHolds(ANN.uuid)).not.toThrow();
});

it('strangers with the secret of all cannot add servers without end, and keep no known server and no admin out', async () => {
  const { network, storage, backend, reopen } = await openFixture();
  const first = await network.servers.add(profileOf('s0'));
  await network.close();
  for (let at = 1; at < MAX_SERVERS_OF_ANYBODY - 1; at += 1)
    storage.rows.servers.set(`s${at}`, profileOf(`s${at}`));
  const { network: full, clock, notes: log } = await reopen();
  const come = (name: string) => {
    const identity = { name, platform: 'server', version: '1', epoch: 1, isByAnybody: true } as const;
    return full.agents.attachBackend(identity, backend(name).client());
  };
  const report = { type: 'GAME', state: 'RUNNING' } as const;
  come('last').report(report);
  const refusal = expect.objectContaining({ code: 'overloaded' });
  for (let at = 0; at < 100; at += 1) expect(() => come(`more${at}`).report(report)).toThrow(refusal);
  expect(full.servers.all()).toHaveLength(MAX_SERVERS_OF_ANYBODY);
  expect(log().filter((event) => event === 'server.not-added').length).toBeLessThan(20);
  come(first.name).report(report);
  expect(full.servers.get(first.name).state).toBe('RUNNING');
  new FakeBackend(full, clock, 'own').connect();
  await full.servers.add(profileOf('added'));
  expect(full.servers.all()).toHaveLength(MAX_SERVERS_OF_ANYBODY + 2);
  expect(storage.rows.servers.has('more0')).toBe(false);
});

function profileOf(name: string): ServerProfile {
  const rest = { type: 'GAME', maxPlayers: 10, serverId: name, gameName: '', gameData: '' };
  return { name, ...rest, canRejoin: false, address: null };
}
