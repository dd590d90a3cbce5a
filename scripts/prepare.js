// What npm runs after `npm ci`: builds the dashboard, so that the coordinator can show it. Plain JavaScript, because
// without the optional packages it runs on whatever Node the host has.
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
