// At the start with examples: loads what is missing of them, while pages are served already.
import { fileURLToPath } from 'node:url';
import { loadDemo } from './load-demo.js';
import type { AtWork } from '../with-commands.js';

/** Where the specifications stand, seen from dist/src/cli/demo and from src/cli/demo. */
function folder(): string {
  const here = fileURLToPath(import.meta.url);
  const up = here.includes('dist') ? '../../../../specifications' : '../../../specifications';
  return fileURLToPath(new URL(up, import.meta.url));
}

export async function loadExamples(work: AtWork, say: (text: string) => void): Promise<void> {
  const started = performance.now();
  const { loaded, done } = await loadDemo(
    { read: work.installation.store.read, dispatch: work.send, settled: work.settled },
    folder(),
    work.installation.clock(),
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (loaded) say(`The examples are loaded: ${done} commands in ${seconds} s.`);
}
