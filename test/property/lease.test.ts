import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Lease } from '../../src/storage/lease/lease.ts';
import { takeLease } from '../../src/storage/lease/take-lease.ts';
import { runs } from '../actors/runs.ts';
import { TestClock } from '../fixtures/test-clock.ts';
import { MemoryLease, ProcessClock } from '../storage/lease/memory-lease.ts';

const T = 3_000;
const silent = { debug() {}, info() {}, warn() {}, error() {} };

interface Process {
  readonly clock: ProcessClock;
  lease: Lease | undefined;
  state: 'running' | 'stopped' | 'gone';
}

const step = fc.oneof(
  fc.record({ act: fc.constant('start' as const) }),
  fc.record({
    act: fc.constantFrom('stop' as const, 'go on' as const, 'end' as const, 'kill' as const),
    which: fc.nat(5),
  }),
  fc.record({ act: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 4 * T }) }),
);

it('of all coordinators on one database at most one decides, however they are stopped, ended and killed', async () => {
  let decided = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 40 }), async (steps) => {
      const clock = new TestClock();
      const rows = new MemoryLease();
      const processes: Process[] = [];
      const start = async (): Promise<void> => {
        const process: Process = { clock: new ProcessClock(clock), lease: undefined, state: 'running' };
        processes.push(process);
        const options = {
          node: `node ${processes.length}`,
          leaseMs: T,
          clock: process.clock,
          logger: silent,
        };
        const epoch = await takeLease(rows, options).catch(() => undefined);
        if (epoch !== undefined) process.lease = new Lease(rows, epoch, options);
      };
      /** A stopped process decides nothing; one that goes on may be asked before any of its timers runs. */
      const check = (): void => {
        const deciding = processes.filter(
          ({ lease, state }) => state === 'running' && lease?.mayDecide() === true,
        );
        decided += deciding.length;
        expect(deciding.length).toBeLessThanOrEqual(1);
      };
      for (const given of steps) {
        if (given.act === 'start') void start();
        else if (given.act === 'pass') {
          for (let left = given.ms; left > 0; left -= 250) {
            await clock.advance(Math.min(left, 250));
            check();
          }
        } else {
          const process = processes[given.which];
          if (process === undefined || process.state === 'gone') continue;
          if (given.act === 'stop' || given.act === 'kill') {
            process.clock.isStopped = true;
            process.state = given.act === 'stop' ? 'stopped' : 'gone';
          } else if (given.act === 'go on' && process.state === 'stopped') {
            process.state = 'running';
            check();
            process.clock.goOn();
          } else if (given.act === 'end' && process.state === 'running') {
            process.state = 'gone';
            process.clock.isStopped = true;
            await process.lease?.close();
          }
        }
        check();
        await clock.advance(0);
      }
    }),
    runs(300),
  );
  expect(decided).toBeGreaterThan(300);
});
