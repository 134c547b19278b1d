// Something goes on by itself until it is done: how long that takes, and what memory.
import { setTimeout as sleep } from 'node:timers/promises';

/** Seconds since `begun` (as of `performance.now()`), and MiB. */
export async function timeUntilDone(
  begun: number,
  isDone: () => Promise<boolean>,
): Promise<{ readonly took: number; readonly peak: string }> {
  let most = 0;
  while (!(await isDone())) {
    most = Math.max(most, process.memoryUsage().rss);
    await sleep(20);
  }
  return { took: (performance.now() - begun) / 1000, peak: (most / 1024 / 1024).toFixed(0) };
}
