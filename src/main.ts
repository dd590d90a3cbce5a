#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
// oxlint-disable-next-line import/no-unassigned-import -- it ends the process, or has nothing to say
import '../bin/node-version.js';

const { runCommandLine } = await import('./commands/command-line.ts');
process.exit(await runCommandLine(process.argv.slice(2)));
