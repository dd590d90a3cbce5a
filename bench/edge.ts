import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { BenchRow, BenchTable } from './bench-table.ts';
import { startServer } from './fixtures/child-run.ts';
import { download, leave, logIn, ping, repeat, roundTrips, STATUS_REQUEST } from './fixtures/edge-client.ts';
import { exponent, interleave, median, medianRatio, perSecond } from './fixtures/median.ts';

const ROUNDS = 15;
const CONNECTIONS = [1, 16, 128] as const;
const BYTES = 96 * 1024 * 1024;
const TRIPS = 2_000;
const STORM_MS = 800;
/** Before the first reading: the compiler of the engine is not done with so much code before. */
const WARM_UP = 20_000;
const CONCURRENT = 32;
const PLAYERS = 2_000;

type Middle = Awaited<ReturnType<typeof startServer>>;

interface Use {
  readonly cpuSeconds: number;
  readonly bytes: number;
}

/** The result of a round, and the processor time that the process in the middle used for it. */
interface Reading {
  readonly rate: number;
  readonly perCpuSecond: number;
}

/** Its processes are pinned. */
export const isPinned = true;

/** Goal 14: the edge against a plain pipe of `net`, between the same clients and the same server. */
export async function run(): Promise<BenchTable> {
  const upstream = await startServer('edge-upstream.ts');
  const edge = await startServer('edge-middle.ts', 'edge', String(upstream.port));
  const pipe = await startServer('edge-middle.ts', 'pipe', String(upstream.port));
  const asking = await startServer('edge-middle.ts', 'asking', String(upstream.port));
  const answer = await startServer('edge-middle.ts', 'answer', await statusBytes(edge));
  try {
    const memory = await measureMemory(edge, pipe);
    const { rows: bytes, growth } = await measureBytes(edge, pipe);
    return {
      goal: 14,
      title: 'The edge: passing bytes on, pings and logins',
      rows: [
        ...bytes,
        ...(await measureLatency(edge, pipe)),
        ...(await measureStorm('pings', edge, answer, (port) => ping(port))),
        ...(await measureStorm('logins', edge, pipe, login)),
        ...(await measureStorm('logins, against a pipe that asks', edge, asking, login)),
        memory,
      ],
      notes: [
        `Baseline: \`net\` sockets joined by \`pipe\`, for pings a \`net\` server that sends the same bytes; clients, server and the process in the middle are processes of their own; ${ROUNDS} interleaved rounds, medians.`,
        'A second of processor time is that of the process in the middle alone: the rates are bounded by clients and server too.',
        'A login is a connection, an admission over the channel by the coordinator in the same process, a connection to the server, and its first packet; the baseline has no admission and only connects. One that asks sends the frame of a login over a WebSocket to an echo in its own process, and connects when it is back.',
        `The processor time for the same bytes grows with the number of connections (${CONNECTIONS.join(', ')}) to the power of ${growth.toFixed(2)}.`,
        `Before pings and logins are measured there are ${WARM_UP} of each; no reading has a forced collection of garbage in it.`,
        `Memory is what ${PLAYERS} connected players add to the process, the coordinator's part included.`,
      ],
    };
  } finally {
    await Promise.all([upstream, edge, pipe, asking, answer].map((server) => server.stop()));
  }
}

async function login(port: number): Promise<void> {
  await leave(await logIn(port));
}

async function statusBytes(edge: Middle): Promise<string> {
  const socket = connect({ port: edge.port, host: '127.0.0.1' });
  socket.write(STATUS_REQUEST);
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  await leave(socket);
  return bytes.toString('hex');
}

async function useOf({ child }: Middle, wanted: 'time' | 'memory'): Promise<Use> {
  child.send(wanted);
  const [use] = (await once(child, 'message')) as [Use];
  return use;
}

/** Runs one round, and relates its result to the processor time of the process in the middle. */
async function reading(
  middle: Middle,
  round: () => Promise<{ done: number; rate: number }>,
): Promise<Reading> {
  const before = await useOf(middle, 'time');
  const { done, rate } = await round();
  const used = (await useOf(middle, 'time')).cpuSeconds - before.cpuSeconds;
  return { rate, perCpuSecond: done / used };
}

