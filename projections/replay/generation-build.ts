// One new generation while a replay fills it.
import type { RecordedEvent } from '#domain/event.js';
import { readFailedDocuments } from '../port/failed-documents.js';
import { readProjectionControl, createIsSkippedIn } from '../projector/read-projection-control.js';
import { type FoldFailure, BatchFold } from '../projector/batch-fold.js';
import { isFromThisLog, findLogOrigin } from '../projector/check-log-origin.js';
import { findLastEventAt, FoldProgress } from '../projector/reached-event.js';
import type { IsSkippedIn } from '../projector/event-targets.js';
import { backOff } from '../subscription/abortable-waits.js';
import type { AnyProjection } from '../port/projection.js';
import { DamagedGeneration, ReadModelsUnavailable } from '../port/read-model-errors.js';
import type { Generation, GenerationInfo } from '../port/generation.js';
import type { ReplayOptions } from './replay-report.js';

const DOCUMENTS = 2_000;
const EVENTS = 20_000;
const REMEMBERED = 10_000;

export interface GenerationBuild {
  readonly projection: AnyProjection;
  readonly info: GenerationInfo;
  readonly generation: Generation;
  readonly resumedAt: number;
  /** Position of the active generation at the start, or else the log's end. */
  readonly goal: number;
  readonly position: number;
  readonly live: GenerationInfo | undefined;
  readonly reached: FoldProgress;
  readonly broken: FoldFailure | undefined;
  isDone(): boolean;
  /** Folds those events after its position and up to the goal. */
  take(events: readonly RecordedEvent[], goal?: number): Promise<void>;
  store(): Promise<void>;
  skipped(): number;
  isSkipped(position: number): boolean;
  readonly isSkippedIn: IsSkippedIn;
  /** Number of broken documents. */
  failedDocuments(): number;
}

/** Resumes the generation of an interrupted replay. Throws `GenerationInUse`. */
export async function beginGenerationBuild(
  parts: ReplayOptions,
  projection: AnyProjection,
): Promise<GenerationBuild> {
  const { info, generation } = await openBuilding(parts, projection);
  const resumedAt = await generation.checkpoint();
  const { live, goal } = await findLiveAndGoal(parts, projection);
  const reached = new FoldProgress(findLastEventAt(info, resumedAt), resumedAt, live?.checkpoint);
  const { isSkipped, isSkippedIn, countSkippedIn, skippedUpTo } = await readSkips(parts, projection);
  const folding = new BatchFold({
    projection,
    generation,
    isSkipped,
    isSkippedIn: countSkippedIn,
    failed: await readFailedDocuments(generation),
    reached,
    remembered: REMEMBERED,
  });
  let [position, events] = [resumedAt, 0];
  const storeAll = async () => {
    events = 0;
    position = (await retryWhileUnavailable(parts, () => folding.store()))?.last.position ?? position;
  };
  return {
    projection,
    info,
    generation,
    resumedAt,
    goal,
    live,
    reached,
    get position() {
      return position;
    },
    get broken() {
      return folding.broken;
    },
    isDone: () => position >= goal || folding.broken !== undefined,
    isSkipped,
    isSkippedIn,
    failedDocuments: () => folding.failedDocuments.size,
    skipped: () => skippedUpTo(position),
    async take(batch, until = goal) {
      const mine = batch.filter((event) => event.position > position && event.position <= until);
      if (mine.length === 0 || folding.broken) return;
      for (let rest = mine; rest.length > 0 && !folding.broken;) {
        const from = rest;
        const taken = await retryWhileUnavailable(parts, () => folding.take(from));
        position = rest[taken - 1]?.position ?? position;
        events += taken;
        rest = rest.slice(taken);
        const isMuch = folding.isFull || folding.size >= DOCUMENTS || events >= EVENTS;
        if (isMuch || folding.broken) await storeAll();
      }
    },
    store: storeAll,
  };
}

/** Events that admins skipped, for the read model or single documents. */
async function readSkips({ readModels, store }: ReplayOptions, projection: AnyProjection) {
  const skips = await readModels.skips(projection.name, projection.version);
  const positions = new Set(skips.map((skip) => skip.position));
  const isSkippedIn = createIsSkippedIn(await readProjectionControl(store, projection), projection);
  const skippedInDocuments = new Set<string>();
  const countSkippedIn: IsSkippedIn = (event, document) => {
    const isSkipped = isSkippedIn(event, document);
    if (isSkipped) skippedInDocuments.add(event.id);
    return isSkipped;
  };
  return {
    isSkipped: (position: number) => positions.has(position),
    isSkippedIn,
    /** Counts an event once, however many documents skip it. */
    countSkippedIn,
    skippedUpTo: (position: number) =>
      skips.filter((skip) => skip.position <= position).length + skippedInDocuments.size,
  };
}

async function findLiveAndGoal(
  { readModels, store }: ReplayOptions,
  { name }: AnyProjection,
): Promise<Pick<GenerationBuild, 'live' | 'goal'>> {
  const live = await readModels.active(name);
  const isOfLog = live !== undefined && (await findLogOrigin(store, live)) !== 'other';
  return { live, goal: isOfLog && live.checkpoint > 0 ? live.checkpoint : await store.head() };
}

/** Retries for some ten seconds, the time of a failover. */
const ATTEMPTS = 8;

/** Folded events are kept meanwhile, so the same call may be repeated. */
async function retryWhileUnavailable<T>(
  { signal = NEVER }: ReplayOptions,
  run: () => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const isPassing = error instanceof ReadModelsUnavailable && attempt < ATTEMPTS && !signal.aborted;
      if (!isPassing) throw error;
    }
    await backOff(attempt, signal);
  }
}

const NEVER = new AbortController().signal;

async function openBuilding(
  { readModels, shapeOf, store }: ReplayOptions,
  projection: AnyProjection,
): Promise<{ info: GenerationInfo; generation: Generation }> {
  const { name, version } = projection;
  const open = (number: number) =>
    readModels.open(name, number, (collection) => shapeOf(name, collection), { bulk: true });
  for (const info of await readModels.generations(name)) {
    if (info.state !== 'building' || info.version !== version) continue;
    const opened = (await isFromThisLog(store, info)) && (await open(info.number).catch(ignoreDamaged));
    if (opened) return { info, generation: opened };
    await readModels.drop(name, info.number);
  }
  const info = await readModels.create(name, version);
  return { info, generation: await open(info.number) };
}

function ignoreDamaged(error: unknown): undefined {
  if (!(error instanceof DamagedGeneration)) throw error;
}

/** Reads on to a position that the log has. */
export async function catchUp(
  { store, signal }: ReplayOptions,
  build: GenerationBuild,
  to: number,
): Promise<void> {
  if (build.position >= to || build.broken) return;
  for await (const batch of store.all(build.position, signal)) {
    await build.take(batch, to);
    if (batch.at(-1)!.position >= to || build.broken) break;
  }
  await build.store();
}

/** Drops all kept generations but the last, and that one too where it is of another log. */
export async function dropOlderGenerations(
  { readModels, store }: Pick<ReplayOptions, 'readModels' | 'store'>,
  projection: string,
): Promise<readonly number[]> {
  const earlier = (await readModels.generations(projection)).filter((each) => each.state === 'kept');
  const last = earlier.at(-1);
  const keepsLast = last !== undefined && (await isFromThisLog(store, last));
  const older = earlier.slice(0, keepsLast ? -1 : undefined).map((each) => each.number);
  for (const number of older) await readModels.drop(projection, number);
  return older;
}
