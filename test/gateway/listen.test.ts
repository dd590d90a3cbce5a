import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Freed memory is overwritten and used for something else: a second close crashes each time. */
const STRICT_MEMORY = { MALLOC_PERTURB_: '165', GLIBC_TUNABLES: 'glibc.malloc.tcache_count=0' };

/** The exit code of a process that listens, does `closing` in turns of its loop, and ends. */
function exitCodeOf(...closing: readonly string[]): { status: number | null; signal: string | null } {
  const script = `
    import { setTimeout } from 'node:timers/promises';
    import { App } from 'uWebSockets.js';
    import { listenOn } from './src/gateway/listen.ts';
    const reused = async () => {
      await setTimeout(5);
      for (let at = 0; at < 2_000; at += 1) Buffer.allocUnsafeSlow(64 + at % 200).fill(255);
    };
    for (let times = 0; times < 3; times += 1) {
      const listening = await listenOn(App(), { host: '127.0.0.1', port: 0 });
      ${closing.map((step) => `listening.${step}(); await reused();`).join('\n')}
    }`;
  const options = ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '-e', script];
  const { status, signal } = spawnSync(process.execPath, options, {
    cwd: ROOT,
    env: { ...process.env, ...STRICT_MEMORY },
    timeout: 20_000,
  });
  return { status, signal };
}

it.each([
  [['stopAccepting', 'stopAccepting']],
  [['stopAccepting', 'close']],
  [['close', 'close']],
  [['close', 'stopAccepting']],
])('closing a port again, as in %j, does not touch memory that uWebSockets.js freed', (steps) => {
  expect(exitCodeOf(...steps)).toEqual({ status: 0, signal: null });
});