async function measureBytes(edge: Middle, pipe: Middle): Promise<{ rows: BenchRow[]; growth: number }> {
  const rows: BenchRow[] = [];
  const costs: number[] = [];
  for (const count of CONNECTIONS) {
    const each = Math.floor(BYTES / count);
    const [ours, bare] = await Promise.all([edge, pipe].map((middle) => logInMany(middle, count)));
    const round = (middle: Middle, sockets: readonly Socket[] = []) =>
      reading(middle, async () => {
        const seconds = await download(sockets, each);
        return { done: BYTES, rate: BYTES / seconds };
      });
    const { a, b } = await interleave(
      ROUNDS,
      () => round(edge, ours),
      () => round(pipe, bare),
    );
    costs.push(1 / median(a.map((one) => one.perCpuSecond)));
    rows.push(
      ...ratesOf(`bytes, ${count} connection${count === 1 ? '' : 's'}`, a, b, megabytes, '0.95', '0.85'),
    );
    await Promise.all([...(ours ?? []), ...(bare ?? [])].map(leave));
  }
  return { rows, growth: exponent(CONNECTIONS, costs) };
}

function logInMany({ port }: Middle, count: number): Promise<Socket[]> {
  return Promise.all(Array.from({ length: count }, () => logIn(port)));
}

async function measureLatency(edge: Middle, pipe: Middle): Promise<BenchRow[]> {
  const [ours, bare] = await Promise.all([logIn(edge.port), logIn(pipe.port)]);
  await roundTrips(ours, TRIPS);
  await roundTrips(bare, TRIPS);
  const { a, b } = await interleave(
    ROUNDS,
    () => roundTrips(ours, TRIPS),
    () => roundTrips(bare, TRIPS),
  );
  await Promise.all([leave(ours), leave(bare)]);
  return (
    [
      ['p50', 0.5, '+0.1 ms'],
      ['p99', 0.99, '+0.5 ms'],
    ] as const
  ).map(([name, share, reach]) => {
    const [mine, theirs] = [a, b].map((rounds) =>
      median(rounds.map((times) => times[Math.floor(times.length * share)] ?? Number.NaN)),
    );
    const added = (mine ?? Number.NaN) - (theirs ?? Number.NaN);
    return {
      figure: `round trip of 64 bytes, ${name} (${added >= 0 ? '+' : ''}${added.toFixed(3)} ms)`,
      ours: `${mine?.toFixed(3)} ms`,
      baseline: `${theirs?.toFixed(3)} ms`,
      ratio: (mine ?? Number.NaN) / (theirs ?? Number.NaN),
      reach,
      floor: '–',
    };
  });
}

async function measureStorm(
  what: string,
  edge: Middle,
  bare: Middle,
  one: (port: number) => Promise<void>,
): Promise<BenchRow[]> {
  const round = (middle: Middle) =>
    reading(middle, async () => {
      const rate = await repeat(CONCURRENT, STORM_MS, () => one(middle.port));
      return { done: (rate * STORM_MS) / 1_000, rate };
    });
  for (const middle of [edge, bare]) await warmUp(() => one(middle.port));
  const { a, b } = await interleave(
    ROUNDS,
    () => round(edge),
    () => round(bare),
  );
  return ratesOf(what, a, b, perSecond, '–', '–');
}

async function warmUp(one: () => Promise<void>): Promise<void> {
  let left = WARM_UP;
  const run = async (): Promise<void> => {
    for (; left > 0; left -= 1) await one();
  };
  await Promise.all(Array.from({ length: CONCURRENT }, run));
}

function ratesOf(
  what: string,
  ours: readonly Reading[],
  bare: readonly Reading[],
  write: (value: number) => string,
  reach: string,
  floor: string,
): BenchRow[] {
  const kinds = [
    [`${what}: rate`, (one: Reading) => one.rate],
    [`${what}: for a second of processor time`, (one: Reading) => one.perCpuSecond],
  ] as const;
  return kinds.map(([figure, of]) => {
    const [mine, theirs] = [ours.map(of), bare.map(of)];
    const ratio = medianRatio(mine, theirs);
    return { figure, ours: write(median(mine)), baseline: write(median(theirs)), ratio, reach, floor };
  });
}

function megabytes(value: number): string {
  return `${(value / 1_000_000).toFixed(0)} MB/s`;
}

async function measureMemory(edge: Middle, pipe: Middle): Promise<BenchRow> {
  const added = async (middle: Middle): Promise<number> => {
    const warm = await logInMany(middle, 200);
    await Promise.all(warm.map(leave));
    const before = await useOf(middle, 'memory');
    const sockets: Socket[] = [];
    for (let at = 0; at < PLAYERS; at += 100) sockets.push(...(await logInMany(middle, 100)));
    const after = await useOf(middle, 'memory');
    await Promise.all(sockets.map(leave));
    return (after.bytes - before.bytes) / PLAYERS;
  };
  const bare = await added(pipe);
  const ours = await added(edge);
  const kilobytes = (value: number): string => `${(value / 1_024).toFixed(1)} KB`;
  return {
    figure: 'memory for a connected player',
    ours: kilobytes(ours),
    baseline: kilobytes(bare),
    ratio: ours / bare,
    reach: '–',
    floor: '–',
  };
}
