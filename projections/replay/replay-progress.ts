import type { RecordedEvent } from '#domain/event.js';
import type { ReplayOptions } from './replay-report.js';

export function createProgressReporter(
  { onProgress }: ReplayOptions,
  from: number,
  to: number,
): (batch: readonly RecordedEvent[]) => void {
  const begun = performance.now();
  let reportedAt = 0;
  let done = 0;
  return (batch) => {
    done += batch.filter(({ position }) => position <= to).length;
    const now = performance.now();
    const { position } = batch.at(-1)!;
    if (!onProgress || (now - reportedAt < 200 && position < to)) return;
    reportedAt = now;
    const share = (Math.min(position, to) - from) / (to - from);
    const seconds = Math.max(0.001, (now - begun) / 1000);
    onProgress({
      phase: 'events',
      done,
      share,
      rate: done / seconds,
      secondsLeft: seconds / share - seconds,
    });
  };
}
