import { expect, it } from 'vitest';
import { SyncTestClock } from '../fixtures/test-clock.ts';
import type { Uuid } from '../../src/domain/uuid.ts';
import { writeFrame, writeString } from '../../src/platform/edge/protocol/frame.ts';
import { type EdgeFixture, openEdgeFixture, settled } from '../platform/edge/edge-fixture.ts';
import { ENCRYPTION_REQUEST, PASSED } from '../platform/edge/fake-upstream.ts';
import { GameClient, handshake, loginBytes, MODERN, NOTCH } from '../platform/edge/game-client.ts';

const VICTIM = NOTCH as Uuid;
const REFUSED = writeFrame(0, writeString('{"text":"Failed to verify username!"}'));
/** A refusal that is encrypted, which nobody in between can tell from a success. */
const ENCRYPTED = Buffer.alloc(40, 0x5c);

/** A game server whose secret somebody has stolen; it reports the victim whenever it likes. */
function openAgent(fixture: EdgeFixture, name: string): () => void {
  const agent = fixture.network.agents.attachBackend(
    { name, platform: 'server', version: '1', epoch: 1 },
    { reboot: async () => undefined, announce: () => undefined, close: () => undefined },
  );
  return () => {
    for (const players of [[], [VICTIM]]) agent.report({ state: 'IDLE', players });
  };
}

/** Two edges; the second leads to `lobby` by its name, where `isNamed`, and its time passes only in the test. */
async function openTwo(isNamed: boolean) {
  const fixture = await openEdgeFixture();
  await fixture.network.servers.add({
    name: 'lobby',
    type: 'HUB',
    maxPlayers: 10,
    serverId: 'lobby',
    gameName: '',
    gameData: '',
    canRejoin: false,
    address: null,
  });
  const name = isNamed ? 'lobby' : null;
  const upstreams = [{ name, host: '127.0.0.1', port: fixture.upstream.port }];
  const clock = new SyncTestClock();
  const second = await fixture.openAnother({ name: 'edge-2', routes: [{ host: '*', upstreams }], clock });
  await settled(() => second.isConnected && second.vitals().isInformed, fixture);
  /** What the coordinator sends comes in turn: with the change of the status all before it is there. */
  const synced = async (motd: string): Promise<void> => {
    await fixture.network.proxy.update({ motd });
    for (let shown = ''; !shown.includes(motd); ) {
      await settled(() => true, fixture, 100);
      const client = new GameClient(second.port).send(handshake(MODERN, 1), writeFrame(0));
      shown = (await client.packet()).text();
      client.socket.destroy();
    }
  };
  return { fixture, second, clock, synced };
}

/** A login of the victim at this port; its server asks for proof. */
async function wait(fixture: EdgeFixture, port: number) {
  const client = new GameClient(port).send(loginBytes());
  const upstream = await fixture.upstream.next();
  upstream.send(ENCRYPTION_REQUEST);
  await client.receive(ENCRYPTION_REQUEST.length);
  return { client, upstream };
}

it.each([
  ['refuses plainly', REFUSED, 'lobby', true],
  ['refuses plainly, on a route without a name', REFUSED, 'lobby', false],
  ['refuses encrypted', ENCRYPTED, 'lobby', true],
  ['refuses encrypted, on a route without a name', ENCRYPTED, 'lobby', false],
  ['refuses encrypted, while another server reports them', ENCRYPTED, 'other', true],
] as const)(
  'a login whose server %s is nobody joining, and throws nobody out',
  async (_, refusal, by, isNamed) => {
    const { fixture, second, clock, synced } = await openTwo(isNamed);
    const report = openAgent(fixture, by);
    const victim = await wait(fixture, fixture.edge.port);
    victim.upstream.send(PASSED);
    await settled(() => fixture.network.players.onlineCount === 1, fixture, 500);
    const attacker = await wait(fixture, second.port);
    report();
    await synced('before');
    attacker.upstream.send(refusal);
    await attacker.client.receive(refusal.length);
    report();
    await synced('after');
    clock.advance(1_999);
    expect(second.vitals().players).toBe(0);
    attacker.upstream.socket.end();
    await settled(() => second.vitals().connections === 0, fixture);
    clock.advance(1);
    await synced('gone');
    expect(fixture.network.events.counts()).toMatchObject({ player_join: 1, player_leave: 0 });
    expect(victim.client.socket.destroyed).toBe(false);
    victim.client.socket.destroy();
  },
);

it('whom a server lets in is present after two seconds, whatever servers report meanwhile', async () => {
  const { fixture, second, clock, synced } = await openTwo(true);
  const report = openAgent(fixture, 'lobby');
  const player = await wait(fixture, second.port);
  player.upstream.send(ENCRYPTED);
  await player.client.receive(ENCRYPTED.length);
  report();
  await synced('reported');
  clock.advance(1_999);
  expect(second.vitals().players).toBe(0);
  clock.advance(1);
  expect(second.vitals().players).toBe(1);
  player.client.socket.destroy();
});

it('a login that its server refuses without encryption is never let in, however long it stays', async () => {
  const fixture = await openEdgeFixture();
  const { client, upstream } = await wait(fixture, fixture.edge.port);
  upstream.send(REFUSED);
  await client.receive(REFUSED.length);
  expect(fixture.edge.vitals().joining).toBe(1);
  fixture.clock.push(30_000);
  await client.closed;
  expect(fixture.network.events.counts().player_join).toBe(0);
});
