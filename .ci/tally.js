// Prints the last line of .ci/run from vitest's JSON report and the exit code of the whole command. Plain JavaScript,
// because it runs on whatever Node the host has.
import { readFileSync } from 'node:fs';

const [, , path, exitCode] = process.argv;
const text = readFileSync(path, 'utf8');
const report = text === '' ? { testResults: [] } : JSON.parse(text);

const outcomes = report.testResults.flatMap((file) => {
  const tests = file.assertionResults.map((test) => test.status);
  // A file that could not be loaded has no test that could fail.
  return file.status === 'failed' && !tests.includes('failed') ? [...tests, 'failed'] : tests;
});
const passed = outcomes.filter((outcome) => outcome === 'passed').length;
const skipped = outcomes.filter((outcome) => ['pending', 'skipped', 'todo', 'disabled'].includes(outcome)).length;
// The type check, the lint or an error outside of any test.
const elsewhere = exitCode !== '0' && !outcomes.includes('failed') ? 1 : 0;
const failed = outcomes.length - passed - skipped + elsewhere;
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
