import { once } from 'node:events';
import type { BenchTable } from './bench-table.ts';
import { startServer } from './fixtures/child-run.ts';
import { openLoginLoad } from './fixtures/login-load.ts';
import { exponent, interleave, median, medianRatio, perSecond } from './fixtures/median.ts';

const ROUNDS = 7;
const ROUND_MS = 2_000;
const BANS = [10_000, 100_000, 1_000_000] as const;

interface Reading {
  readonly perSecond: number;
  /** Logins for a second of the server's CPU time, which other work of the machine does not change. */
  readonly perCpuSecond: number;
}

/** Its processes are pinned. */
export const isPinned = true;

/** docs/goals.md goal 5: logins admitted over the channel, against an echo of the same frames. */
export async function run(): Promise<BenchTable> {
  const rows: BenchTable['rows'][number][] = [];
  const costs: number[] = [];
  for (const bans of BANS) {
    const { ours, echo, json } = await compare(bans, 64, 1);
    costs.push(1 / median(ours.map((reading) => reading.perCpuSecond)));
    if (bans === 1_000_000)
      rows.push(...rowsOf('64 proxies, one login each under way', ours, echo, '0.70', '0.55'));
    if (bans === 1_000_000) rows.push(jsonRow('64 proxies, one login each under way', ours, json));
  }
  const pipelined = await compare(1_000_000, 4, 16);
  rows.push(
    ...rowsOf('4 proxies, 16 logins each under way', pipelined.ours, pipelined.echo, '0.35', '0.25'),
    jsonRow('4 proxies, 16 logins each under way', pipelined.ours, pipelined.json),
  );
  return {
    goal: 5,
    title: 'Admission over the channel',
    rows,
    notes: [
      `Ours: \`player.login\` → \`admission\` on the real network with 1 000 000 bans in the index, 20 000 different players; baseline: a bare uWebSockets.js echo of the same frames; servers in processes of their own, ${ROUNDS} interleaved rounds of ${ROUND_MS / 1_000} s, medians.`,
      'Logins per second of server CPU is the figure that counts: the rate itself is limited by the client.',
      'The echo that parses and writes JSON answers each frame with `JSON.stringify` of what `JSON.parse` made of it, and checks nothing.',
      'With sixteen logins in flight on a connection, one system call carries many frames for both, so that only the work inside is compared.',
      `The cost of a login grows with the number of bans (${BANS.join(', ')}) to the power of ${exponent(BANS, costs).toFixed(2)}.`,
    ],
  };
}

async function compare(bans: number, connections: number, inFlight: number) {
  const servers = [
    await startServer('login-server.ts', 'ours', String(bans)),
    await startServer('login-server.ts', 'echo'),
    await startServer('login-server.ts', 'json'),
  ];
  const [ours, echo, json] = await Promise.all(
    servers.map(async (server) => {
      const load = await openLoginLoad(server.port, connections, inFlight);
      const cpu = async (): Promise<number> => {
        server.child.send('cpu');
        const [answer] = (await once(server.child, 'message')) as [{ cpuMicroseconds: number }];
        return answer.cpuMicroseconds;
      };
      const runRound = async (): Promise<Reading> => {
        const before = await cpu();
        const { logins, seconds } = await load.run(ROUND_MS);
        const used = (await cpu()) - before;
        return { perSecond: logins / seconds, perCpuSecond: (logins * 1_000_000) / used };
      };
      return { load, runRound };
    }),
  );
  if (ours === undefined || echo === undefined || json === undefined) throw new Error('three servers');
  try {
    for (const one of [ours, echo, json]) await one.runRound();
    const readings: Reading[] = [];
    const { a, b } = await interleave(ROUNDS, ours.runRound, async () => {
      const reading = await echo.runRound();
      readings.push(await json.runRound());
      return reading;
    });
    return { ours: a, echo: b, json: readings };
  } finally {
    for (const { load } of [ours, echo, json]) load.close();
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** The same work of the wire and of JSON, and no admission: what is left is the network's own. */
function jsonRow(what: string, ours: Reading[], json: Reading[]): BenchTable['rows'][number] {
  const of = (reading: Reading) => reading.perCpuSecond;
  return {
    figure: `the same, against an echo that parses and writes JSON, ${what}`,
    ours: perSecond(median(ours.map(of))),
    baseline: perSecond(median(json.map(of))),
    ratio: medianRatio(ours.map(of), json.map(of)),
    reach: '–',
    floor: '–',
  };
}

function rowsOf(
  what: string,
  ours: Reading[],
  echo: Reading[],
  reach: string,
  floor: string,
): BenchTable['rows'] {
  const row = (figure: string, of: (reading: Reading) => number, goal: { reach: string; floor: string }) => ({
    figure: `${figure}, ${what}`,
    ours: perSecond(median(ours.map(of))),
    baseline: perSecond(median(echo.map(of))),
    ratio: medianRatio(ours.map(of), echo.map(of)),
    ...goal,
  });
  return [
    row('logins per second of server CPU', (reading) => reading.perCpuSecond, { reach, floor }),
    row('logins per second', (reading) => reading.perSecond, { reach, floor }),
  ];
}
