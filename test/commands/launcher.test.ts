import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageInfo from '../../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');
const OLD_NODE =
  "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.2'}})";

/** What Node 20 is to us: another version, and one that cannot read TypeScript. */
function runOnOldNode(file: string): { status: number | null; stderr: string } {
  const flags = ['--no-experimental-strip-types', '--import', OLD_NODE];
  return spawnSync(process.execPath, [...flags, join(ROOT, file), '--version'], { encoding: 'utf8' });
}

test.each([
  ['npx portcullis', packageInfo.bin.portcullis],
  ['npm start', /\S+\.[jt]s/.exec(packageInfo.scripts.start)?.[0] ?? ''],
  ['npm run demo', /\S+\.[jt]s/.exec(packageInfo.scripts.demo)?.[0] ?? ''],
])('%s says on another Node which one is needed, without a stack', (_, file) => {
  const { status, stderr } = runOnOldNode(file);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Portcullis needs Node 22, and this is .*\n$/);
});
