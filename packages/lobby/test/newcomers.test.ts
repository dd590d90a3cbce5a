import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestClock } from '../../../test/fixtures/test-clock.ts';
import type { Logger } from '../../../src/runtime/logger.ts';
import { newcomerLimit, Newcomers } from '../src/game/newcomers.ts';
import { SILENT } from './lobby-options.ts';

const LIMIT = 3;

let clock: TestClock;
let newcomers: Newcomers;
const server = createServer();
let clients: Socket[] = [];
beforeEach(async () => {
  clock = new TestClock();
  clients = [];
  server.removeAllListeners('connection');
  newcomers = new Newcomers(server, { clock, limit: LIMIT, proxyProtocol: false });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  newcomers.close();
  server.close();
  await once(server, 'close');
});

/** The server's side of a new connection. */
async function come(): Promise<Socket> {
  const { port }: AddressInfo = server.address() as never;
  clients.push(connect(port, '127.0.0.1').on('error', () => {}));
  const [socket] = await once(server, 'connection');
  socket.resume();
  return socket;
}

async function comeTogether(count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) sockets.push(await come());
  return sockets;
}

const ended = (sockets: readonly Socket[]): boolean[] => sockets.map(({ destroyed }) => destroyed);

it('who is in the game is not counted', async () => {
  const player = await come();
  newcomers.entered(player);
  const others = await comeTogether(LIMIT + 1);
  expect(ended([player, ...others])).toEqual([false, true, false, false, false]);
});

it('who left the game and keeps the connection is counted again, as the latest', async () => {
  const player = await come();
  newcomers.entered(player);
  const others = await comeTogether(LIMIT);
  newcomers.left(player);
  expect(ended([player, ...others])).toEqual([false, true, false, false]);
  await comeTogether(LIMIT);
  expect(player.destroyed).toBe(true);
});

it('who is gone is not counted', async () => {
  const [first, ...others] = await comeTogether(LIMIT);
  const gone = first && once(first, 'close');
  clients[0]?.destroy();
  await gone;
  others.push(await come());
  expect(ended(others)).toEqual([false, false, false]);
});

it('who is not in the game after 15 seconds is ended, and players are not', async () => {
  const [player, slow] = await comeTogether(2);
  if (player !== undefined) newcomers.entered(player);
  await clock.advance(14_999);
  expect(slow?.destroyed).toBe(false);
  await clock.advance(1);
  expect([player?.destroyed, slow?.destroyed]).toEqual([false, true]);
});

it('so many may be there that are not in the game as an edge lets through, and no more than half of the files', () => {
  const log: unknown[] = [];
  const logger: Logger = { ...SILENT, warn: (fields) => void log.push(fields['event']) };
  expect(newcomerLimit(500, logger, 50_000)).toBeGreaterThan(2_048);
  expect(newcomerLimit(5_000, logger, 100_000)).toBe(10_100);
  expect(log).toEqual([]);
  expect(newcomerLimit(500, logger, 512)).toBe(512);
  expect(log).toEqual(['lobby.newcomers-lowered']);
});
