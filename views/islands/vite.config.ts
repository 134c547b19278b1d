// The browser's part of the build: styles and islands into dist/assets, named by their content, listed in manifest.json.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { usedCss } from './used-css.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

export default defineConfig({
  root,
  base: '/assets/',
  publicDir: 'views/public',
  logLevel: 'warn',
  css: { postcss: { plugins: [usedCss(fileURLToPath(new URL('../', import.meta.url)))] } },
  build: {
    outDir: 'dist/assets',
    assetsDir: '',
    emptyOutDir: true,
    manifest: 'manifest.json',
    // Tabler's colours are light-dark() and relative ones: older browsers could not read them either way.
    target: ['chrome123', 'firefox128', 'safari18'],
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: [
        'views/daybook.css',
        ...[
          'live-record',
          'edit-field',
          'filter-form',
          'form-fields',
          'drafts',
          'chooser',
          'files',
          'record-files',
          'rows',
          'search',
        ].map((island) => `views/islands/${island}.ts`),
      ],
    },
  },
});
