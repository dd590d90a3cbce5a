// Run by npm after `npm ci`: builds the dashboard, which the coordinator serves. In plain JavaScript, because without the
// optional packages it runs on the Node of the host.
import { join } from 'node:path';

const vite = await import('vite').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  return undefined;
});
if (vite === undefined) {
  console.log('The development tools are not installed, so the dashboard is not built (npm ci builds it).');
} else {
  await vite.build({
    configFile: join(import.meta.dirname, '../src/dashboard/vite.config.ts'),
    logLevel: 'warn',
  });
}
