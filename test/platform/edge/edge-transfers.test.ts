import { describe, expect, it, onTestFinished } from 'vitest';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { writeFrame } from '../../../src/platform/edge/protocol/frame.ts';
import { type EdgeFixture, openEdgeFixture, settled } from './edge-fixture.ts';
import { FakeUpstream, PASSED } from './fake-upstream.ts';
import { GameClient, handshake, loginBytes, loginStart, MODERN, NOTCH } from './game-client.ts';

const uuid = NOTCH as Uuid;
const BACK = Buffer.concat([handshake(MODERN, 3), loginStart(MODERN, 'Notch')]);

/** A player is on the lobby, and a second server is open. */
async function openNetworkWithLobby() {
  const arena = await FakeUpstream.open();
  onTestFinished(() => arena.close());
  const servers = [{ name: 'arena', host: '127.0.0.1', port: arena.port }];
  const fixture = await openEdgeFixture({ edge: { servers } });
  addServer(fixture, 'lobby', `127.0.0.1:${fixture.upstream.port}`);
  addServer(fixture, 'arena', '127.0.0.1:1');
  await fixture.synced();
  const client = fixture.login();
  (await fixture.upstream.next()).send(PASSED);
  await client.receive(PASSED.length);
  await settled(() => fixture.edge.vitals().players === 1, fixture, 500);
  await settled(() => fixture.network.players.onlineCount === 1, fixture);
  /** Moves them; the lobby sends the client away. */
  const move = (server = 'arena'): Promise<void> => fixture.network.players.send(uuid, server);
  const lobby = fixture.network.agents.attachBackend(
    { name: 'lobby', platform: 'server', version: '1', epoch: 2e12 },
    {
      reboot: async () => undefined,
      announce: () => undefined,
      close: () => undefined,
      transfer: async () => void client.socket.destroy(),
    },
  );
  lobby.report({ type: 'HUB', state: 'IDLE', address: `127.0.0.1:${fixture.upstream.port}`, players: [] });
  await fixture.synced();
  return { fixture, arena, client, move, servers };
}

function addServer(fixture: EdgeFixture, name: string, address: string): void {
  const client = { reboot: async () => undefined, announce: () => undefined, close: () => undefined };
  const identity = { name, platform: 'server', version: '1', epoch: 1 } as const;
  fixture.network.agents
    .attachBackend(identity, client)
    .report({ type: 'GAME', state: 'IDLE', address, players: [] });
}

describe('a player whom the lobby sends back', () => {
  it('comes to the server that they were moved to, as in an ordinary login, and is shown there', async () => {
    const { fixture, arena, move } = await openNetworkWithLobby();
    await move();
    const back = fixture.connect().send(BACK);
    const connection = await arena.next();
    expect(await connection.receive(BACK.length)).toEqual(loginBytes());
    connection.send(PASSED);
    await back.receive(PASSED.length);
    const shown = async () => (await fixture.network.players.detail(uuid)).server;
    await settled(() => fixture.edge.vitals().players === 1, fixture, 500);
    await expect.poll(shown).toBe('arena');
  });

  it('comes there also while the coordinator is away', async () => {
    const { fixture, arena, move } = await openNetworkWithLobby();
    await move();
    await fixture.stopCoordinator();
    await settled(() => !fixture.edge.isConnected, fixture);
    fixture.connect().send(BACK);
    await arena.next();
  });

  it('is led by the route where that server does not answer', async () => {
    const { fixture, arena, move } = await openNetworkWithLobby();
    await move();
    arena.close();
    fixture.connect().send(BACK);
    expect(await (await fixture.upstream.next()).receive(BACK.length)).toEqual(loginBytes());
  });

  it('is led by the route after a restart of the edge, and as they came', async () => {
    const { fixture, move, servers } = await openNetworkWithLobby();
    await move();
    const restarted = await fixture.openAnother({ name: 'edge', servers });
    const client = new GameClient(restarted.port);
    onTestFinished(() => void client.socket.destroy());
    client.send(BACK);
    expect(await (await fixture.upstream.next()).receive(BACK.length)).toEqual(BACK);
  });

  it('is led by the route at another edge, which was not told of them', async () => {
    const { fixture, move, servers } = await openNetworkWithLobby();
    const other = await fixture.openAnother({ name: 'edge-2', servers });
    await settled(() => other.isConnected && other.vitals().isInformed, fixture);
    await move();
    const client = new GameClient(other.port);
    onTestFinished(() => void client.socket.destroy());
    await fixture.synced();
    client.send(BACK);
    expect(await (await fixture.upstream.next()).receive(BACK.length)).toEqual(BACK);
  });

  it('is expected no longer where they come anew on their own', async () => {
    const { fixture, move } = await openNetworkWithLobby();
    await move();
    fixture.login();
    await fixture.upstream.next();
    fixture.connect().send(BACK);
    await fixture.upstream.next();
  });

  it('is refused with words where they were banned meanwhile', async () => {
    const { fixture, arena, move } = await openNetworkWithLobby();
    await move();
    const by = { via: 'api', name: '', uuid: null } as const;
    await fixture.network.bans.ban({ uuid, name: 'Notch', time: 'perma', reason: 'x' }, by);
    expect(await fixture.connect().send(BACK).refusal()).toContain('Banned forever');
    expect(arena.connections).toEqual([]);
  });

  it('is not sent away for a server whose address only that server says', async () => {
    const { fixture, arena, client, move } = await openNetworkWithLobby();
    addServer(fixture, 'own', `127.0.0.1:${arena.port}`);
    await fixture.synced();
    await expect(move('own')).rejects.toMatchObject({
      code: 'platform_unavailable',
      message: expect.stringContaining('no address for own'),
    });
    expect(client.socket.destroyed).toBe(false);
    expect(fixture.network.players.reachOf(uuid)).toEqual(['arena']);
  });
});

it('who says that a server sent them here, and was not, is led by the route as they came', async () => {
  const fixture = await openEdgeFixture();
  fixture.connect().send(BACK, writeFrame(1));
  expect(await (await fixture.upstream.next()).receive(BACK.length)).toEqual(BACK);
});
