// Prints the last line of .ci/run from pairs of a report and the exit code of the whole command. A report is vitest's JSON, or the
// folder of Surefire's XML. Plain JavaScript, because it runs on whatever Node the host has.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The outcome of every test of vitest. */
function outcomesOfVitest(path) {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const report = text === '' ? { testResults: [] } : JSON.parse(text);
  return report.testResults.flatMap((file) => {
    const tests = file.assertionResults.map((test) => test.status);
    // A file that could not be loaded has no test that could fail.
    return file.status === 'failed' && !tests.includes('failed') ? [...tests, 'failed'] : tests;
  });
}

/** The outcome of every test of Surefire: each class has a file, whose head counts its tests. */
function outcomesOfSurefire(folder) {
  const files = readdirSync(folder).filter((name) => /^TEST-.*\.xml$/.test(name));
  return files.flatMap((name) => {
    const [head = ''] = /<testsuite\s[^>]*>/.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
    const count = (key) => Number(new RegExp(`\\s${key}="(\\d+)"`).exec(head)?.[1] ?? 0);
    const failed = count('failures') + count('errors');
    const skipped = count('skipped');
    const passed = count('tests') - failed - skipped;
    return [
      ...Array.from({ length: passed }, () => 'passed'),
      ...Array.from({ length: failed }, () => 'failed'),
      ...Array.from({ length: skipped }, () => 'skipped'),
    ];
  });
}

function outcomesOf(path) {
  return existsSync(path) && statSync(path).isDirectory() ? outcomesOfSurefire(path) : outcomesOfVitest(path);
}

const totals = { passed: 0, failed: 0, skipped: 0 };
const given = process.argv.slice(2);
for (let at = 0; at < given.length; at += 2) {
  const [path, exitCode] = given.slice(at);
  const outcomes = outcomesOf(path);
  const passed = outcomes.filter((outcome) => outcome === 'passed').length;
  const skipped = outcomes.filter((outcome) => ['pending', 'skipped', 'todo', 'disabled'].includes(outcome)).length;
  // The install, the type check, the lint or an error outside of any test.
  const elsewhere = exitCode !== '0' && !outcomes.includes('failed') ? 1 : 0;
  totals.passed += passed;
  totals.skipped += skipped;
  totals.failed += outcomes.length - passed - skipped + elsewhere;
}
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
