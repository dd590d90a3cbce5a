import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Uuid } from '../../../../src/domain/uuid.ts';
import type { FakeBackend } from '../../fake-backend.ts';
import { type NetworkFixture, openFixture } from '../../network-fixture.ts';
import { testPlayer } from '../../test-players.ts';

const ANN = testPlayer(1, 'Ann');
const refusal = expect.objectContaining({ code: 'not_permitted' });
/** How long a claim stands alone before it counts: one that began lately, and one that began long before. */
const SETTLED = 3_000;
const SETTLED_FROM_LONG_BEFORE = 12_000;

describe('where no proxy says who is on which server', () => {
  let fixture: NetworkFixture;
  beforeEach(async () => {
    fixture = await openFixture();
  });
  afterEach(() => fixture.network.close());

  const server = (name: string, players: readonly Uuid[] = []) => fixture.backend(name).connect({ players });
  const lists = ({ session }: FakeBackend): void => session.report({ players: [ANN.uuid] });
  const drops = ({ session }: FakeBackend): void => session.report({ players: [] });
  const after = (milliseconds: number): Promise<void> => fixture.clock.advance(milliseconds);
  const mayAct = ({ session }: FakeBackend): boolean => {
    try {
      session.authorOf(ANN);
      session.assertHolds(ANN.uuid);
      return true;
    } catch {
      return false;
    }
  };
  const acting = (...servers: FakeBackend[]): string[] => servers.filter(mayAct).map(({ name }) => name);

  /** Ann is on the lobby, which holds her. */
  async function onLobby() {
    const [lobby, game, evil] = [server('lobby'), server('game'), server('evil')];
    fixture.proxy().connect().enter(ANN);
    lists(lobby);
    await after(SETTLED);
    expect(acting(lobby, game, evil)).toEqual(['lobby']);
    return { lobby, game, evil };
  }

  it('a server acts for players whom it alone has listed for a moment, and for nobody else', async () => {
    const lobby = server('lobby');
    fixture.proxy().connect().enter(ANN);
    expect(() => lobby.session.authorOf(ANN)).toThrow(refusal);
    expect(() => lobby.session.assertHolds(ANN.uuid)).toThrow(refusal);
    lists(lobby);
    await after(SETTLED - 1);
    expect(mayAct(lobby)).toBe(false);
    await after(1);
    expect(mayAct(lobby)).toBe(true);
    drops(lobby);
    expect(mayAct(lobby)).toBe(false);
  });

  it('a server that lists a player of another takes nobody away from it, however often it does', async () => {
    const { lobby, evil } = await onLobby();
    for (let times = 0; times < 5; times += 1) {
      lists(evil);
      await after(4_000);
      lists(lobby);
      expect(acting(lobby, evil)).toEqual(['lobby']);
      drops(evil);
      await after(100);
      expect(acting(lobby, evil)).toEqual(['lobby']);
    }
  });

  it('a server that listed a player of another does not follow it: the next server does, in a gap or overlapping', async () => {
    const { lobby, game, evil } = await onLobby();
    lists(evil);
    await after(20_000);
    drops(lobby);
    expect(acting(lobby, game, evil)).toEqual([]);
    await after(1_000);
    expect(acting(lobby, game, evil)).toEqual([]);
    lists(game);
    expect(acting(lobby, game, evil)).toEqual([]);
    await after(SETTLED);
    expect(acting(lobby, game, evil)).toEqual(['game']);
    lists(lobby);
    await after(200);
    expect(acting(lobby, game, evil)).toEqual(['game']);
    drops(game);
    await after(SETTLED);
    expect(acting(lobby, game, evil)).toEqual(['lobby']);
  });

  it('nor does it when no server follows', async () => {
    const { lobby, game, evil } = await onLobby();
    lists(evil);
    await after(20_000);
    drops(lobby);
    await after(60_000);
    expect(acting(lobby, game, evil)).toEqual([]);
  });

  it('of two servers that could have followed none acts, until the player is on another', async () => {
    const { lobby, game, evil } = await onLobby();
    lists(evil);
    await after(1_000);
    drops(lobby);
    await after(500);
    lists(game);
    await after(60_000);
    expect(acting(lobby, game, evil)).toEqual([]);
    drops(game);
    lists(lobby);
    await after(SETTLED);
    expect(acting(lobby, game, evil)).toEqual(['lobby']);
  });

  it('a server that takes its list back and gives it anew where it is disputed gains nothing', async () => {
    const { lobby, game, evil } = await onLobby();
    lists(evil);
    drops(lobby);
    lists(game);
    await after(60_000);
    drops(evil);
    lists(evil);
    await after(60_000);
    expect(acting(lobby, game, evil)).toEqual([]);
  });

  it('a server that lists everybody in advance acts for nobody whom another lists, then or as they arrive', async () => {
    const evil = server('evil', [ANN.uuid]);
    const lobby = server('lobby');
    await after(60_000);
    fixture.proxy().connect().enter(ANN);
    await after(8_000);
    expect(acting(evil, lobby)).toEqual([]);
    lists(lobby);
    await after(60_000);
    expect(acting(evil, lobby)).toEqual([]);
    drops(lobby);
    await after(60_000);
    expect(acting(evil, lobby)).toEqual([]);
  });

  it('a server that alone listed a player long before they came online acts for them after a while', async () => {
    const lobby = server('lobby', [ANN.uuid]);
    await after(60_000);
    fixture.proxy().connect().enter(ANN);
    await after(SETTLED_FROM_LONG_BEFORE - 1);
    expect(mayAct(lobby)).toBe(false);
    await after(1);
    expect(mayAct(lobby)).toBe(true);
  });

  it('the list of a server that is gone, or was deleted, holds nobody, and the server that took the player in does', async () => {
    const { lobby, game, evil } = await onLobby();
    lists(evil);
    await after(20_000);
    lobby.drop();
    await after(500);
    lists(game);
    expect(acting(game, evil)).toEqual([]);
    await after(9_500 + SETTLED_FROM_LONG_BEFORE);
    expect(acting(game, evil)).toEqual(['game']);
    await fixture.network.servers.remove('game');
    expect(acting(game, evil)).toEqual([]);
  });

  it('a proxy that says it after all decides, also when it names the server that lists the player', async () => {
    const lobby = server('lobby', [ANN.uuid]);
    const arena = server('arena', [ANN.uuid]);
    const home = fixture.proxy().connect();
    home.enter(ANN);
    home.switch(ANN.uuid, 'lobby');
    expect(acting(lobby, arena)).toEqual(['lobby']);
    drops(arena);
    lists(arena);
    await after(60_000);
    expect(acting(lobby, arena)).toEqual(['lobby']);
  });
});
