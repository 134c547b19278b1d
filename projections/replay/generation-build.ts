import type { RecordedEvent } from '#domain/event.js';
import { readFailedDocuments } from '../port/failed-documents.js';
import { readProjectionControl, createDocumentSkipCheck } from '../projector/read-projection-control.js';
import { type FoldFailure, BatchFold } from '../projector/batch-fold.js';
import { isFromThisLog, matchLogOfGeneration } from '../projector/match-log-of-generation.js';
import { getLastEventAtPosition, FoldProgress } from '../projector/fold-progress.js';
import type { IsEventSkippedInDocument } from '../projector/event-targets.js';
import { waitWithBackoff } from '../subscription/abortable-waits.js';
import type { AnyProjection } from '../port/projection.js';
import { DamagedGeneration, ReadModelsUnavailable } from '../port/read-model-errors.js';
import type { Generation, GenerationInfo } from '../port/generation.js';
import type { KnownGeneration } from '../port/generations.js';
import type { ReplayOptions } from './replay-report.js';

const DOCUMENTS = 2_000;
const EVENTS = 20_000;
const REMEMBERED = 10_000;

export interface GenerationBuild {
  readonly projection: AnyProjection;
  readonly info: GenerationInfo;
  readonly generation: Generation;
  readonly resumedAt: number;
  /** The active generation's position at the start, or else the log's end. */
  readonly goal: number;
  readonly position: number;
  readonly live: GenerationInfo | undefined;
  readonly reached: FoldProgress;
  readonly broken: FoldFailure | undefined;
  isDone(): boolean;
  take(events: readonly RecordedEvent[], goal?: number): Promise<void>;
  store(): Promise<void>;
  skipped(): number;
  isSkipped(position: number): boolean;
  readonly isSkippedIn: IsEventSkippedInDocument;
  failedDocuments(): number;
}

/** Resumes an interrupted replay. Throws `GenerationInUse`. */
export async function beginGenerationBuild(
  parts: ReplayOptions,
  projection: AnyProjection,
): Promise<GenerationBuild> {
  const opened = await openBuilding(parts, projection, { bulk: true, isThere: isBuilding });
  return build(parts, projection, opened!);
}

/** One that the holder of the lease may take over. undefined: it has, and uses it. Throws `GenerationInUse`. */
export async function beginSharedGenerationBuild(
  parts: ReplayOptions,
  projection: AnyProjection,
): Promise<GenerationBuild | undefined> {
  const isThere = (known: KnownGeneration) => isBuilding(known) || known.state === 'active';
  const opened = await openBuilding(parts, projection, { bulk: false, isThere });
  return opened && build(parts, projection, opened);
}

const isBuilding = ({ state }: KnownGeneration): boolean => state === 'building';

async function build(
  parts: ReplayOptions,
  projection: AnyProjection,
  { info, generation }: OpenedBuilding,
): Promise<GenerationBuild> {
  const resumedAt = await generation.checkpoint();
  const { live, goal } = await findLiveAndGoal(parts, projection);
  const reached = new FoldProgress(getLastEventAtPosition(info, resumedAt), resumedAt, live?.checkpoint);
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

async function readSkips({ readModels, store }: ReplayOptions, projection: AnyProjection) {
  const skips = await readModels.skips(projection.name, projection.version);
  const positions = new Set(skips.map((skip) => skip.position));
  const isSkippedIn = createDocumentSkipCheck(await readProjectionControl(store, projection), projection);
  const skippedInDocuments = new Set<string>();
  const countSkippedIn: IsEventSkippedInDocument = (event, document) => {
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
  const isOfLog = live !== undefined && (await matchLogOfGeneration(store, live)) !== 'other';
  return { live, goal: isOfLog && live.checkpoint > 0 ? live.checkpoint : await store.head() };
}

const ATTEMPTS = 8;

/** Folded events stay in memory, so the same call may be repeated. */
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
    await waitWithBackoff(attempt, signal);
  }
}

const NEVER = new AbortController().signal;

interface OpenedBuilding {
  readonly info: GenerationInfo;
  readonly generation: Generation;
}

interface OpenBuildingOptions {
  readonly bulk: boolean;
  /** For generations of the projection's version. */
  readonly isThere: (known: KnownGeneration) => boolean;
}

/** Other processes may create, drop and activate meanwhile. undefined: `isThere` holds for one that is not being built. */
async function openBuilding(
  { readModels, shapeOf, store }: ReplayOptions,
  { name, version }: AnyProjection,
  { bulk, isThere }: OpenBuildingOptions,
): Promise<OpenedBuilding | undefined> {
  const open = (number: number) =>
    readModels.open(name, number, (collection) => shapeOf(name, collection), { bulk });
  const isOfVersion = (known: KnownGeneration) => known.version === version && isThere(known);
  for (;;) {
    const known = (await readModels.generations(name)).filter(isOfVersion);
    const building = known.filter(isBuilding);
    for (const info of building) {
      const opened = (await isFromThisLog(store, info)) && (await open(info.number).catch(ignoreDamaged));
      if (opened) return { info, generation: opened };
      await readModels.drop(name, info.number);
    }
    if (known.length > building.length) return undefined;
    const info = await readModels.createUnless(name, version, isOfVersion);
    if (info) return { info, generation: await open(info.number) };
  }
}

function ignoreDamaged(error: unknown): undefined {
  if (!(error instanceof DamagedGeneration)) throw error;
}

export async function catchUpGeneration(
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
