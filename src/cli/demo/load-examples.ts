// At the start with examples: loads what is missing of them, while pages are served already.
import type { WritingPorts } from '#command-handling/writing-ports.js';
import { withCount } from '../problems.js';
import { specificationsFolder } from './demo-data.js';
import { logOrigin } from '../example-access.js';
import { loadDemo } from './load-demo.js';
import type { RunningInstallation } from '../with-commands.js';

/** Returns whether anything was missing. */
export async function loadExamples(
  work: RunningInstallation,
  ports: WritingPorts,
  say: (text: string) => void,
): Promise<boolean> {
  if ((await logOrigin(work.installation.store)) === 'other')
    throw new Error('this log was not begun by the examples, which are never added to one that is in use');
  const started = performance.now();
  const { loaded, done, unsent } = await loadDemo(
    { ports, dispatch: work.send, settled: work.settled },
    specificationsFolder(),
    work.installation.clock(),
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const silent =
    unsent === 0 ? '' : ` ${withCount(unsent, 'call or mail', 'calls and mails')} of their past not sent.`;
  if (loaded) say(`The examples are loaded: ${done} commands in ${seconds} s.${silent}`);
  return loaded;
}
