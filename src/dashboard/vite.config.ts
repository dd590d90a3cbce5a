import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { precompressed } from './precompressed.ts';
import { themeStyles } from './ui/theme/theme-styles.ts';

/** What every page needs, and the small parts that most have: a file for each of these is a round trip more. */
const FIRST_LOAD =
  /\/dashboard\/(?:start|ui\/card|ui\/page-header|ui\/time\/when|ui\/table\/waiting-rows|overview\/held-lines|widgets\/(?:date-text|player-link|server-state))\.tsx$/;
/** What most pages with a list have. */
const LISTS =
  /\/dashboard\/(?:widgets\/paged-table|ui\/search-box)\.tsx$|\/components\/SegmentedControl\/SegmentedControl\.mjs$|\/way-back\/use-list-place\.ts$/;
const THEME = 'virtual:theme.css';

/** Mantine's variables as a file of the build: the content security policy forbids styles that the page writes itself. */
function themeFile(): Plugin {
  return {
    name: 'portcullis-theme',
    resolveId: (id) => (id === THEME ? `\0${THEME}` : undefined),
    load: (id) => (id === `\0${THEME}` ? themeStyles() : undefined),
  };
}

/** The small script runs as soon as it is there: any other waits for the style sheets. After them, so that those of pages come last. */
function earlyAtOnce(): Plugin {
  return {
    name: 'portcullis-early',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const script = /\n *<script type="module"( crossorigin src="[^"]*\/early-[^"]+"><\/script>)/;
        const attributes = script.exec(html)?.[1];
        if (attributes === undefined) return html;
        const early = `  <script type="module" async${attributes}\n  </head>`;
        return html.replace(script, '').replace('</head>', early);
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), themeFile(), earlyAtOnce(), precompressed()],
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
            { name: 'list', test: LISTS },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
});
