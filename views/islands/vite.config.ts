import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { ICON_SPRITE_FILE, iconSprite } from '../icons.js';
import { createUnusedCssRemover } from './used-css.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

const icons: Plugin = {
  name: 'daybook-icons',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: ICON_SPRITE_FILE, source: iconSprite });
  },
};

export default defineConfig({
  root,
  // Relative, so that assets find each other below a path, too.
  base: './',
  publicDir: 'views/public',
  logLevel: 'warn',
  plugins: [icons],
  css: { postcss: { plugins: [createUnusedCssRemover(fileURLToPath(new URL('../', import.meta.url)))] } },
  build: {
    outDir: 'dist/assets',
    assetsDir: '',
    emptyOutDir: true,
    manifest: 'manifest.json',
    // Tabler needs light-dark() and relative colours, which older browsers lack.
    target: ['chrome123', 'firefox128', 'safari18'],
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: [
        'views/daybook.css',
        ...[
          'live-changes',
          'edit-field',
          'filter-form',
          'list-rows',
          'board-moves',
          'form-autofill',
          'drafts',
          'chooser',
          'files',
          'record-files',
          'rows',
          'search',
          'selection-progress',
        ].map((island) => `views/islands/${island}.ts`),
      ],
    },
  },
});
