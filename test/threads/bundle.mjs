// Threads are outside of Jest, which turns sources into JavaScript: each is made one file of JavaScript before the tests, from the
// sources as they are now. Hooks that Node would call for each import (`module.register`) take seconds for each thread, and crash the
// process where a thread ends while they start.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const root = new URL('../../', import.meta.url);

/** One folder for each run: several may go on at a time. */
export const folderOfThreads = () => new URL(`node_modules/.cache/daybook-threads/${process.pid}/`, root);

/** Says by `DAYBOOK_TEST_THREADS` where they are. */
export async function bundleThreads() {
  const folder = folderOfThreads();
  await build({
    cwd: fileURLToPath(root),
    input: {
      'check-thread': 'src/installation/document-checks/check-thread.ts',
      'page-thread': 'src/web/rendering/page-thread.ts',
      'reader-thread': 'projections/engines/sqlite/readers/reader-thread.ts',
    },
    platform: 'node',
    logLevel: 'warn',
    resolve: {
      conditionNames: ['daybook-source', 'node', 'import'],
      extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
    },
    // Machine code.
    external: [/^@photostructure\/sqlite/],
    output: { dir: fileURLToPath(folder), format: 'esm', keepNames: true, sourcemap: true },
  });
  process.env.DAYBOOK_TEST_THREADS = folder.href;
}

export const removeThreads = () => rmSync(folderOfThreads(), { recursive: true, force: true });
