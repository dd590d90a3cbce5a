import { describe, expect, it, vi } from 'vitest';
import type { ProxySession } from '../../../../src/actors/agents.ts';
import type { KickOutcome, ServerPlayer } from '../../../../src/actors/ports.ts';
import { openFixture } from '../../network-fixture.ts';
import { ADMIN, testPlayer } from '../../test-players.ts';

const [ANN, BEN] = [testPlayer(1, 'Ann'), testPlayer(2, 'Ben')];

/** A network with a door, and game servers whose agents kick. */
async function openDoor({ platform = 'edge' }: { platform?: 'edge' | 'modern' } = {}) {
  const { network, clock } = await openFixture();
  const closed: { uuid: string; message: string }[] = [];
  const said: { server: string; player: ServerPlayer; message: string }[] = [];
  const door = { outcome: true as KickOutcome };
  const server = { kicks: true, isSilent: false };
  const epoch = clock.now();
  const session: ProxySession = network.agents.attachProxy(
    { name: 'door', platform, version: '1', epoch },
    {
      kick: async (uuid, message) => {
        closed.push({ uuid, message });
        return door.outcome;
      },
      send: async () => false,
      sendMessage: () => {},
      close: () => {},
    },
  );
  session.sync([]);
  const agents = ['lobby', 'games'].map((name) => {
    const identity = { name, platform: 'server' as const, version: '1', epoch };
    const backend = network.agents.attachBackend(identity, {
      reboot: async () => {},
      announce: () => {},
      close: () => {},
      kick: async (player, message) => {
        said.push({ server: name, player, message });
        if (server.isSilent) await new Promise<void>(() => {});
        return server.kicks;
      },
    });
    backend.report({ state: 'IDLE', players: [] });
    return backend;
  });
  return { network, clock, session, agents, closed, said, door, server };
}

describe('a kick at a door that passes bytes on', () => {
  it('is said by the server that the player is on, and by no other', async () => {
    const { network, session, said, closed, door } = await openDoor();
    session.login(ANN);
    session.join({ ...ANN, server: 'lobby' });
    door.outcome = false;
    expect(await network.players.kick(ANN.uuid, 'Be nice')).toBe(true);
    expect(said).toEqual([
      {
        server: 'lobby',
        player: expect.objectContaining({ uuid: ANN.uuid, name: 'Ann' }),
        message: 'Be nice',
      },
    ]);
    expect(closed).toHaveLength(1);
  });

  it('is said by the server that holds the player, whoever else lists them, and by all that list them while none does', async () => {
    const { network, clock, session, agents, said } = await openDoor();
    session.login(ANN);
    session.join({ ...ANN, server: null });
    const asked = async (): Promise<string[]> => {
      said.length = 0;
      await network.players.kick(ANN.uuid, 'Be nice');
      return said.map(({ server }) => server);
    };
    agents[0]?.report({ players: [ANN.uuid] });
    expect(await asked()).toEqual(['lobby']);
    await clock.advance(3_000);
    agents[1]?.report({ players: [ANN.uuid] });
    expect((await network.players.detail(ANN.uuid)).server).toBe('games');
    expect(await asked()).toEqual(['lobby']);
    agents[0]?.report({ players: [] });
    agents[0]?.report({ players: [ANN.uuid] });
    expect((await asked()).toSorted()).toEqual(['games', 'lobby']);
  });

  it('does not believe a server that says the player is gone: the door closes, and says so', async () => {
    const { network, session, door, closed } = await openDoor();
    session.login(ANN);
    session.join({ ...ANN, server: 'lobby' });
    door.outcome = 'without-words';
    expect(await network.players.kick(ANN.uuid, 'Be nice')).toBe(false);
    expect(closed).toEqual([{ uuid: ANN.uuid, message: 'Be nice' }]);
  });

  it('goes on without a server that does not answer', async () => {
    const { network, clock, session, server, closed, door } = await openDoor();
    session.login(ANN);
    session.join({ ...ANN, server: 'lobby' });
    server.isSilent = true;
    door.outcome = 'without-words';
    const kick = network.players.kick(ANN.uuid, 'Be nice');
    await clock.advance(2_000);
    expect(await kick).toBe(false);
    expect(closed).toHaveLength(1);
  });

  it('reaches a player who logs in and does not count as online yet', async () => {
    const { network, session, said, closed } = await openDoor();
    session.login(ANN);
    expect(await network.players.kick(ANN.uuid, 'Not yet')).toBe(true);
    expect(said.map(({ server }) => server)).toEqual(['lobby', 'games']);
    expect(closed).toEqual([{ uuid: ANN.uuid, message: 'Not yet' }]);
    await expect(network.players.kick(BEN.uuid, 'Who?')).rejects.toMatchObject({ code: 'player_not_found' });
  });

  it('of a ban is said too, also to who logs in', async () => {
    const { network, session, said } = await openDoor();
    session.login(ANN);
    session.join({ ...ANN, server: 'lobby' });
    session.login(BEN);
    for (const { uuid, name } of [ANN, BEN]) {
      await network.bans.ban({ uuid, name, time: '7D', reason: 'Cheating' }, ADMIN);
    }
    const words = (of: string) => said.filter(({ player }) => player.uuid === of);
    expect(words(ANN.uuid)).toEqual([
      expect.objectContaining({ server: 'lobby', message: expect.stringContaining('Cheating') }),
    ]);
    expect(words(BEN.uuid).map(({ server }) => server)).toEqual(['lobby', 'games']);
  });

  it('of a maintenance is said first, and closes the door afterwards', async () => {
    const { network, session, said, closed } = await openDoor();
    session.login(ANN);
    session.join({ ...ANN, server: 'lobby' });
    await network.proxy.update({ maintenance: true }, true);
    await vi.waitFor(() => expect(closed).toHaveLength(1));
    expect(said).toMatchObject([
      { server: 'lobby', player: { uuid: ANN.uuid }, message: closed[0]?.message },
    ]);
  });

  it('of somebody who logs in is no kick of another who is online under the name', async () => {
    const { network, session, said } = await openDoor();
    const heir = { ...testPlayer(3, 'Ben') };
    session.login(heir);
    session.join({ ...heir, server: 'lobby' });
    session.login(BEN);
    await network.bans.ban({ uuid: BEN.uuid, name: 'Ben', time: '7D', reason: 'Cheating' }, ADMIN);
    const ofBen = said.filter(({ player }) => player.uuid === BEN.uuid);
    expect(ofBen).not.toEqual([]);
    for (const { player } of ofBen) expect(player).not.toHaveProperty('name');
  });

  it('is left to a proxy, which would take the player to another server', async () => {
    const { network, session, said } = await openDoor({ platform: 'modern' });
    session.login(ANN);
    session.join({ ...ANN, server: 'lobby' });
    expect(await network.players.kick(ANN.uuid, 'Be nice')).toBe(true);
    expect(said).toEqual([]);
  });
});
