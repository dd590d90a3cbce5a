import type { Reporter, TestCase } from 'vitest/node';

/** Says which tests passed at the second try only, and why the first failed; `.ci/run` lists them at its end (decision 0155). */
export default class SecondTries implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky !== true) return;
    const [first] = test.result().errors ?? [];
    const place = `${test.module.relativeModuleId} > ${test.fullName}`;
    process.stdout.write(
      `--- passed at the second try: ${place}: ${first?.message.split('\n', 1)[0] ?? ''}\n`,
    );
  }
}
