// `daybook replay` on two cores: the timeline, which takes longest, is built in a thread of its own.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { allProjections } from '../../projections/all-projections.js';
import type { AnyProjection } from '../../projections/projection.js';
import { DamagedGeneration, GenerationInUse } from '../../projections/read-model.js';
import type { Replayed, ReplayProgress } from '../../projections/replay-report.js';
import { replay } from '../../projections/replay.js';
import type { Configuration } from '../configuration.js';
import { EventStoreUnavailable } from '../event-store/event-store.js';
import { openForReplay } from './open-for-replay.js';

export interface ReplayOptions {
  readonly projections: readonly AnyProjection[];
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ReplayProgress) => void;
}

/** What the thread is started with. */
export interface ThreadTask {
  readonly configuration: Configuration;
  readonly projections: readonly string[];
  readonly dryRun: boolean;
}

/** What the thread says. */
export type ThreadSays =
  | { readonly progress: ReplayProgress }
  | { readonly replayed: readonly Replayed[] }
  | { readonly failed: { readonly name: string; readonly message: string; readonly stack?: string } };

/** As `replay`, in the order of `projections`. Each thread reads the log for itself: that costs less than handing events over. */
export async function replayInThreads(
  configuration: Configuration,
  options: ReplayOptions,
): Promise<readonly Replayed[]> {
  const beside = options.projections.filter(({ name }) => name === 'timeline');
  const here = options.projections.filter(({ name }) => name !== 'timeline');
  if (beside.length === 0 || here.length === 0) return replayHere(configuration, options);
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const parts = [
    replayHere(configuration, { ...options, projections: here, signal, onProgress: undefined }),
    replayBeside(configuration, { ...options, projections: beside, signal }),
  ];
  // Where one breaks, the other one ends as soon as it can, and is taken up again by the next replay.
  for (const part of parts) part.catch(() => stop.abort());
  await Promise.allSettled(parts);
  const replayed = (await Promise.all(parts)).flat();
  return options.projections.map(({ name }) => replayed.find(({ projection }) => projection === name)!);
}

async function replayHere(
  configuration: Configuration,
  options: ReplayOptions,
): Promise<readonly Replayed[]> {
  const opened = await openForReplay(configuration);
  try {
    return await replay({ ...opened, ...options });
  } finally {
    await opened.close();
  }
}

async function replayBeside(
  configuration: Configuration,
  { projections, dryRun = false, signal, onProgress }: ReplayOptions,
): Promise<readonly Replayed[]> {
  const task: ThreadTask = { configuration, projections: projections.map(({ name }) => name), dryRun };
  const thread = new Worker(new URL('./replay-thread.js', import.meta.url), { workerData: task });
  const stop = () => thread.postMessage('stop');
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  let outcome: Exclude<ThreadSays, { progress: ReplayProgress }> | undefined;
  thread.on('message', (says: ThreadSays) => {
    if ('progress' in says) onProgress?.(says.progress);
    else outcome = says;
  });
  try {
    await once(thread, 'exit');
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  if (outcome && 'replayed' in outcome) return outcome.replayed;
  throw outcome ? asThrown(outcome.failed) : new Error('The thread that builds the timeline ended early.');
}

/** Errors lose their kind between threads. */
function asThrown({ name, message, stack }: { name: string; message: string; stack?: string }): Error {
  const kind = [GenerationInUse, DamagedGeneration, EventStoreUnavailable].find((each) => each.name === name);
  return kind ? new kind(message) : Object.assign(new Error(message), { name, stack });
}

/** In the thread. */
export async function replayTask(
  { configuration, projections, dryRun }: ThreadTask,
  { signal, onProgress }: Pick<ReplayOptions, 'signal' | 'onProgress'>,
): Promise<readonly Replayed[]> {
  const chosen = allProjections.filter(({ name }) => projections.includes(name));
  return replayHere(configuration, { projections: chosen, dryRun, signal, onProgress });
}
