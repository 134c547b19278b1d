// Builds read models again from the events, beside the ones that pages are served from; compares; switches.
import { setImmediate as breathe } from 'node:timers/promises';
import { type Build, beginBuild, catchUp, dropOlder } from './build.js';
import { compareGenerations } from './compare.js';
import { withEvents } from './first-events.js';
import { DamagedGeneration, type Generation, type GenerationInfo, type ReadModels } from './read-model.js';
import type { Replayed, ReplayParts } from './replay-report.js';

/**
 * Pages are served from the old generations all the while, and other processes may go on writing to them.
 * Throws `GenerationInUse` when another process is rebuilding the same projection.
 */
export async function replay(parts: ReplayParts): Promise<readonly Replayed[]> {
  const builds: Build[] = [];
  try {
    for (const projection of parts.projections) builds.push(await beginBuild(parts, projection));
    await readTheLog(parts, builds);
    const replayed: Replayed[] = [];
    for (const build of builds) replayed.push(await finish(parts, build));
    return replayed;
  } finally {
    for (const build of builds) await build.generation.close();
  }
}

/** Switches back to the generation that is kept. Throws when there is none. */
export async function rollBack(readModels: ReadModels, projection: string): Promise<GenerationInfo> {
  const kept = (await readModels.generations(projection)).filter((each) => each.state === 'kept').at(-1);
  if (!kept) throw new Error(`There is no earlier generation of ${projection} to go back to.`);
  await readModels.activate(projection, kept.number);
  return (await readModels.active(projection))!;
}

/** One pass for all: up to where the generation that is served stands, so that both can be compared. */
async function readTheLog(parts: ReplayParts, builds: readonly Build[]): Promise<void> {
  const from = Math.min(...builds.map((build) => build.position));
  const to = Math.max(...builds.map((build) => build.goal));
  if (from >= to) return;
  const progress = progressOf(parts, from, to);
  for await (const batch of parts.store.all(from, parts.signal)) {
    for (const build of builds) await build.take(batch);
    progress(batch.at(-1)!.position);
    if (batch.at(-1)!.position >= to || builds.every((build) => build.isDone())) break;
    await breathe();
  }
  for (const build of builds) await build.store();
}

function progressOf({ onProgress }: ReplayParts, from: number, to: number): (position: number) => void {
  const begun = performance.now();
  let told = 0;
  return (position) => {
    const now = performance.now();
    if (!onProgress || (now - told < 200 && position < to)) return;
    told = now;
    const done = Math.min(position, to) - from;
    const rate = done / Math.max(0.001, (now - begun) / 1000);
    onProgress({ phase: 'events', done, total: to - from, rate, secondsLeft: (to - from - done) / rate });
  };
}

async function finish(parts: ReplayParts, build: Build): Promise<Replayed> {
  const { projection, info, resumedAt } = build;
  const about = {
    projection: projection.name,
    version: projection.version,
    generation: info.number,
    resumedAt,
  };
  const told = (rest: Pick<Replayed, 'outcome'> & Partial<Replayed>): Replayed => ({
    ...about,
    position: build.position,
    skipped: build.skipped(),
    dropped: [],
    ...rest,
  });
  const stopped = () =>
    build.broken ? ('failed' as const) : parts.signal?.aborted ? ('interrupted' as const) : undefined;
  const compared = stopped() ? {} : await compareWithLive(parts, build);
  const early = stopped();
  if (early) return told({ ...compared, outcome: early, broken: build.broken });
  const unwanted = parts.dryRun
    ? 'dry run'
    : isUnexplained(parts, compared, projection.version)
      ? 'differs'
      : undefined;
  if (unwanted) {
    await build.generation.close();
    await parts.readModels.drop(projection.name, info.number);
    return told({ ...compared, outcome: unwanted });
  }
  parts.onProgress?.({ phase: 'indexing', projection: projection.name, done: 0 });
  await catchUp(parts, build, await parts.store.head());
  await build.generation.reshape();
  await catchUp(parts, build, await parts.store.head());
  const late = stopped();
  if (late) return told({ ...compared, outcome: late, broken: build.broken });
  await parts.readModels.activate(projection.name, info.number);
  return told({
    ...compared,
    outcome: 'activated',
    dropped: await dropOlder(parts.readModels, projection.name),
  });
}

type Compared = Pick<Replayed, 'comparison' | 'notCompared' | 'versionBefore'>;

/** Both are folds of the same events: only another version of the projection may make something else of them. */
const isUnexplained = ({ accept }: ReplayParts, { comparison, versionBefore }: Compared, version: number) =>
  !accept && comparison !== undefined && comparison.different > 0 && versionBefore === version;

async function compareWithLive(parts: ReplayParts, build: Build): Promise<Compared> {
  const active = await parts.readModels.active(build.projection.name);
  if (!active) return { notCompared: 'nothing was served yet' };
  try {
    const live = await parts.readModels.open(active.projection, active.number, () => undefined);
    try {
      return { versionBefore: active.version, ...(await compareWith(parts, build, live)) };
    } finally {
      await live.close();
    }
  } catch (error) {
    if (!(error instanceof DamagedGeneration)) throw error;
    return { notCompared: error.message };
  }
}

async function compareWith(parts: ReplayParts, build: Build, live: Generation): Promise<Compared> {
  const snapshot = await live.snapshot();
  try {
    const position = await snapshot.checkpoint();
    await catchUp(parts, build, position);
    if (build.position > position)
      return {
        notCompared: `the one that is served is at ${position}, the new one at ${build.position} already`,
      };
    if (build.broken || parts.signal?.aborted) return {};
    const { projection, isSkipped } = build;
    const onDocuments = (done: number) =>
      parts.onProgress?.({ phase: 'comparing', projection: projection.name, done });
    const comparison = await compareGenerations(snapshot, build.generation, {
      onDocuments,
      signal: parts.signal,
    });
    return { comparison: await withEvents({ projection, isSkipped, store: parts.store }, comparison) };
  } finally {
    await snapshot.close();
  }
}
