#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
// In plain JavaScript, because a Node that cannot read TypeScript ends at src/main.ts with a stack of its own.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
// oxlint-disable-next-line import/no-unassigned-import -- it ends the process, or has nothing to say
import './node-version.js';

// A package has the program as JavaScript (scripts/prepack.ts); a repository has both after it was packed.
const hasSources = existsSync(join(import.meta.dirname, '../src/main.ts'));
await import(hasSources ? '../src/main.ts' : '../dist/src/main.js');
