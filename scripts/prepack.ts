import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Run by `npm pack`: writes the program as JavaScript to `dist/src`, because Node reads no TypeScript inside of
 * `node_modules` (docs/decisions/0139-a-package-without-tools.md).
 */
const ROOT = join(import.meta.dirname, '..');

rmSync(join(ROOT, 'dist/src'), { recursive: true, force: true });
// Where `src/main` looks for it.
cpSync(join(ROOT, 'bin/node-version.js'), join(ROOT, 'dist/bin/node-version.js'));
const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [compiler, '-p', 'tsconfig.package.json'], { cwd: ROOT, stdio: 'inherit' });
