import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { precompressed } from './precompressed.ts';
import { themeStyles } from './ui/theme/theme-styles.ts';

/** What every page needs, and the small parts that most have: a file for each of these is a round trip more. */
const FIRST_LOAD =
  /\/dashboard\/(?:start|ui\/card|ui\/page-header|ui\/time\/when|widgets\/(?:date-text|player-link|server-state))\.tsx$/;
const THEME = 'virtual:theme.css';

/** Mantine's variables as a file of the build: the content security policy forbids styles that the page writes itself. */
function themeFile(): Plugin {
  return {
    name: 'portcullis-theme',
    resolveId: (id) => (id === THEME ? `\0${THEME}` : undefined),
    load: (id) => (id === `\0${THEME}` ? themeStyles() : undefined),
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), themeFile(), precompressed()],
  build: {
    outDir: join(import.meta.dirname, '../../dist/dashboard'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Each file is a round trip on a slow line: what the first load needs is in two, whatever pages share of it. The small one
      // runs while the other is loaded.
      output: {
        codeSplitting: {
          groups: [
            { name: 'early', test: /\/dashboard\/early\.ts$/, priority: 2 },
            { name: 'page', test: FIRST_LOAD, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
});
