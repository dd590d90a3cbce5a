import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import * as fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import type { Uuid } from '../../src/domain/uuid.ts';
import { shareOfFiles } from '../../src/runtime/limits/file-limit.ts';
import { writeFrame } from '../../src/platform/edge/protocol/frame.ts';
import {
  type EdgeFixture,
  informed,
  LIMITS,
  openEdgeFixture,
  settled,
} from '../platform/edge/edge-fixture.ts';
import { ENCRYPTION_REQUEST, PASSED } from '../platform/edge/fake-upstream.ts';
import { GameClient, handshake, loginBytes, MODERN, NOTCH } from '../platform/edge/game-client.ts';

const uuid = NOTCH as Uuid;

/** Opens connections that send `first` and then nothing. */
async function openMany(
  fixture: EdgeFixture,
  count: number,
  first: Uint8Array = new Uint8Array(),
): Promise<Socket[]> {
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (let at = 0; at < count; at += 1) {
    const socket = connect({ port: fixture.edge.port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(first);
  }
  return sockets;
}

/** Logs a player in; the returned function checks that bytes still go both ways. */
async function player(fixture: EdgeFixture) {
  const client = fixture.login();
  const upstream = await fixture.upstream.next();
  upstream.send(PASSED);
  await client.receive(PASSED.length);
  await upstream.receive(loginBytes().length);
  await settled(() => fixture.network.players.onlineCount === 1, fixture, 500);
  return async (): Promise<void> => {
    client.send(Buffer.from('ping'));
    expect(String(await upstream.receive(4))).toBe('ping');
    upstream.send('pong');
    expect(String(await client.receive(4))).toBe('pong');
  };
}

it('a flood of silent connections drops its own, and neither players online nor new ones are affected', async () => {
  const fixture = await openEdgeFixture({
    edge: { limits: { ...LIMITS, perMinute: 100_000, open: 100_000, waiting: 50 } },
  });
  const talk = await player(fixture);
  await openMany(fixture, 400);
  await settled(() => fixture.edge.vitals().waiting === 50, fixture);
  await settled(() => fixture.edge.vitals().connections <= 51, fixture);
  await talk();
  fixture.login({ name: 'Other', uuid: '11111111-1111-4111-8111-111111111111' });
  await fixture.upstream.next();
  await talk();
});

it.skipIf(shareOfFiles(1 / 8) === undefined)(
  'no more wait, and no more join, than the files of the process bear',
  async () => {
    const configured = Number.MAX_SAFE_INTEGER;
    const limits = { ...LIMITS, waiting: configured, joining: configured };
    const fixture = await openEdgeFixture({ edge: { limits } });
    expect(fixture.logged('edge.waiting-lowered')).toMatchObject({ configured, limit: shareOfFiles(1 / 8) });
    expect(fixture.logged('edge.joining-lowered')).toMatchObject({ configured, limit: shareOfFiles(1 / 16) });
  },
);

it.each([
  ['sends nothing', new Uint8Array()],
  ['sends half a handshake', handshake(MODERN, 2).subarray(0, 7)],
  ['sends a handshake and no login', handshake(MODERN, 2)],
  ['looks at the server list and never asks', handshake(MODERN, 1)],
])('a client that %s is dropped after five seconds', async (_, first) => {
  const fixture = await openEdgeFixture();
  const [socket] = await openMany(fixture, 1, first);
  const closed = once(socket ?? new GameClient(1).socket, 'close');
  await settled(() => fixture.edge.vitals().waiting === 1, fixture);
  await settled(() => fixture.edge.vitals().connections === 0, fixture, 500);
  await closed;
});

it('a client that sends a byte now and then gets no more time', async () => {
  const fixture = await openEdgeFixture();
  const [socket] = await openMany(fixture, 1);
  const bytes = loginBytes();
  let at = 0;
  await settled(() => fixture.edge.vitals().waiting === 1, fixture);
  while (fixture.edge.vitals().connections > 0 && at < 20) {
    socket?.write(bytes.subarray(at, at + 1));
    at += 1;
    await settled(() => true, fixture, 400);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(at).toBeLessThan(20);
});

it('an address that opens too many connections is refused, and its open ones stay', async () => {
  const fixture = await openEdgeFixture({
    edge: { limits: { ...LIMITS, perMinute: 1_000, open: 5, waiting: 1_000 } },
  });
  const talk = await player(fixture);
  const sockets = await openMany(fixture, 10);
  await settled(() => fixture.edge.vitals().connections === 5, fixture);
  await talk();
  for (const socket of sockets) socket.destroy();
  await settled(() => fixture.edge.vitals().connections === 1, fixture);
  const status = await fixture.connect().send(handshake(MODERN, 1), writeFrame(0)).packet();
  expect(status.id).toBe(0);
  fixture.clock.push(10_000);
  expect(fixture.logged('edge.limited')).toMatchObject({ refused: 6, firstAddress: '127.0.0.1' });
});

it('an address that connects too often is refused until some time has passed', async () => {
  const fixture = await openEdgeFixture({
    edge: { limits: { ...LIMITS, perMinute: 5, open: 100, waiting: 100 } },
  });
  const ask = (): Promise<Buffer> =>
    fixture
      .connect()
      .send(handshake(MODERN, 1), writeFrame(1, Buffer.alloc(8)))
      .everything();
  const answers: number[] = [];
  for (let at = 0; at < 7; at += 1) answers.push((await ask()).length);
  expect(answers).toEqual([10, 10, 10, 10, 10, 0, 0]);
  fixture.clock.push(12_000);
  expect((await ask()).length).toBe(10);
});

it('clients behind a trusted load balancer are counted by their own addresses', async () => {
  const fixture = await openEdgeFixture({
    edge: { trustedProxies: ['127.0.0.1'], limits: { ...LIMITS, perMinute: 2, open: 100, waiting: 100 } },
  });
  const ask = async (ip: string): Promise<number> => {
    const header = Buffer.from(`PROXY TCP4 ${ip} 192.0.2.1 51000 25565\r\n`);
    const ping = writeFrame(1, Buffer.alloc(8));
    return (await fixture.connect().send(header, handshake(MODERN, 1), ping).everything()).length;
  };
  const answers: number[] = [];
  for (const ip of ['203.0.113.1', '203.0.113.1', '203.0.113.1', '203.0.113.2']) answers.push(await ask(ip));
  expect(answers).toEqual([10, 10, 0, 10]);
});

it('nobody ends the session of another player with a login under their name at a second edge', async () => {
  const fixture = await openEdgeFixture();
  const talk = await player(fixture);
  const second = await fixture.openAnother({ name: 'second' });
  await informed(second, fixture);
  const attacker = new GameClient(second.port).send(loginBytes());
  const upstream = await fixture.upstream.next();
  upstream.send(ENCRYPTION_REQUEST);
  await attacker.receive(ENCRYPTION_REQUEST.length);
  await settled(() => true, fixture, 15_000);
  await settled(() => fixture.edge.isConnected && second.isConnected, fixture);
  await talk();
  expect(second.vitals().players).toBe(0);
  expect(await fixture.network.players.detail(uuid)).toMatchObject({ isOnline: true });
  expect(fixture.network.events.counts()).toMatchObject({ player_leave: 0 });
  attacker.socket.destroy();
});

it('a connection with invalid bytes is closed, and the edge goes on', async () => {
  const fixture = await openEdgeFixture();
  const talk = await player(fixture);
  const noise = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 400 }),
    fc.uint8Array({ minLength: 1, maxLength: 60 }).map((rest) => Buffer.concat([handshake(MODERN, 2), rest])),
    fc.uint8Array({ minLength: 1, maxLength: 60 }).map((rest) => Buffer.concat([handshake(MODERN, 1), rest])),
  );
  await fc.assert(
    fc.asyncProperty(noise, async (bytes) => {
      const client = fixture.connect();
      client.socket.end(bytes);
      await client.closed;
    }),
    { numRuns: 300 },
  );
  await talk();
  await settled(() => fixture.edge.vitals().connections === 1, fixture);
});
