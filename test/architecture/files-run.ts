// Which of our files run code meanwhile, on the thread that answers: as V8 counts calls of functions.
import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Recording {
  /** Paths from the top of the repository, of those that ran anything since it was asked before; sorted. */
  since(): Promise<string[]>;
  stop(): void;
}

export async function recordFilesRun(): Promise<Recording> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    async since() {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const ran = result.filter(({ functions }) => functions.some(({ ranges }) => isCall(ranges[0])));
      return ran.flatMap(({ url }) => ownFile(url)).sort();
    },
    stop: () => session.disconnect(),
  };
}

/** The first function of a script is the script itself: it runs once, when it is loaded. */
const isCall = (range?: { readonly startOffset: number; readonly count: number }): boolean =>
  range !== undefined && range.startOffset > 0 && range.count > 0;

function ownFile(url: string): readonly string[] {
  const path = relative(root, url.startsWith('file:') ? fileURLToPath(url) : url);
  return /^(src|views|projections)\//.test(path) ? [path] : [];
}
