import { defineConfig } from 'vitest/config';

const report = process.env['PORTCULLIS_TEST_REPORT'];

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/minecraft/**', 'test/e2e/dashboard/**', '**/node_modules/**'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    // node:sqlite says on every start that it is experimental; decision 0006 is why we use it all the same.
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
});
