import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { connectUpstream } from '../../../src/platform/edge/connect-upstream.ts';
import { splice } from '../../../src/platform/edge/splice.ts';
import { ConnectionFaults } from '../../../src/runtime/faults/connection-faults.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { KeptLog } from '../../channel/channel-fixture.ts';

/** More than the kernel keeps of a connection whose other side does not read. */
const BYTES = 24 * 1024 * 1024;
const SMALL = 4 * 1024;

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

async function listen(onSocket: (socket: Socket) => void): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A player whose game server sends all of `sent` at once and ends; `front` is the edge's socket of the player. */
async function play(sent: Buffer): Promise<{ player: Socket; front: Socket; upstream: Socket }> {
  const clock = systemClock;
  const faults = new ConnectionFaults('edge', { clock, logger: new KeptLog() });
  const port = await listen((socket) => socket.end(sent));
  const found = await connectUpstream(
    [{ name: null, host: '127.0.0.1', port }],
    { clock, faults },
    () => true,
    () => undefined,
  );
  if (found === undefined) throw new Error('the game server does not answer');
  sockets.push(found.socket);
  let take: (front: Socket) => void = () => undefined;
  const accepted = new Promise<Socket>((resolve) => {
    take = resolve;
  });
  const player = connect(await listen((socket) => take(socket)), '127.0.0.1').pause();
  sockets.push(player);
  const front = await accepted;
  splice(front, found.socket, { clock, faults }, { ending: () => undefined, closed: () => undefined });
  return { player, front, upstream: found.socket };
}

/** Bytes that differ from place to place and from seed to seed. */
function patternOf(seed: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32LE((at + seed * 0x9e37_79b1) >>> 0, at);
  return bytes;
}

async function received(player: Socket): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of player) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

it('brings every byte unchanged to players who read late, also while others are read for', async () => {
  const sent = [1, 2, 3].map((seed) => patternOf(seed, BYTES));
  const plays = await Promise.all(sent.map(play));
  await expect.poll(() => plays.every(({ front }) => front.writableLength > 0)).toBe(true);
  // Nobody waits behind them.
  const quick = patternOf(4, BYTES);
  const { player } = await play(quick);
  expect((await received(player)).equals(quick)).toBe(true);
  const got = await Promise.all(plays.map((one) => received(one.player)));
  expect(got.map((bytes, at) => sent[at]?.equals(bytes))).toEqual([true, true, true]);
});

it('keeps one piece at most of what a player does not read', async () => {
  const { front, upstream } = await play(patternOf(1, BYTES));
  await expect.poll(() => front.writableLength).toBeGreaterThan(0);
  expect(front.writableLength).toBeLessThanOrEqual(64 * 1024);
  expect([upstream.isPaused(), upstream.readableLength]).toEqual([true, 0]);
});

it.each([1, SMALL - 1, SMALL, SMALL + 1, 200_000])(
  'brings %i bytes, and the end after them',
  async (length) => {
    const sent = patternOf(5, length);
    const { player } = await play(sent);
    expect((await received(player)).equals(sent)).toBe(true);
  },
);

it('a piece of a paused socket stays as it is while others are read', async () => {
  const port = await listen((socket) => socket.pipe(socket));
  const open = async (): Promise<Socket> => {
    const clock = systemClock;
    const faults = new ConnectionFaults('edge', { clock, logger: new KeptLog() });
    const upstreams = [{ name: null, host: '127.0.0.1', port }];
    const none = (): void => undefined;
    const found = await connectUpstream(upstreams, { clock, faults }, () => true, none);
    if (found === undefined) throw new Error('the server does not answer');
    sockets.push(found.socket);
    return found.socket.resume();
  };
  const echoed = async (socket: Socket, bytes: Buffer): Promise<Buffer> => {
    socket.write(bytes);
    const [piece] = (await once(socket, 'data')) as [Buffer];
    return piece;
  };
  const [held, other] = [await open(), await open()];
  // From then on it is read into a large buffer, which this small piece does not need.
  await echoed(held, Buffer.alloc(SMALL, 1));
  held.once('data', () => held.pause());
  const piece = await echoed(held, Buffer.alloc(100, 2));
  await echoed(other, Buffer.alloc(SMALL, 3));
  await echoed(other, Buffer.alloc(SMALL, 4));
  expect(piece).toEqual(Buffer.alloc(100, 2));
});
