import { describe, expect, it, vi } from 'vitest';
import type { BackendSession, ProxySession } from '../../../../src/actors/agents.ts';
import type { ReturningPlayer } from '../../../../src/actors/ports.ts';
import { AppError } from '../../../../src/domain/errors.ts';
import { openFixture } from '../../network-fixture.ts';
import { testPlayer } from '../../test-players.ts';

const [ANN, BEN] = [testPlayer(1, 'Ann'), testPlayer(2, 'Ben')];

interface Expected {
  readonly edge: string;
  readonly player: ReturningPlayer;
  readonly server: string;
}

/** A network with two edges, a lobby that sends players away, and servers, of which the edges do not reach one. */
async function openEdges(maxPlayers = 100) {
  const fixture = await openFixture({ slotsPerAddress: 8, reboot: { countdownSeconds: 0 } });
  const { network, clock } = fixture;
  await network.proxy.update({ maxPlayers });
  const epoch = clock.now();
  const expected: Expected[] = [];
  const sentAway: string[] = [];
  const edge = { refusal: null as AppError | null };
  const lobby = { transfer: async (name: string): Promise<void> => void sentAway.push(name) };
  /** The servers that were asked to send somebody away. */
  const asked: string[] = [];
  const edgeOf = (name: string): ProxySession =>
    network.agents.attachProxy(
      { name, platform: 'edge', version: '1', epoch },
      {
        kick: async () => true,
        send: async () => false,
        sendMessage: () => {},
        close: () => {},
        reaches: new Set(['lobby', 'arena', 'elsewhere']),
        expect: async (player, server) => {
          if (edge.refusal !== null) throw edge.refusal;
          expected.push({ edge: name, player, server });
        },
      },
    );
  const [session] = ['edge-1', 'edge-2'].map(edgeOf);
  if (session === undefined) throw new Error('no edge');
  session.sync([]);
  const addServer = (name: string, address: string | null, transfers = false): BackendSession => {
    const identity = { name, platform: 'server' as const, version: '1', epoch };
    const silent = { reboot: async () => {}, announce: () => {}, close: () => {} };
    const client = transfers
      ? {
          ...silent,
          transfer: async ({ name: who }: { name: string | undefined }) => {
            asked.push(name);
            // Every other server says that it did.
            if (name === 'lobby') await lobby.transfer(who ?? '');
          },
        }
      : silent;
    const agent = network.agents.attachBackend(identity, client);
    agent.report({ state: 'IDLE', players: [], ...(address === null ? {} : { address }) });
    return agent;
  };
  const lobbyAgent = addServer('lobby', '10.0.0.1:25565', true);
  addServer('arena', '10.0.0.2:25565');
  addServer('hidden', null);
  const enter = (player: typeof ANN, server: string | null = 'lobby'): void => {
    session.login(player);
    session.join({ ...player, server });
  };
  return { ...fixture, session, expected, sentAway, asked, edge, lobby, lobbyAgent, addServer, enter };
}

describe('a move behind an edge', () => {
  it('is said to the edge that the player came by, and to no other, before the server sends them away', async () => {
    const { network, enter, expected, sentAway, lobby } = await openEdges();
    enter(ANN);
    lobby.transfer = async (name) => {
      expect(expected).toHaveLength(1);
      sentAway.push(name);
    };
    await network.players.send(ANN.uuid, 'arena');
    const player = { name: 'Ann', ip: ANN.ip };
    expect(expected).toEqual([{ edge: 'edge-1', player, server: 'arena' }]);
    expect(sentAway).toEqual(['Ann']);
  });

  it('is refused with words from a server that cannot send players away', async () => {
    const { network, enter, expected } = await openEdges();
    enter(ANN, 'arena');
    await expect(network.players.send(ANN.uuid, 'lobby')).rejects.toMatchObject({
      code: 'platform_unavailable',
      message: expect.stringContaining('such as the lobby'),
    });
    expect(expected).toEqual([]);
  });

  it('to the server that the player is on is refused: a stolen secret would go on expecting them', async () => {
    const { network, enter, expected } = await openEdges();
    enter(ANN);
    await expect(network.players.send(ANN.uuid, 'lobby')).rejects.toThrow('on this server already');
    expect(expected).toEqual([]);
  });

  it('is refused with the words of the edge, and then nobody is sent away', async () => {
    const { network, enter, edge, sentAway } = await openEdges();
    enter(ANN);
    edge.refusal = new AppError('platform_unavailable', 'The edge has no address for arena');
    await expect(network.players.send(ANN.uuid, 'arena')).rejects.toThrow('no address for arena');
    expect(sentAway).toEqual([]);
  });

  it('is refused while the network would not let the player in again', async () => {
    const { network, enter, sentAway } = await openEdges();
    enter(ANN);
    await network.proxy.update({ preventJoin: true });
    await expect(network.players.send(ANN.uuid, 'arena')).rejects.toThrow('would not let this player in');
    expect(sentAway).toEqual([]);
  });

  it('fails where the server does not send the player away in time', async () => {
    const { network, clock, enter, lobby } = await openEdges();
    enter(ANN);
    lobby.transfer = () => new Promise(() => {});
    const moved = expect(network.players.send(ANN.uuid, 'arena')).rejects.toMatchObject({
      code: 'platform_unavailable',
    });
    await clock.advance(5_000);
    await moved;
    expect(network.vitals().slotsReserved).toBe(0);
  });

  it('takes the players of a lobby that restarts to another server', async () => {
    const { network, clock, enter, expected, backend } = await openEdges();
    backend('hub').connect({ type: 'HUB', address: '10.0.0.3:25565' });
    enter(ANN);
    await network.servers.restart('lobby');
    await clock.advance(0);
    expect(expected[0]).toMatchObject({ player: { name: 'Ann' }, server: 'hub' });
  });
});

