import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Uuid } from '../../../src/domain/uuid.ts';
import type { FakeBackend } from '../fake-backend.ts';
import { FakeEdge } from '../identity/fake-edge.ts';
import { type NetworkFixture, openFixture } from '../network-fixture.ts';
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

describe('where no proxy says who is on which server', () => {
  let fixture: NetworkFixture;
  beforeEach(async () => {
    fixture = await openFixture();
  });
  afterEach(() => fixture.network.close());

  const server = (name: string, players: readonly Uuid[] = []) => fixture.backend(name).connect({ players });
  const mayAct = ({ session }: FakeBackend): boolean => {
    try {
      session.authorOf(ANN);
      session.assertHolds(ANN.uuid);
      return true;
    } catch {
      return false;
    }
  };

  it('a server acts for players whom it lists, and for nobody else', () => {
    const lobby = server('lobby');
    fixture.proxy().connect().enter(ANN);
    expect(mayAct(lobby)).toBe(false);
    expect(() => lobby.session.authorOf(ANN)).toThrow(refusal);
    expect(() => lobby.session.assertHolds(ANN.uuid)).toThrow(refusal);
    lobby.session.report({ players: [ANN.uuid] });
    expect(mayAct(lobby)).toBe(true);
  });

  it('a server that lists a player of another takes nobody away from it', () => {
    const lobby = server('lobby');
    const arena = server('arena');
    fixture.proxy().connect().enter(ANN);
    lobby.session.report({ players: [ANN.uuid] });
    arena.session.report({ players: [ANN.uuid] });
    expect([mayAct(lobby), mayAct(arena)]).toEqual([true, false]);
    // The same list again is no earlier claim, and leaving the list ends the one there was.
    lobby.session.report({ players: [ANN.uuid] });
    expect([mayAct(lobby), mayAct(arena)]).toEqual([true, false]);
    lobby.session.report({ players: [] });
    expect([mayAct(lobby), mayAct(arena)]).toEqual([false, true]);
  });

  it('a server that lists everybody in advance acts for nobody whom another lists', () => {
    const arena = server('arena', [ANN.uuid]);
    const lobby = server('lobby', [ANN.uuid]);
    fixture.proxy().connect().enter(ANN);
    expect([mayAct(lobby), mayAct(arena)]).toEqual([false, false]);
    arena.session.report({ players: [] });
    expect([mayAct(lobby), mayAct(arena)]).toEqual([true, false]);
  });

  it('the list of a server that is gone, or was deleted, holds nobody', async () => {
    const arena = server('arena', [ANN.uuid]);
    const games = server('games', [ANN.uuid]);
    const lobby = server('lobby', [ANN.uuid]);
    fixture.proxy().connect().enter(ANN);
    arena.drop();
    await fixture.clock.advance(10_000);
    expect(mayAct(lobby)).toBe(false);
    games.session.report({ state: 'IDLE' });
    await fixture.network.servers.remove('games');
    expect([mayAct(lobby), mayAct(games)]).toEqual([true, false]);
  });

  it('a proxy that says it after all decides, also when it names the server that lists the player', () => {
    const lobby = server('lobby', [ANN.uuid]);
    const arena = server('arena', [ANN.uuid]);
    const home = fixture.proxy().connect();
    home.enter(ANN);
    home.switch(ANN.uuid, 'lobby');
    expect([mayAct(lobby), mayAct(arena)]).toEqual([true, false]);
    arena.session.report({ players: [] });
    arena.session.report({ players: [ANN.uuid] });
    expect([mayAct(lobby), mayAct(arena)]).toEqual([true, false]);
  });
});
