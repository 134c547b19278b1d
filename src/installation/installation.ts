// Everything one Daybook keeps open while it works: engines, projections, and the look-ups over them.
import { isStreamName } from '../domain/stream-names.js';
import { allProjections, fixedShapes } from '#projections/all-projections.js';
import { holdLease, PROJECTIONS_LEASE, type Lease } from '#projections/lease/lease.js';
import { forgetErasedReaders } from './forget-readers.js';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { createTimelineReadModel } from '#projections/read-models/timeline/timeline-projection.js';
import type { ReadModels } from '#projections/port/read-models.js';
import { startProjections, type RunningProjections } from '#projections/running-projections.js';
import {
  getRecordsGeneration,
  createPublishedShapes,
  createRecordNameLookup,
} from '#projections/read-models/records/records-read-model.js';
import { openDocumentChecks } from './document-checks/document-checks.js';
import type { Clock } from '../ports/clock.js';
import type { DocumentChecks } from '../ports/document-checks.js';
import type { Lookups } from '../ports/lookups.js';
import type { Configuration } from '../configuration/configuration.js';
import { describeEngine } from '../configuration/engine-address.js';
import {
  describeDamagedValues,
  erasedKeyNames,
  findErasures,
  examineKeys,
  KEYS_ISSUE,
  describeLostKeys,
  describeMissedKeys,
  REVIVED_KEYS_ISSUE,
  describeRevivedKeys,
  type KeyFindings,
} from './keys-watch.js';
import { findErasuresInLog } from './find-erasures-in-log.js';
import { restrictDataFolder, assertRestored, assertWritable } from './data-folder.js';
import { openEngines } from './engines.js';
import type { EventStore } from '../event-store/event-store.js';
import type { FileStore } from '../event-store/files/file-store.js';
import { sealedPrefix } from '../event-store/files/stored-file.js';
import { refusePagesOfReplacedLog, refuseReplacedLog, LogWatch } from './log-watch.js';
import type { HealthIssues } from '../platform/health-issues.js';
import type { RateLimiters } from '../platform/rate-limiters.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { createLookups } from '../query-handling/lookups/command-lookups.js';
import { openPublishedSpecifications } from '../query-handling/specifications/published-specifications.js';
import type { PublishedSpecifications } from '../query-handling/query-dependencies.js';
import type { RecordedEvent } from '../domain/event.js';

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
  /** What is known to be wrong while it works. */
  readonly healthIssues: HealthIssues;
  /** Whether the log is still the one that was read. */
  readonly log: LogWatch;
  /** Files of it that other accounts of this machine may read all the same. */
  readonly openToOthers: readonly string[];
  close(): Promise<void>;
}

export interface InstallationOptions {
  /** Works with the log that is there also where the read models were made from another one. */
  readonly acceptsLog?: boolean;
}

/**
 * Resolves once the read models can serve pages, or it is known why not (see their health). This process builds them unless
 * another one does. Throws the engines' errors, which say what to do.
 */
