import { isStreamName } from '../domain/stream-names.js';
import { allProjections, fixedIndexes } from '#projections/all-projections.js';
import { holdLease, PROJECTIONS_LEASE } from '#projections/lease/lease.js';
import type { ReadModels } from '#projections/port/read-models.js';
import {
  startProjections,
  type RunningProjections,
  type StartProjectionsOptions,
} from '#projections/running-projections.js';
import { createRecordsIndexRegistry } from '#projections/read-models/records/records-read-model.js';
import { openDocumentChecks } from './document-checks/check-documents-in-thread.js';
import type { Clock } from '../ports/clock.js';
import type { DocumentChecks } from '../ports/document-checks.js';
import type { Lookups } from '../ports/lookups.js';
import type { Configuration } from '../configuration/configuration.js';
import { describeEngine } from '../configuration/engine-address.js';
import { watchKeys } from './watch-keys.js';
import { restrictDataFolder, assertRestoreFinished, assertDataFolderWritable } from './data-folder.js';
import { ClockWatch, watchTimes } from './clock-watch.js';
import { followIndexShapes } from './follow-index-shapes.js';
import { openStorageEngines } from './storage-engines.js';
import { traceAppends } from '../event-store/append-tracing.js';
import type { EventStore } from '../event-store/event-store.js';
import type { FileStore } from '../event-store/files/file-store.js';
import { prepareWhileFollowing } from './prepare-while-following.js';
import { guardProjectionsAgainstReplacedLog, guardStoreAgainstReplacedLog, LogWatch } from './log-watch.js';
import type { HealthIssues } from '../platform/health-issues.js';
import type { RateLimiters } from '../platform/rate-limiters.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { createCommandLookups } from '../query-handling/lookups/command-lookups.js';
import { openPublishedSpecifications } from '../query-handling/specifications/published-specifications.js';
import type { PublishedSpecifications } from '../query-handling/query-dependencies.js';
import { watchUnknownEvents } from './unknown-event-watch.js';

export interface Installation {
  readonly configuration: Configuration;
  readonly store: EventStore;
  readonly readModels: ReadModels;
  readonly projections: RunningProjections;
  readonly personal: PersonalData;
  readonly files: FileStore;
  readonly rateLimiters: RateLimiters;
  readonly specifications: PublishedSpecifications;
  readonly lookups: Lookups;
  readonly checks: DocumentChecks;
  readonly clock: Clock;
  readonly healthIssues: HealthIssues;
  /** Detects a replaced log. */
  readonly log: LogWatch;
  /** Files readable by other accounts. */
  readonly openToOthers: readonly string[];
  close(): Promise<void>;
}

export interface InstallationOptions {
  /** Even if read models come from another log. */
  readonly acceptsLog?: boolean;
}

/** Resolves once read models can serve pages, or have failed (see their health). Throws engine errors. */
export async function openInstallation(
  configuration: Configuration,
  clock: Clock = () => new Date().toISOString(),
  { acceptsLog = false }: InstallationOptions = {},
): Promise<Installation> {
  assertRestoreFinished(configuration);
  assertDataFolderWritable(configuration);
  // SQLite's side files inherit the file's mode.
  const openToOthers = restrictDataFolder(configuration);
  const engines = await openStorageEngines(configuration);
  const { personal, readModels, healthIssues } = engines;
  const watch = new ClockWatch(clock, healthIssues);
  const watched = { ...engines, log: describeEngine(configuration.events) };
  const log = await LogWatch.open(watched, { accepts: acceptsLog }).catch(closing(engines));
  const store = guardStoreAgainstReplacedLog(
    log,
    watchUnknownEvents(watchTimes(watch, traceAppends(engines.store)), healthIssues),
  );
  const mayHold = configuration.only !== 'web';
  const lease = await holdLease(readModels, PROJECTIONS_LEASE, { canHold: mayHold });
  const shapes = createRecordsIndexRegistry();
  const shapeOf: StartProjectionsOptions['shapeOf'] = (projection, collection) =>
    fixedIndexes[projection] ?? shapes.of(collection);
  const running = await startProjections({
    store,
    readModels,
    projections: allProjections,
    shapeOf,
    lease,
    // No command waits in this process, so batching is free.
    ...(configuration.only === 'projections' && { gatherFor: 5 }),
    clock,
    healthIssues,
  });
  const projections = guardProjectionsAgainstReplacedLog(log, running);
  const checks = openDocumentChecks();
  // A separate thread, so that history pages do not wait for document checks.
  const words = openDocumentChecks();
  const { vocabulary } = words;
  const specifications = openPublishedSpecifications(projections, { ready: checks.ready, vocabulary }, store);
  await watchKeys({ ...engines, configuration, projections, store });
  // In the background; an unavailable server is reported elsewhere.
  store.findTruncatedStreams?.(isStreamName).catch(() => {});
  const stopReshaping = await followIndexShapes({ projections, specifications, shapes, lease });
  const stopPreparing = mayHold
    ? prepareWhileFollowing({ store, readModels, projections: allProjections, shapeOf, lease })
    : undefined;
  return {
    configuration,
    store,
    readModels,
    projections,
    personal,
    files: engines.files,
    rateLimiters: engines.rateLimiters,
    specifications,
    lookups: createCommandLookups(projections, personal, store),
    checks,
    clock: watch.now,
    healthIssues,
    log,
    openToOthers,
    async close() {
      log.close();
      stopReshaping();
      await stopPreparing?.();
      specifications.close();
      await Promise.all([checks.close(), words.close()]);
      await projections.stop();
      await lease.release();
      await engines.close();
    },
  };
}

const closing =
  (engines: { close(): Promise<void> }) =>
  async (error: unknown): Promise<never> => {
    await engines.close();
    throw error;
  };
