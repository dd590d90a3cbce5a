#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
// In plain JavaScript, because a Node that cannot read TypeScript ends at src/main.ts with a stack of its own.
// oxlint-disable-next-line import/no-unassigned-import -- it ends the process, or has nothing to say
import './node-version.js';

await import('../src/main.ts');
