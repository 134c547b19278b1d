import { matchLogOfGeneration } from '../projector/match-log-of-generation.js';
import { type GenerationBuild, catchUpGeneration } from './generation-build.js';
import { compareGenerations } from './compare-generations.js';
import { addCausingEvents } from './add-causing-events.js';
import { waitWithBackoff } from '../subscription/abortable-waits.js';
import type { RecordedEventReference } from '#event-store/event-store.js';
import { DamagedGeneration, ReadModelsUnavailable, SnapshotLost } from '../port/read-model-errors.js';
import type { Generation, GenerationInfo } from '../port/generation.js';
import type { EventsMissingFromLog, ReplayReport, ReplayOptions } from './replay-report.js';

export type LiveComparison = Pick<
  ReplayReport,
  'comparison' | 'notCompared' | 'versionBefore' | 'generationBefore' | 'changedUpTo' | 'missing'
>;

/** The same version folds the same events, so differences are unexplained. */
export const hasUnexplainedDifferences = ({ comparison, versionBefore }: LiveComparison, version: number) =>
  comparison !== undefined && comparison.different > 0 && versionBefore === version;

export async function compareWithLive(parts: ReplayOptions, build: GenerationBuild): Promise<LiveComparison> {
  const active = await parts.readModels.active(build.projection.name);
  if (!active) return { notCompared: 'nothing was served yet' };
  const before = { versionBefore: active.version, generationBefore: active.number };
  const origin = await matchLogOfGeneration(parts.store, active);
  if (origin === 'other')
    return {
      ...before,
      missing: describeMissingEvents(active.last ?? { position: active.checkpoint }, build.reached.last),
      notCompared: 'what was served has seen events that are not in this log',
    };
  try {
    const live = await parts.readModels.open(active.projection, active.number, () => undefined);
    try {
      const compared = await compareWithMoment(parts, build, live);
      return { ...before, ...findChangedEvents(origin, active, build), ...compared };
    } finally {
      await live.close();
    }
  } catch (error) {
    if (!(error instanceof DamagedGeneration)) throw error;
    return { ...before, notCompared: error.message };
  }
}

function describeMissingEvents(
  upTo: EventsMissingFromLog['upTo'],
  now: RecordedEventReference | undefined,
): EventsMissingFromLog {
  const { number } = upTo;
  if (number === undefined || (now && now.number === undefined)) return { upTo };
  return { upTo, atLeast: Math.max(1, number - (now?.number ?? 0)) };
}

/** On engines without links, equal chains prove equal events. */
function findChangedEvents(
  origin: 'same' | 'changed',
  { number, last, checkpoint }: GenerationInfo,
  { live, reached }: GenerationBuild,
): Pick<LiveComparison, 'changedUpTo' | 'missing'> {
  const changed = { changedUpTo: checkpoint };
  const { eventAtMark: rebuilt } = reached;
  const isSameMoment = live?.number === number && live.checkpoint === checkpoint;
  if (!last || !rebuilt || !isSameMoment || !hasOtherLink(last, rebuilt))
    return origin === 'changed' ? changed : {};
  return (rebuilt.number ?? 0) < (last.number ?? 0)
    ? { missing: describeMissingEvents(last, rebuilt) }
    : changed;
}

const hasOtherLink = ({ link: one }: RecordedEventReference, { link: other }: RecordedEventReference) =>
  one !== undefined && other !== undefined && one !== other;

/** Each with a new snapshot, when the engine loses it or is unavailable. */
const COMPARISONS = 3;

async function compareWithMoment(
  parts: ReplayOptions,
  build: GenerationBuild,
  live: Generation,
): Promise<LiveComparison> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await compareWith(parts, build, live);
    } catch (error) {
      const isPassing = error instanceof SnapshotLost || error instanceof ReadModelsUnavailable;
      if (!isPassing || attempt === COMPARISONS) throw error;
    }
    await waitWithBackoff(attempt, parts.signal ?? NEVER);
  }
}

const NEVER = new AbortController().signal;

async function compareWith(
  parts: ReplayOptions,
  build: GenerationBuild,
  live: Generation,
): Promise<LiveComparison> {
  const snapshot = await live.snapshot();
  try {
    const position = await snapshot.checkpoint();
    await catchUpGeneration(parts, build, position);
    if (build.position > position)
      return {
        notCompared: `the one that is served is at ${position}, the new one at ${build.position} already`,
      };
    if (build.broken || parts.signal?.aborted) return {};
    const { projection, isSkipped, isSkippedIn } = build;
    const onDocuments = (done: number) =>
      parts.onProgress?.({ phase: 'comparing', projection: projection.name, done });
    const comparison = await compareGenerations(snapshot, build.generation, {
      onDocuments,
      signal: parts.signal,
    });
    return {
      comparison: await addCausingEvents(
        { projection, isSkipped, isSkippedIn, store: parts.store },
        comparison,
      ),
    };
  } finally {
    await snapshot.close();
  }
}
