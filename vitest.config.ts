import { defineConfig } from 'vitest/config';

const report = process.env['PORTCULLIS_TEST_REPORT'];

/**
 * `npm run test:unit`: what needs neither a process nor a database beside the tests. It takes half a minute on two idle
 * cores, and must stay below a minute: it is what a contributor runs all day.
 */
const UNIT = [
  'test/{domain,runtime,machines,actors,property,backend,dashboard}/**/*.test.ts',
  'test/channel/protocol/**/*.test.ts',
  'test/platform/edge/protocol/**/*.test.ts',
  'test/storage/queries/**/*.test.ts',
  'test/hardening/{actors,ban,playtime,presence,reboot}-*.test.ts',
];
/** Suites with a configuration of their own. */
const ELSEWHERE = ['test/e2e/minecraft/**', 'test/e2e/dashboard/**', '**/node_modules/**'];

export default defineConfig({
  test: {
    // `npm test` runs both: each test is in one of them.
    projects: [
      { extends: true, test: { name: 'unit', include: UNIT } },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/**/*.test.ts'],
          exclude: [...ELSEWHERE, ...UNIT],
          retry: Number(process.env['PORTCULLIS_TEST_TRIES'] ?? 1) - 1,
        },
      },
    ],
    setupFiles: ['test/setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    reporters:
      report === undefined
        ? ['default']
        : ['default', './test/second-tries.ts', ['json', { outputFile: report }]],
    // node:sqlite says on every start that it is experimental; decision 0006 is why we use it all the same.
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
});
