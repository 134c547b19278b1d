import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isStreamName } from '../domain/stream-names.js';
import { describeHolder, detectLiveness } from '#projections/lease/holder-identity.js';
import { calculateLag } from '#projections/subscription/subscription-health.js';
import { PROBABLY_GONE_TAKEOVER_AFTER_MS } from '#projections/lease/lease-keeper.js';
import { PROJECTIONS_LEASE } from '#projections/lease/lease.js';
import type { GenerationInfo } from '#projections/port/generation.js';
import type { ReadModels } from '#projections/port/read-models.js';
import type { ProjectionFailure } from '#projections/port/subscription-state-store.js';
import type { Configuration } from '../configuration/configuration.js';
import { describeEngine } from '../configuration/engine-address.js';
import { openEventStore, openReadModels } from '../installation/storage-engines.js';
import type { LogHash } from '../event-store/log-hash-chain.js';
import {
  checkDatabaseFiles,
  type DatabaseFileFindings,
} from '../installation/file-checks/check-database-files.js';
import { isReadOnlyFile } from '../installation/data-folder.js';
import type { EventStore } from '../event-store/event-store.js';
import { describeNewerVersion } from '../installation/newest-version.js';
import { describeReadModelsOfAnotherLog } from '../installation/read-models-of-this-log.js';
import { findLogLoss, describeLogLoss } from '../installation/log-watch.js';
import { describeFileError } from '../platform/file-errors.js';
import {
  toLogHashOptions,
  checkLogHash,
  type ExpectedLogHashStatus,
  type LogHashOptions,
} from './check-log-hash.js';
import { inspectRecordFiles } from './inspect-record-files.js';
import { inspectKeys } from './inspect-keys.js';
import { inspectUpgrades, type PendingUpgradeStatus } from './inspect-upgrades.js';

type Engine<Part extends 'events' | 'reads' | 'keys'> = {
  readonly engine: Configuration[Part]['engine'];
  /** Path, or address without credentials. */
  readonly place: string;
};

export interface Status {
  readonly log: Engine<'events'> & {
    /** Unknown for servers. */
    readonly bytes?: number;
    /** Last position. */
    readonly head: number;
    /** null: unread or damaged. */
    readonly hash: LogHash | null;
  };
  /** Where a hash was given. */
  readonly expected?: ExpectedLogHashStatus;
  readonly reads: Engine<'reads'>;
  readonly keys: Engine<'keys'>;
  readonly builder: { readonly name: string; readonly heard: boolean } | null;
  /** Positions are event numbers on SQLite, bytes on EventStoreDB. */
  readonly readModels: readonly (GenerationInfo & { readonly lag: number | null })[];
  /** Read completely without damage. */
  readonly whole: readonly string[];
  readonly healthIssues: readonly string[];
  /** What could not be inspected and why. */
  readonly unseen: readonly string[];
  /** Applications with records of earlier versions. */
  readonly following: readonly PendingUpgradeStatus[];
  /** Stopped at an event, or unreadable. */
  readonly failures: readonly (ProjectionFailure & { readonly projection: string })[];
}

const NOTHING_FOUND: DatabaseFileFindings = { healthIssues: [], generations: [], whole: [] };

export async function inspectInstallation(
  configuration: Configuration,
  check = true,
  compared: LogHashOptions = {},
): Promise<Status> {
  const { events, reads, keys } = configuration;
  const findings = check ? checkDatabaseFiles(configuration, toLogHashOptions(compared)) : NOTHING_FOUND;
  const hash = await checkLogHash(configuration, check ? findings : undefined, compared);
  const store = await openEventStore(configuration, { isReadOnly: true, isForWriting: true });
  try {
    const looked = await lookAtReads(configuration, store, check);
    const { builder, generations, failures, following, unseen, healthIssues = [] } = looked;
    const head = await store.head();
    const cuts = (await store.findTruncatedStreams?.(isStreamName)) ?? [];
    const losses = await describeLosses(looked, store, describeEngine(events));
    const bytes = events.engine === 'sqlite' ? { bytes: size(events.path) + size(`${events.path}-wal`) } : {};
    return {
      log: {
        engine: events.engine,
        place: describeEngine(events),
        ...bytes,
        head,
        hash: hash.whole,
      },
      ...(hash.expected && { expected: hash.expected }),
      reads: { engine: reads.engine, place: describeEngine(reads) },
      keys: { engine: keys.engine, place: describeEngine(keys) },
      builder,
      readModels: generations.map((each) => ({ ...each, lag: calculateLag(head, each.checkpoint) })),
      whole: findings.whole,
      healthIssues: [
        ...describeFindings(findings),
        ...hash.healthIssues,
        ...healthIssues,
        ...losses,
        ...cuts.map(({ message }) => message),
      ],
      unseen: [...unseen, ...unreadable(configuration)],
      following,
      failures,
    };
  } finally {
    await store.close();
  }
}

interface ReadModelsStatus extends Pick<Status, 'builder' | 'failures' | 'following' | 'unseen'> {
  readonly generations: readonly GenerationInfo[];
  readonly healthIssues?: readonly string[];
  readonly isOfAnotherLog?: boolean;
}

