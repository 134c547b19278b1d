// The last part of the build: what runs (the command line, its threads and processes) as few files instead of some 1,300 modules,
// which Node takes a second or more to find and to read. See docs/decisions/0075-bundled-program.md.
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { build } from 'rolldown';

/** Stacks lead to the sources: what tsc wrote beside its JavaScript goes into the maps of the bundle. */
const sourcesOfTypeScript = {
  name: 'sources-of-typescript',
  load(id) {
    const map = `${id}.map`;
    if (id.includes('node_modules') || !existsSync(map)) return null;
    return { code: readFileSync(id, 'utf8'), map: JSON.parse(readFileSync(map, 'utf8')) };
  },
};

await build({
  // Each is asked for by this name beside whatever asks for it.
  input: {
    daybook: 'dist/src/main.js',
    'replay-child-process': 'dist/src/replay/replay-child-process.js',
    'file-check-child-process': 'dist/src/installation/file-checks/file-check-child-process.js',
    'check-thread': 'dist/src/installation/document-checks/check-thread.js',
    'page-thread': 'dist/src/web/rendering/page-thread.js',
    'reader-thread': 'dist/projections/engines/sqlite/readers/reader-thread.js',
  },
  platform: 'node',
  logLevel: 'warn',
  plugins: [sourcesOfTypeScript],
  // Machine code, drivers that only some need, and what NestJS would use if it were installed.
  external: [
    /^@photostructure\/sqlite/,
    /^@node-rs\/argon2/,
    /^mongodb/,
    /^@nestjs\/(microservices|websockets)/,
    /^class-(transformer|validator)/,
  ],
  output: {
    dir: 'dist/daybook',
    format: 'esm',
    chunkFileNames: '[name]-[hash].js',
    keepNames: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
    cleanDir: true,
    // Small modules without packages behind them: otherwise nearly each would be a file of its own.
    codeSplitting: {
      groups: [
        { name: 'platform', test: /dist\/src\/platform\/(?!mongo-client|rate-limiters|read-only-database)/ },
      ],
    },
  },
});
// For those who run it without npx.
chmodSync('dist/daybook/daybook.js', 0o755);
// What Node kept of an earlier build (src/main.ts).
rmSync('dist/.compiled', { recursive: true, force: true });
