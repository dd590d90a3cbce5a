import { join } from 'node:path';
import { build } from 'vite';

/** Builds the page where the coordinator looks for it. */
export default async function buildPage(): Promise<void> {
  const { NODE_ENV } = process.env;
  // Vitest sets "test", which would build React for development.
  process.env['NODE_ENV'] = 'production';
  await build({
    configFile: join(import.meta.dirname, '../../../src/dashboard/vite.config.ts'),
    logLevel: 'error',
  });
  process.env['NODE_ENV'] = NODE_ENV;
}
