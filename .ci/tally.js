// Prints the last line of .ci/run from pairs of vitest's JSON report and the exit code of the whole command. Plain
// JavaScript, because it runs on whatever Node the host has.
import { existsSync, readFileSync } from 'node:fs';

const totals = { passed: 0, failed: 0, skipped: 0 };
const given = process.argv.slice(2);
for (let at = 0; at < given.length; at += 2) {
  const [path, exitCode] = given.slice(at);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const report = text === '' ? { testResults: [] } : JSON.parse(text);
  const outcomes = report.testResults.flatMap((file) => {
    const tests = file.assertionResults.map((test) => test.status);
    // A file that could not be loaded has no test that could fail.
    return file.status === 'failed' && !tests.includes('failed') ? [...tests, 'failed'] : tests;
  });
  const passed = outcomes.filter((outcome) => outcome === 'passed').length;
  const skipped = outcomes.filter((outcome) => ['pending', 'skipped', 'todo', 'disabled'].includes(outcome)).length;
  // The install, the type check, the lint or an error outside of any test.
  const elsewhere = exitCode !== '0' && !outcomes.includes('failed') ? 1 : 0;
  totals.passed += passed;
  totals.skipped += skipped;
  totals.failed += outcomes.length - passed - skipped + elsewhere;
}
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
