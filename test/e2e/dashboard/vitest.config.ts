import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const report = process.env['PORTCULLIS_TEST_REPORT'];

export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../../..'),
    include: ['test/e2e/dashboard/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    globalSetup: ['test/e2e/dashboard/build-page.ts', 'test/e2e/dashboard/demo-network.ts'],
    // The longest takes 20 s; on a busy machine three times that.
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // As long as the browser waits; the second that it is without this is short while other processes are busy.
    expect: { poll: { timeout: 15_000 } },
    // Decision 0155.
    retry: Number(process.env['PORTCULLIS_TEST_TRIES'] ?? 1) - 1,
    pool: 'forks',
    // All tests share one network: they run one after the other, and each undoes its changes.
    fileParallelism: false,
    reporters:
      report === undefined
        ? ['default']
        : ['default', './test/second-tries.ts', ['json', { outputFile: report }]],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
});
