// In a child process.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Installation } from '../installation.js';
import type { DatabaseFileFindings, DatabaseFileEngines } from './check-database-files.js';
import { throwUncaught } from '#platform/throw-uncaught.js';

const MINUTE = 60_000;

type CheckedInstallation = Pick<Installation, 'readModels' | 'healthIssues' | 'configuration'>;

/** At once, then every `every` minutes (0: once). Returns what stops it. */
export function startDatabaseFileChecks(installation: CheckedInstallation, every: number): () => void {
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const round = async () => {
    const findings = await findingsOf(installation.configuration, ending.signal);
    if (ending.signal.aborted) return;
    if (findings) await act(installation, findings);
    if (every > 0) timer = setTimeout(run, every * MINUTE).unref();
  };
  const run = () => void round().catch(throwUncaught);
  run();
  return () => {
    ending.abort();
    clearTimeout(timer);
  };
}

/** undefined: the check failed. */
function findingsOf(
  { events, reads, keys }: DatabaseFileEngines,
  signal: AbortSignal,
): Promise<DatabaseFileFindings | undefined> {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL('./file-check-child-process.js', import.meta.url)));
    let findings: DatabaseFileFindings | undefined;
    const stop = () => child.kill('SIGKILL');
    signal.addEventListener('abort', stop, { once: true });
    child.once('message', (message: DatabaseFileFindings) => (findings = message));
    child.once('error', () => resolve(undefined));
    child.once('close', () => {
      signal.removeEventListener('abort', stop);
      resolve(findings);
    });
    child.send({ events, reads, keys } satisfies DatabaseFileEngines, () => {});
  });
}

async function act(
  { readModels, healthIssues }: CheckedInstallation,
  { healthIssues: found, generations }: DatabaseFileFindings,
) {
  for (const each of found) healthIssues.raise(each);
  for (const { projection, number } of generations) {
    // Dropped, or not writable: the next round retries.
    await readModels.quarantine(projection, number).catch(() => {});
  }
}
