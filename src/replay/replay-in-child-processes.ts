// On two cores: the timeline takes longest and gets its own process.
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
import type {
  AcceptedGenerationSwitch,
  ReplayReport,
  ReplayProgress,
} from '#projections/replay/replay-report.js';
import { replay } from '#projections/replay/replay.js';
import type { Configuration } from '../configuration/configuration.js';
import { isStreamName } from '../domain/stream-names.js';
import { type EventStore, EventStoreUnavailable, EventStoreUnusable } from '../event-store/event-store.js';
import { openForReplay } from './open-for-replay.js';

export interface ReplayOptions {
  readonly projections: readonly AnyProjection[];
  readonly dryRun?: boolean;
  readonly accept?: boolean;
  readonly onAccept?: (accepted: AcceptedGenerationSwitch) => Promise<void>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ReplayProgress) => void;
  readonly onReplayed?: (replayed: ReplayReport) => void;
}

/** The first message. */
export interface ReplayTask {
  readonly configuration: Configuration;
  readonly projections: readonly string[];
  readonly dryRun: boolean;
}

export type ReplayMessage =
  | { readonly progress: ReplayProgress }
  | { readonly done: ReplayReport }
  | { readonly replayed: readonly ReplayReport[] }
  | { readonly failed: { readonly name: string; readonly message: string; readonly stack?: string } };

/** In the order of `projections`. Each process reads the log itself, which costs less than passing events; a thread was no quicker. This process records what is accepted, so that there is one writer. */
export async function replayInChildProcesses(
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
  // After a failure, the other process ends, and the next replay resumes it.
  for (const part of parts) part.catch(() => stop.abort());
  await Promise.allSettled(parts);
  const replayed = (await Promise.all(parts)).flat();
  return options.projections.map(({ name }) => replayed.find(({ projection }) => projection === name)!);
}

/** Truncated streams are reported beside it: their records are rebuilt from what remains. */
function namingCuts(configuration: Configuration, options: ReplayOptions): Promise<readonly ReplayReport[]> {
  return replayHere(configuration, options, async ({ findTruncatedStreams }) => {
    // An unavailable log ends the replay itself.
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
  const task: ReplayTask = { configuration, projections: names, dryRun };
  const child = fork(fileURLToPath(new URL('./replay-child-process.js', import.meta.url)), {
    serialization: 'advanced',
  });
  child.send(task);
  const stop = () => child.connected && child.send('stop');
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  let outcome: Exclude<ReplayMessage, { progress: ReplayProgress } | { done: ReplayReport }> | undefined;
  child.on('message', (message: ReplayMessage) => {
    if ('progress' in message) onProgress?.(message.progress);
    else if ('done' in message) onReplayed?.(message.done);
    else outcome = message;
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

/** Errors lose their class between processes. */
export function toFailedMessage(error: unknown): Extract<ReplayMessage, { failed: unknown }> {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const kind = KINDS.find((each) => error instanceof each);
  return { failed: { name: kind?.name ?? name, message, stack } };
}

function asThrown({ name, message, stack }: { name: string; message: string; stack?: string }): Error {
  const kind = KINDS.find((each) => each.name === name);
  return kind ? new kind(message) : Object.assign(new Error(message), { name, stack });
}

/** In the child process. */
export async function runReplayTask(
  { configuration, projections, dryRun }: ReplayTask,
  telling: Pick<ReplayOptions, 'signal' | 'onProgress' | 'onReplayed'>,
): Promise<readonly ReplayReport[]> {
  const chosen = allProjections.filter(({ name }) => projections.includes(name));
  return replayHere(configuration, { projections: chosen, dryRun, ...telling });
}