export async function openInstallation(
  configuration: Configuration,
  clock: Clock = () => new Date().toISOString(),
  { acceptsLog = false }: InstallationOptions = {},
): Promise<Installation> {
  assertRestored(configuration);
  assertWritable(configuration);
  // Before anything is opened: what SQLite makes beside a file gets the file's mode.
  const openToOthers = restrictDataFolder(configuration);
  const engines = await openEngines(configuration);
  const { personal, readModels, healthIssues } = engines;
  const watch = new ClockWatch(clock, healthIssues);
  const watched = { ...engines, log: describeEngine(configuration.events) };
  const log = await LogWatch.open(watched, { accepts: acceptsLog }).catch(closing(engines));
  const store = refuseReplacedLog(log, watchTimes(watch, engines.store));
  const mayHold = configuration.only !== 'web';
  const lease = await holdLease(readModels, PROJECTIONS_LEASE, { canHold: mayHold });
  const shapes = createPublishedShapes();
  const running = await startProjections({
    store,
    readModels,
    projections: allProjections,
    shapeOf: (projection, collection) => fixedShapes[projection] ?? shapes.of(collection),
    lease,
    // There is no answer to a command that should go out first, and whoever waits does so in another process.
    ...(configuration.only === 'projections' && { gatherFor: 5 }),
    clock,
    healthIssues,
  });
  const projections = refusePagesOfReplacedLog(log, running);
  const checks = openDocumentChecks();
  // A thread of its own, started where history is looked at: its pages do not wait for a document that somebody has checked.
  const words = openDocumentChecks();
  const { vocabulary } = words;
  const specifications = openPublishedSpecifications(projections, { ready: checks.ready, vocabulary }, store);
  await watchKeys({ ...engines, configuration, projections, store });
  // What it finds is told; nobody waits for it, and a server that is away is told elsewhere.
  void store.findTruncatedStreams?.(isStreamName).catch(() => {});
  const stopReshaping = await followShapes({ projections, specifications, shapes, lease });
  return {
    configuration,
    store,
    readModels,
    projections,
    personal,
    files: engines.files,
    rateLimiters: engines.rateLimiters,
    specifications,
    lookups: createLookups(projections, personal, store),
    checks,
    clock: watch.now,
    healthIssues,
    log,
    openToOthers,
    async close() {
      log.close();
      stopReshaping();
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

type WithKeys = Pick<
  Installation,
  'configuration' | 'projections' | 'personal' | 'readModels' | 'healthIssues' | 'store' | 'files'
>;

/** Before anything is shown or sealed. A read model that cannot be read is told elsewhere. */
async function watchKeys(with_: WithKeys): Promise<void> {
  const { configuration, projections, personal, readModels, healthIssues, store } = with_;
  await forgetErasedReaders(projections, readModels);
  const place = describeEngine(configuration.keys);
  personal.onMissingKeys((names) => healthIssues.raise(describeMissedKeys(names, place)));
  personal.onDamagedValues((names) => healthIssues.raise(describeDamagedValues(names)));
  const look = async () => {
    const erasures = await findErasures(createTimelineReadModel(projections));
    personal.rememberErased(erasedKeyNames(erasures));
    const keys = { findKeyStates: personal.findKeyStates, destroyed: personal.listDestroyedKeys };
    return examineKeys({
      people: createPeopleReadModel(projections),
      keys,
      erasures,
      recorded: findErasuresInLog(store),
      recordsWithId: createRecordNameLookup(getRecordsGeneration(projections)),
    });
  };
  const found = await look().catch(() => undefined);
  if (!found) return;
  for (const issue of describeLostKeys(found, place)) {
    healthIssues.raise(issue);
    if (issue.key === KEYS_ISSUE) personal.forbidNewKeys(issue.adminMessage);
  }
  await destroyRevivedKeys(found, with_);
}

/** Who was erased stays so: a copy of the keys from before is no way back. Told also where it is over at once. */
async function destroyRevivedKeys(
  found: KeyFindings,
  { configuration, personal, files, healthIssues }: WithKeys,
) {
  const names = [...found.back, ...found.unmarked];
  const place = describeEngine(configuration.keys);
  const destroy = async (name: string) => {
    await personal.erase(name);
    await files.removeWithPrefix(sealedPrefix(name));
  };
  const healed = await Promise.all(names.map(destroy)).then(
    () => true,
    () => false,
  );
  const issue = describeRevivedKeys(found, place, { healed });
  if (issue) healthIssues.raise(issue);
  if (healed) healthIssues.resolve(REVIVED_KEYS_ISSUE);
}

interface ShapedInstallation {
  readonly projections: RunningProjections;
  readonly specifications: PublishedSpecifications;
  readonly shapes: ReturnType<typeof createPublishedShapes>;
  readonly lease: Lease;
}

/** A newly published version may list, filter and sort by other columns. Learned by all, made by the one that builds. */
async function followShapes({
  projections,
  specifications,
  shapes,
  lease,
}: ShapedInstallation): Promise<() => void> {
  // Trouble with an index shows in the health of the projection, and a page is at worst slow.
  const reshape = async () => {
    if (shapes.learn(await specifications.all())) await projections.reshape();
  };
  const learn = () => reshape().catch(() => {});
  await learn();
  const ends = [
    lease.onChange(() => void learn()),
    projections.onWritten(({ projection }) => {
      if (projection === 'specifications') void learn();
    }),
  ];
  return () => ends.forEach((end) => end());
}

/** So much, machines in a network differ, and clocks are put right, all the time. */
const CLOCK_TOLERANCE_MS = 60_000;
const CLOCK_TROUBLE = 'clock';

/** Notices a clock that was set back: people look at times, and order of events is not by them. */
export class ClockWatch {
  /** Milliseconds: the latest that this clock, or an event that was read, has said. */
  private latest = -Infinity;

  constructor(
    private readonly clock: Clock,
    private readonly healthIssues: HealthIssues,
  ) {}

  readonly now: Clock = () => {
    const said = this.clock();
    this.look(Date.parse(said));
    return said;
  };

  /** Of what is read before something is written: another process, or this one before, has written it. */
  saw(events: readonly Pick<RecordedEvent, 'metadata'>[]): void {
    const last = events.at(-1);
    if (last) this.latest = Math.max(this.latest, Date.parse(last.metadata.recordedAt) || -Infinity);
  }

  private look(now: number): void {
    if (now >= this.latest - CLOCK_TOLERANCE_MS) {
      this.latest = Math.max(this.latest, now);
      this.healthIssues.resolve(CLOCK_TROUBLE);
      return;
    }
    const [here, before] = [now, this.latest].map((time) => new Date(time).toISOString());
    this.healthIssues.raise({
      key: CLOCK_TROUBLE,
      adminMessage: `The clock of this machine says ${here}, and it was ${before} before. Set it right. Until it is past that time again, what is written to a record gets the time of its last event: recorded times never run backwards.`,
      publicMessage: 'the clock has gone back',
      severity: 'warning',
    });
  }
}

/** The store, watched for times that this clock has not reached yet. */
const watchTimes = (watch: ClockWatch, store: EventStore): EventStore => ({
  ...store,
  async read(...asked) {
    const found = await store.read(...asked);
    watch.saw(found.events);
    return found;
  },
});
