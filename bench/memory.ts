import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchRow, BenchTable } from './bench-table.ts';
import { startServer } from './fixtures/child-run.ts';
import { API_KEY } from './fixtures/coordinator.ts';
import { exponent, median } from './fixtures/median.ts';

const SIZES = [10_000, 49_000, 200_000] as const;
/** Half a minute of them. */
const CHANGES = 21_000;
const CONNECTIONS = 20;
const REQUESTS = 600;
const ROUNDS = 5;
const PLAYERS = 10_000;
const MB = 1_000_000;
/** What each connection asks, again and again and without reading an answer. */
const ASKED = [
  ['a list of 10 000 players', '/api/players'],
  ['a page of 100', '/api/players?limit=100'],
  ['a script of 1.6 MB', '/api/docs/swagger-ui-bundle.js'],
  ['an event stream', '/api/players/events'],
] as const;

/** Goals 16 and 17: what a player costs the process, and what one connection can make it hold. */
export async function run(): Promise<BenchTable> {
  const perPlayer: number[] = [];
  const rows: BenchRow[] = [];
  for (const size of SIZES) {
    const bytes = await bytesOfPlayer(size);
    perPlayer.push(bytes * size);
    rows.push(rowOf(`memory for an online player under churn, ${size} players`, bytes / 1000, 'KB', 6, 8));
  }
  for (const [what, path] of ASKED) {
    const bytes = await bytesOfConnection(path);
    rows.push(rowOf(`memory for a connection that does not read: ${what}`, bytes / MB, 'MB', 1, 4));
  }
  return {
    goal: '16, 17',
    title: 'Memory of the process: for a player, and for a connection that does not read',
    rows,
    notes: [
      `Baseline: the goal. A player: what the process holds more than when nobody was online, after ${CHANGES} changes at 700 a second, half of them switches and half leaves with joins, divided by the players; everything counted, after collections of garbage.`,
      `A connection: ${CONNECTIONS} connections send ${REQUESTS} requests each and read nothing; what the process holds more two seconds later, divided by the connections; medians of ${ROUNDS} rounds. The kernel holds some megabytes more for each, which are not the process's.`,
      `Memory grows with the players to the power of ${exponent(SIZES, perPlayer).toFixed(2)}.`,
    ],
  };
}

function rowOf(figure: string, value: number, unit: string, reach: number, floor: number): BenchRow {
  const write = (amount: number): string => `${amount} ${unit}`;
  return {
    figure,
    ours: write(Number(value.toFixed(2))),
    baseline: write(reach),
    ratio: value / reach,
    reach: write(reach),
    floor: write(floor),
  };
}

async function bytesOfPlayer(players: number): Promise<number> {
  const server = await startServer('crowd-server.ts', String(players));
  try {
    const { bytes, empty } = await memoryOf(server.child, CHANGES);
    return (bytes - empty) / players;
  } finally {
    await server.stop();
  }
}

async function bytesOfConnection(path: string): Promise<number> {
  const server = await startServer('crowd-server.ts', String(PLAYERS));
  try {
    const held: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const before = await memoryOf(server.child, 0);
      const sockets = Array.from({ length: CONNECTIONS }, () => ask(server.port, path));
      await pause(2_000);
      const after = await memoryOf(server.child, 0);
      for (const socket of sockets) socket.destroy();
      // The first round has what is made once.
      if (round > 0) held.push((after.bytes - before.bytes) / CONNECTIONS);
    }
    return Math.max(0, median(held));
  } finally {
    await server.stop();
  }
}

function ask(port: number, path: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${API_KEY}\r\n\r\n`;
  socket.write(request.repeat(REQUESTS));
  return socket;
}

async function memoryOf(child: ChildProcess, changes: number): Promise<{ bytes: number; empty: number }> {
  const answered = once(child, 'message', { signal: AbortSignal.timeout(300_000) });
  child.send(changes);
  const [message] = (await answered) as [{ bytes: number; empty: number }];
  return message;
}
