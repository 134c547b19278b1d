// `daybook replay` on two cores: the timeline, which takes longest, is built in a process of its own.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { allProjections } from '#projections/all-projections.js';
import type { AnyProjection } from '#projections/port/projection.js';
import {
  DamagedGeneration,
  GenerationInUse,
  ReadModelsUnavailable,
  ReadModelsUnusable,
} from '#projections/port/read-model-errors.js';
import type { AcceptedReplay, ReplayReport, ReplayProgress } from '#projections/replay/replay-report.js';
import { replay } from '#projections/replay/replay.js';
import type { Configuration } from '../configuration/configuration.js';
import { isStreamName } from '../domain/stream-names.js';
import { type EventStore, EventStoreUnavailable, EventStoreUnusable } from '../event-store/event-store.js';
import { openForReplay } from './open-for-replay.js';

export interface ReplayOptions {
  readonly projections: readonly AnyProjection[];
  readonly dryRun?: boolean;
  readonly accept?: boolean;
  readonly onAccept?: (accepted: AcceptedReplay) => Promise<void>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ReplayProgress) => void;
  readonly onReplayed?: (replayed: ReplayReport) => void;
}

/** What the process is told first. */
export interface ProcessTask {
  readonly configuration: Configuration;
  readonly projections: readonly string[];
  readonly dryRun: boolean;
}

/** What the process says. */
export type ProcessMessage =
  | { readonly progress: ReplayProgress }
  | { readonly done: ReplayReport }
  | { readonly replayed: readonly ReplayReport[] }
  | { readonly failed: { readonly name: string; readonly message: string; readonly stack?: string } };

/**
 * As `replay`, in the order of `projections`. Each process reads the log for itself: that costs less than handing events
 * over. A thread was no quicker when it was tried. What is accepted is written down by this process: then there is one.
 */
export async function replayInProcesses(
  configuration: Configuration,
  options: ReplayOptions,
): Promise<readonly ReplayReport[]> {
  const beside = options.projections.filter(({ name }) => name === 'timeline');
  const here = options.projections.filter(({ name }) => name !== 'timeline');
  if (options.accept || beside.length === 0 || here.length === 0) return namingCuts(configuration, options);
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const parts = [
    namingCuts(configuration, { ...options, projections: here, signal, onProgress: undefined }),
    replayBeside(configuration, { ...options, projections: beside, signal }),
  ];
  // Where one breaks, the other one ends as soon as it can, and is taken up again by the next replay.
  for (const part of parts) part.catch(() => stop.abort());
  await Promise.allSettled(parts);
  const replayed = (await Promise.all(parts)).flat();
  return options.projections.map(({ name }) => replayed.find(({ projection }) => projection === name)!);
}

/** What somebody has cut is told beside it: the records of those streams are built from what remains. */
function namingCuts(configuration: Configuration, options: ReplayOptions): Promise<readonly ReplayReport[]> {
  return replayHere(configuration, options, async ({ findTruncatedStreams }) => {
    // A log that cannot be asked ends the replay itself.
    await findTruncatedStreams?.(isStreamName).catch(() => {});
  });
}

async function replayHere(
  configuration: Configuration,
  options: ReplayOptions,
  beside: (store: EventStore) => Promise<void> = async () => {},
): Promise<readonly ReplayReport[]> {
  const opened = await openForReplay(configuration);
  try {
    const [replayed] = await Promise.all([replay({ ...opened, ...options }), beside(opened.store)]);
    return replayed;
  } finally {
    await opened.close();
  }
}

async function replayBeside(
  configuration: Configuration,
  { projections, dryRun = false, signal, onProgress, onReplayed }: ReplayOptions,
): Promise<readonly ReplayReport[]> {
  const names = projections.map(({ name }) => name);
  const task: ProcessTask = { configuration, projections: names, dryRun };
  const child = fork(fileURLToPath(new URL('./replay-process.js', import.meta.url)), {
    serialization: 'advanced',
  });
  child.send(task);
  const stop = () => child.connected && child.send('stop');
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  let outcome: Exclude<ProcessMessage, { progress: ReplayProgress } | { done: ReplayReport }> | undefined;
  child.on('message', (says: ProcessMessage) => {
    if ('progress' in says) onProgress?.(says.progress);
    else if ('done' in says) onReplayed?.(says.done);
    else outcome = says;
  });
  try {
    await once(child, 'close');
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  if (outcome && 'replayed' in outcome) return outcome.replayed;
  throw outcome
    ? asThrown(outcome.failed)
    : new Error('The process that builds the timeline ended early. Run it again: it goes on from there.');
}

const KINDS = [
  GenerationInUse,
  DamagedGeneration,
  ReadModelsUnavailable,
  ReadModelsUnusable,
  EventStoreUnavailable,
  EventStoreUnusable,
];

/** Errors lose their kind between processes: as it is told to the other one. */
export function toFailedMessage(error: unknown): Extract<ProcessMessage, { failed: unknown }> {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const kind = KINDS.find((each) => error instanceof each);
  return { failed: { name: kind?.name ?? name, message, stack } };
}

function asThrown({ name, message, stack }: { name: string; message: string; stack?: string }): Error {
  const kind = KINDS.find((each) => each.name === name);
  return kind ? new kind(message) : Object.assign(new Error(message), { name, stack });
}

/** In the process. */
export async function replayTask(
  { configuration, projections, dryRun }: ProcessTask,
  telling: Pick<ReplayOptions, 'signal' | 'onProgress' | 'onReplayed'>,
): Promise<readonly ReplayReport[]> {
  const chosen = allProjections.filter(({ name }) => projections.includes(name));
  return replayHere(configuration, { projections: chosen, dryRun, ...telling });
}