/** Events of the read models that the log lacks. */
async function describeLosses(
  { generations, isOfAnotherLog = false }: ReadModelsStatus,
  store: EventStore,
  log: string,
): Promise<readonly string[]> {
  if (isOfAnotherLog) return [];
  const lost = await findLogLoss({ store, readModels: { generations: async () => generations }, log });
  return lost === undefined ? [] : [describeLogLoss(lost, log)];
}

/** A copy may lack read models; the rest is shown. */
async function lookAtReads(
  configuration: Configuration,
  log: EventStore,
  check: boolean,
): Promise<ReadModelsStatus> {
  const { reads } = configuration;
  const list = reads.engine === 'sqlite' ? join(reads.folder, 'generations.sqlite') : undefined;
  const createUnreadReport = (why: string): ReadModelsStatus => ({
    builder: null,
    generations: [],
    failures: [],
    following: [],
    unseen: [`The read models in ${describeEngine(reads)} could not be looked at: ${why}.`],
  });
  if (list === undefined) return readsOf(configuration, log, check);
  if (!existsSync(list)) return { ...createUnreadReport(''), unseen: [notBuilt(reads)] };
  const isCopy = isReadOnlyFile(list);
  try {
    return await readsOf(configuration, log, check);
  } catch (error) {
    const report = createUnreadReport((error as Error).message.replace(/\.$/, ''));
    return isCopy ? report : { ...report, unseen: [], healthIssues: report.unseen };
  }
}

/** After a restore or manual removal nothing is lost. */
const notBuilt = (reads: Configuration['reads']): string =>
  `There are no read models in ${describeEngine(reads)} yet. The next start builds them from the log, and compares the keys with it.`;

async function lookAtKeysAndFiles(
  configuration: Configuration,
  readModels: ReadModels,
  { log, check }: { readonly log: EventStore; readonly check: boolean },
): Promise<readonly string[]> {
  const ofKeys = await inspectKeys(configuration, readModels, log);
  return check ? [...ofKeys, ...(await inspectRecordFiles(configuration, readModels, log))] : ofKeys;
}

async function readsOf(
  configuration: Configuration,
  log: EventStore,
  check: boolean,
): Promise<ReadModelsStatus> {
  const readModels = await openReadModels(configuration, undefined, { isReadOnly: true });
  try {
    const builder = await lookAtBuilder(readModels);
    const generations = await readModels.generations();
    const anotherLog = await describeReadModelsOfAnotherLog({
      store: log,
      readModels,
      ...placesOf(configuration),
    });
    const newerVersion = await describeNewerVersion(readModels);
    return {
      builder,
      healthIssues: [
        ...(newerVersion === undefined ? [] : [newerVersion]),
        ...(anotherLog === undefined
          ? await lookAtKeysAndFiles(configuration, readModels, { log, check })
          : [anotherLog]),
      ],
      isOfAnotherLog: anotherLog !== undefined,
      generations,
      failures: await lookAtFailures(readModels, generations),
      following: anotherLog === undefined ? await inspectUpgrades(readModels, log) : [],
      unseen: generations.length === 0 ? [notBuilt(configuration.reads)] : [],
    };
  } finally {
    await readModels.close();
  }
}

const placesOf = ({ events, reads }: Configuration) => ({
  log: describeEngine(events),
  reads: describeEngine(reads),
});

function unreadable({ keys }: Configuration): readonly string[] {
  if (keys.engine !== 'sqlite' || !isReadOnlyFile(keys.path)) return [];
  try {
    accessSync(keys.path, constants.R_OK);
    return [];
  } catch (error) {
    return [
      `The keys file ${keys.path} could not be looked at: ${describeFileError(error as NodeJS.ErrnoException)}.`,
    ];
  }
}

const describeFindings = ({ healthIssues, generations }: DatabaseFileFindings): readonly string[] => [
  ...healthIssues.map(({ adminMessage }) => adminMessage),
  ...generations.map(
    ({ projection, why }) =>
      `The read model ${projection} is damaged (${why}). Nothing is lost: a start, or daybook replay ${projection}, builds it again from the log.`,
  ),
];

const size = (path: string) => (existsSync(path) ? statSync(path).size : 0);

/** A holder without heartbeat may have ended without release. */
async function lookAtBuilder(readModels: Pick<ReadModels, 'lease'>): Promise<Status['builder']> {
  const before = await readModels.lease(PROJECTIONS_LEASE);
  if (!before?.holder) return null;
  if (detectLiveness(before.holder, '') === 'gone') return null;
  await wait(PROBABLY_GONE_TAKEOVER_AFTER_MS);
  const now = await readModels.lease(PROJECTIONS_LEASE);
  if (!now?.holder) return null;
  return { name: describeHolder(now.holder), heard: now.beat !== before.beat || now.token !== before.token };
}

async function lookAtFailures(
  readModels: Pick<ReadModels, 'failure'>,
  generations: readonly GenerationInfo[],
): Promise<Status['failures']> {
  const names = [...new Set(generations.map(({ projection }) => projection))];
  const found = await Promise.all(
    names.map(async (projection) => {
      const failure = await readModels.failure(projection);
      return failure ? [{ projection, ...failure }] : [];
    }),
  );
  return found.flat();
}
