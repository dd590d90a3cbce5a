import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const report = process.env['PORTCULLIS_TEST_REPORT'];

export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../../..'),
    include: ['test/e2e/dashboard/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    globalSetup: ['test/e2e/dashboard/build-page.ts', 'test/e2e/dashboard/demo-network.ts'],
    testTimeout: 40_000,
    hookTimeout: 60_000,
    // The crowd lives its own life: whom a test looks at may leave. A test that fails three times fails.
    retry: process.env['CI'] === undefined ? 0 : 2,
    pool: 'forks',
    // One network for all: what a test changes it takes back, and no other looks meanwhile.
    fileParallelism: false,
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
});
