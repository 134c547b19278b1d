// The browser's part of the build: styles and islands into dist/assets, named by their content, listed in manifest.json.
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { ICON_SPRITE, iconSprite } from '../icons.js';
import { usedCss } from './used-css.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

const icons: Plugin = {
  name: 'daybook-icons',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: ICON_SPRITE, source: iconSprite });
  },
};

export default defineConfig({
  root,
  base: '/assets/',
  publicDir: 'views/public',
  logLevel: 'warn',
  plugins: [icons],
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
