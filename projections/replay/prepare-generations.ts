// In a rolling upgrade: what a process of the newer version builds while one of the older still builds what is in use.
import { setImmediate as breathe } from 'node:timers/promises';
import { EventStoreUnavailable } from '#event-store/event-store.js';
import type { AnyProjection } from '../port/projection.js';
import { QUARANTINED_VERSION } from '../port/generations.js';
import {
  DamagedGeneration,
  GenerationInUse,
  ReadModelsUnavailable,
  WrittenElsewhere,
} from '../port/read-model-errors.js';
import { beginSharedGenerationBuild, type GenerationBuild } from './generation-build.js';
import type { ReplayOptions } from './replay-report.js';

type PreparationOptions = Pick<ReplayOptions, 'store' | 'readModels' | 'projections' | 'shapeOf' | 'signal'>;

/** Up to the log's end, without switching: the next holder of the lease continues. Returns their names. */
export async function prepareGenerations(parts: PreparationOptions): Promise<readonly string[]> {
  const outdated = await findOutdated(parts);
  const builds: GenerationBuild[] = [];
  try {
    for (const projection of outdated) {
      // Who holds the lease now creates what is missing: another would stay there, half built.
      if (parts.signal?.aborted) return [];
      const build = await beginSharedGenerationBuild(parts, projection);
      if (build) builds.push(build);
    }
    await catchUp(parts, builds);
    return builds.map(({ projection }) => projection.name);
  } catch (error) {
    // The next holder of the lease has begun, or builds them itself.
    if (!EXPECTED_ERRORS.some((kind) => error instanceof kind)) throw error;
    return [];
  } finally {
    for (const { generation } of builds) await generation.close();
  }
}

const EXPECTED_ERRORS = [
  WrittenElsewhere,
  GenerationInUse,
  DamagedGeneration,
  ReadModelsUnavailable,
  EventStoreUnavailable,
];

async function findOutdated({
  readModels,
  projections,
}: PreparationOptions): Promise<readonly AnyProjection[]> {
  const outdated: AnyProjection[] = [];
  for (const projection of projections) {
    const active = await readModels.active(projection.name);
    const isOutdated = active && active.version < projection.version;
    if (isOutdated && active.version !== QUARANTINED_VERSION) outdated.push(projection);
  }
  return outdated;
}

async function catchUp(parts: PreparationOptions, builds: readonly GenerationBuild[]): Promise<void> {
  const { store, signal } = parts;
  const from = builds.reduce((first, { position }) => Math.min(first, position), Infinity);
  const to = await store.head();
  if (from >= to) return;
  for await (const batch of store.all(from, signal)) {
    for (const build of builds) await build.take(batch, to);
    if (batch.at(-1)!.position >= to || signal?.aborted) break;
    await breathe();
  }
  if (!signal?.aborted) for (const build of builds) await build.store();
}
