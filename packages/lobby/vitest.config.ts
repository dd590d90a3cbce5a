import { defineConfig } from 'vitest/config';

const report = process.env['PORTCULLIS_TEST_REPORT'];

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['../../test/setup.ts'],
    // A client compiles the protocol of its version when it is first used, which takes seconds on a small machine.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // Decision 0155.
    retry: Number(process.env['PORTCULLIS_TEST_TRIES'] ?? 1) - 1,
    pool: 'forks',
    maxWorkers: 2,
    reporters:
      report === undefined
        ? ['default']
        : ['default', '../../test/second-tries.ts', ['json', { outputFile: report }]],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
});
