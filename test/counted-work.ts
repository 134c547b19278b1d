// How much is done, without a clock: how often every block of code runs, as the engine itself counts for coverage.
import { afterAll } from '@jest/globals';
import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';

const hasMaglev = Number(process.versions.node.split('.')[0]) >= 22;

// What is optimised, or thrown away to save memory, is not counted.
const NOT_COUNTED = [
  'opt',
  'sparkplug',
  ...(hasMaglev ? ['maglev'] : []),
  'flush-bytecode',
  'lazy-feedback-allocation',
];

for (const flag of NOT_COUNTED) setFlagsFromString(`--no-${flag}`);
// They are the process's: whatever test file comes next in it would take several times as long.
afterAll(() => {
  for (const flag of NOT_COUNTED) setFlagsFromString(`--${flag}`);
});

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** Blocks run while `work` runs, and how often each function did. What loops inside the engine itself is not seen. */
export async function countedWork(
  work: () => void,
): Promise<{ readonly total: number; readonly by: ReadonlyMap<string, number> }> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    await session.post('Profiler.takePreciseCoverage');
    work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const by = new Map<string, number>();
    let total = 0;
    for (const { url, functions } of result) {
      for (const { functionName, ranges } of functions) {
        const count = (ranges as readonly Range[]).reduce((sum, range) => sum + range.count, 0);
        total += count;
        const name = `${url.split('/').slice(-3).join('/')} ${functionName}`;
        by.set(name, (by.get(name) ?? 0) + count);
      }
    }
    return { total, by };
  } finally {
    await session.post('Profiler.stopPreciseCoverage').catch(() => undefined);
    session.disconnect();
  }
}