describe('a move of a player whose edge names no server', () => {
  async function openUnnamed() {
    const opened = await openEdges();
    const evil = opened.addServer('evil', null, true);
    opened.enter(ANN, null);
    return { ...opened, evil };
  }

  it('is done by the server that holds them, whoever else lists them', async () => {
    const { network, clock, lobbyAgent, evil, asked, sentAway } = await openUnnamed();
    lobbyAgent.report({ players: [ANN.uuid] });
    await clock.advance(3_000);
    evil.report({ players: [ANN.uuid] });
    expect((await network.players.detail(ANN.uuid)).server).toBe('evil');
    await network.players.send(ANN.uuid, 'arena');
    expect(asked).toEqual(['lobby']);
    expect(sentAway).toEqual(['Ann']);
    // It is no place to send them where they are held.
    await expect(network.players.send(ANN.uuid, 'lobby')).rejects.toThrow('on this server already');
  });

  it('is done by the server that holds them also once another has listed them and is gone', async () => {
    const { network, clock, lobbyAgent, evil, sentAway } = await openUnnamed();
    lobbyAgent.report({ players: [ANN.uuid] });
    await clock.advance(3_000);
    evil.report({ players: [ANN.uuid] });
    evil.report({ players: [] });
    evil.lost();
    await clock.advance(12_000);
    await network.players.send(ANN.uuid, 'arena');
    expect(sentAway).toEqual(['Ann']);
  });

  it('is asked of every server that lists them while none holds them, and one that does it is enough', async () => {
    const { network, lobbyAgent, evil, asked, lobby } = await openUnnamed();
    for (const agent of [lobbyAgent, evil]) agent.report({ players: [ANN.uuid] });
    lobby.transfer = () => Promise.reject(new AppError('platform_unavailable', 'Not here'));
    await network.players.send(ANN.uuid, 'arena');
    expect(asked).toEqual(['lobby', 'evil']);
    evil.report({ players: [] });
    await expect(network.players.send(ANN.uuid, 'arena')).rejects.toThrow('Not here');
  });

  it('is refused where no server lists them', async () => {
    const { network, expected } = await openUnnamed();
    await expect(network.players.send(ANN.uuid, 'arena')).rejects.toThrow('such as the lobby');
    expect(expected).toEqual([]);
  });
});

describe('a player who is moved', () => {
  it('holds no second place, whether they leave or stay', async () => {
    const { network, session, enter } = await openEdges(2);
    enter(ANN);
    await network.players.send(ANN.uuid, 'arena');
    expect(network.vitals().slotsReserved).toBe(0);
    expect(session.login(BEN).allow).toBe(true);
  });

  it('comes back into a full network like anybody else', async () => {
    const { network, session, enter } = await openEdges(1);
    enter(ANN);
    await network.players.send(ANN.uuid, 'arena');
    session.leave(ANN.uuid);
    expect(session.login(BEN).allow).toBe(true);
    expect(session.login({ ...ANN, ip: BEN.ip })).toMatchObject({ allow: false, code: 'network_full' });
  });

  it('is moved once at a time, however often they click', async () => {
    const { network, enter, lobby, sentAway } = await openEdges();
    enter(ANN);
    let leave = (): void => {};
    lobby.transfer = () => new Promise((resolve) => (leave = resolve));
    const first = network.players.send(ANN.uuid, 'arena');
    await expect(network.players.send(ANN.uuid, 'arena')).rejects.toThrow('being moved already');
    await vi.waitFor(() => leave());
    await first;
    lobby.transfer = async (name) => void sentAway.push(name);
    await network.players.send(ANN.uuid, 'arena');
    expect(sentAway).toEqual(['Ann']);
  });
});

describe('where a player can be moved', () => {
  it('are behind an edge the servers that it reaches and the network has', async () => {
    const { network, enter, session } = await openEdges();
    enter(ANN);
    expect(network.players.reachOf(ANN.uuid)).toEqual(['lobby', 'arena']);
    session.login(BEN);
    expect(network.players.reachOf(BEN.uuid)).toEqual(['lobby', 'arena']);
  });

  it('are all by a proxy, and none for who is not there', async () => {
    const { network, proxy } = await openEdges();
    proxy().connect().enter(ANN, 'lobby');
    expect(network.players.reachOf(ANN.uuid)).toBeNull();
    expect(() => network.players.reachOf(BEN.uuid)).toThrow(
      expect.objectContaining({ code: 'player_offline' }),
    );
  });
});
