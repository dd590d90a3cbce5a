import { expect, it } from 'vitest';
import { FakeEdge } from '../identity/fake-edge.ts';
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
