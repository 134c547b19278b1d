// At the start with examples: loads what is missing of them, while pages are served already.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadDemo } from './load-demo.js';
import type { AtWork } from '../with-commands.js';

/** The specifications stand at the top of the clone, whether this runs from there or from dist. */
function folder(): string {
  let here = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(here, 'package.json'))) here = dirname(here);
  return join(here, 'specifications');
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
