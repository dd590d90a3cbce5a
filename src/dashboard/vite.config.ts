import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { precompressed } from './precompressed.ts';
import { themeStyles } from './ui/theme/theme-styles.ts';

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
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
});
