import { setImmediate as breathe } from 'node:timers/promises';
import { EventStoreUnavailable } from '#event-store/event-store.js';
import {
  type GenerationBuild,
  beginGenerationBuild,
  catchUpGeneration,
  dropOlderGenerations,
} from './generation-build.js';
import { compareWithLive, hasUnexplainedDifferences, type LiveComparison } from './compare-with-live.js';
import type { GenerationInfo } from '../port/generation.js';
import { GenerationInUse, ReadModelsUnavailable, SnapshotLost } from '../port/read-model-errors.js';
import type { ReadModels } from '../port/read-models.js';
import { createProgressReporter } from './replay-progress.js';
import type { ReplayReport, ReplayOptions } from './replay-report.js';

/** Old generations serve pages meanwhile. Throws `GenerationInUse` during another rebuild. */
export async function replay(parts: ReplayOptions): Promise<readonly ReplayReport[]> {
  const builds: GenerationBuild[] = [];
  try {
    for (const projection of parts.projections) builds.push(await beginGenerationBuild(parts, projection));
    await readLog(parts, builds);
    const replayed: ReplayReport[] = [];
    for (const build of builds) {
      const done = await compareAndActivate(parts, build).catch((error: unknown) =>
        toGaveUpReport(build, error),
      );
      replayed.push(done);
      parts.onReplayed?.(done);
    }
    return replayed;
  } finally {
    for (const build of builds) await build.generation.close();
  }
}

export async function findEarlierGeneration(
  readModels: ReadModels,
  projection: string,
): Promise<GenerationInfo | undefined> {
  return (await readModels.generations(projection)).filter((each) => each.state === 'kept').at(-1);
}

export async function rollBack(readModels: ReadModels, projection: string): Promise<GenerationInfo> {
  const earlier = await findEarlierGeneration(readModels, projection);
  if (!earlier) throw new Error(`There is no earlier generation of ${projection} to go back to.`);
  await readModels.activate(projection, earlier.number);
  return (await readModels.active(projection))!;
}

/** One pass for all, up to the active generations' positions, so that they can be compared. */
async function readLog(parts: ReplayOptions, builds: readonly GenerationBuild[]): Promise<void> {
  const from = builds.reduce((first, build) => Math.min(first, build.position), Infinity);
  const to = builds.reduce((last, build) => Math.max(last, build.goal), -Infinity);
  if (from >= to) return;
  const progress = createProgressReporter(parts, from, to);
  for await (const batch of parts.store.all(from, parts.signal)) {
    for (const build of builds) await build.take(batch);
    progress(batch);
    if (batch.at(-1)!.position >= to || builds.every((build) => build.isDone())) break;
    await breathe();
  }
  for (const build of builds) await build.store();
}

const identifyBuild = ({ projection, info, resumedAt }: GenerationBuild) => ({
  projection: projection.name,
  version: projection.version,
  generation: info.number,
  resumedAt,
});

function toGaveUpReport(build: GenerationBuild, error: unknown): ReplayReport {
  if (!TRANSIENT_ERRORS.some((kind) => error instanceof kind)) throw error;
  const { message } = error as Error;
  const { position } = build;
  return {
    ...identifyBuild(build),
    position,
    skipped: build.skipped(),
    dropped: [],
    outcome: 'gave up',
    why: message,
  };
}

const TRANSIENT_ERRORS = [SnapshotLost, ReadModelsUnavailable, GenerationInUse, EventStoreUnavailable];

function findRejection(
  parts: ReplayOptions,
  compared: LiveComparison,
  version: number,
): 'other events' | 'dry run' | 'events missing' | 'differs' | undefined {
  if (compared.changedUpTo !== undefined) return 'other events';
  if (parts.dryRun) return 'dry run';
  if (parts.accept) return undefined;
  if (compared.missing) return 'events missing';
  return hasUnexplainedDifferences(compared, version) ? 'differs' : undefined;
}

async function activate(
  parts: ReplayOptions,
  { projection: { name, version }, info }: GenerationBuild,
  compared: LiveComparison,
): Promise<void> {
  const { generationBefore: from, missing, comparison: { different = 0 } = {} } = compared;
  if (from === undefined) return parts.readModels.activate(name, info.number);
  const lacking = missing && { lacking: missing.upTo.position };
  const switched = { projection: name, from, to: info.number, differences: different, ...lacking };
  if (missing || hasUnexplainedDifferences(compared, version)) await parts.onAccept?.(switched);
  if (different === 0) return parts.readModels.activate(name, info.number);
  await parts.readModels.activate(name, info.number, { generation: from, differences: different });
}

async function compareAndActivate(parts: ReplayOptions, build: GenerationBuild): Promise<ReplayReport> {
  const { projection, info } = build;
  const report = (rest: Pick<ReplayReport, 'outcome'> & Partial<ReplayReport>): ReplayReport => ({
    ...identifyBuild(build),
    position: build.position,
    skipped: build.skipped(),
    ...(build.failedDocuments() > 0 && { failedDocuments: build.failedDocuments() }),
    dropped: [],
    ...rest,
  });
  const stopped = () =>
    build.broken ? ('failed' as const) : parts.signal?.aborted ? ('interrupted' as const) : undefined;
  const compared = stopped() ? {} : await compareWithLive(parts, build);
  const early = stopped();
  if (early) return report({ ...compared, outcome: early, broken: build.broken });
  const unwanted = findRejection(parts, compared, projection.version);
  if (unwanted) {
    await build.generation.close();
    await parts.readModels.drop(projection.name, info.number);
    return report({ ...compared, outcome: unwanted });
  }
  parts.onProgress?.({ phase: 'indexing', projection: projection.name, done: 0 });
  await catchUpGeneration(parts, build, await parts.store.head());
  await build.generation.reshape();
  await catchUpGeneration(parts, build, await parts.store.head());
  const late = stopped();
  if (late) return report({ ...compared, outcome: late, broken: build.broken });
  await activate(parts, build, compared);
  return report({
    ...compared,
    outcome: 'activated',
    dropped: await dropOlderGenerations(parts, projection.name),
  });
}
