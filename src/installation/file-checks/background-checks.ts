// While Daybook serves, its files are looked through again and again, by a process beside it.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Installation } from '../installation.js';
import type { FileFindings, FileEngines } from './check-files.js';

const MINUTE = 60_000;

type CheckedInstallation = Pick<Installation, 'readModels' | 'healthIssues' | 'configuration'>;

/** At once, and then so often (minutes; 0: never again). Returns what ends it. */
export function startBackgroundChecks(installation: CheckedInstallation, every: number): () => void {
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const round = async () => {
    const findings = await findingsOf(installation.configuration, ending.signal);
    if (ending.signal.aborted) return;
    if (findings) await act(installation, findings);
    if (every > 0) timer = setTimeout(() => void round(), every * MINUTE).unref();
  };
  void round();
  return () => {
    ending.abort();
    clearTimeout(timer);
  };
}

/** undefined: it could not be found out this time. */
function findingsOf(
  { events, reads, keys }: FileEngines,
  signal: AbortSignal,
): Promise<FileFindings | undefined> {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL('./check-process.js', import.meta.url)));
    let findings: FileFindings | undefined;
    const stop = () => child.kill('SIGKILL');
    signal.addEventListener('abort', stop, { once: true });
    child.once('message', (told: FileFindings) => (findings = told));
    child.once('error', () => resolve(undefined));
    child.once('close', () => {
      signal.removeEventListener('abort', stop);
      resolve(findings);
    });
    child.send({ events, reads, keys } satisfies FileEngines, () => {});
  });
}

async function act(
  { readModels, healthIssues }: CheckedInstallation,
  { healthIssues: found, generations }: FileFindings,
) {
  for (const each of found) healthIssues.raise(each);
  for (const { projection, number } of generations) {
    // Dropped meanwhile, or the list cannot be written: the next round sees.
    await readModels.quarantine(projection, number).catch(() => {});
  }
}
