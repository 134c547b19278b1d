// What `daybook status` finds.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isStreamName } from '../domain/stream-names.js';
import { describeHolder, detectPresence } from '#projections/lease/lease-holder.js';
import { calculateLag } from '#projections/subscription/subscription-health.js';
import { PROBABLY_GONE_TAKEOVER_AFTER_MS } from '#projections/lease/lease-keeper.js';
import { PROJECTIONS_LEASE } from '#projections/lease/lease.js';
import type { GenerationInfo } from '#projections/port/generation.js';
import type { ReadModels } from '#projections/port/read-models.js';
import type { ProjectionFailure } from '#projections/port/subscription-state-store.js';
import type { Configuration } from '../configuration/configuration.js';
import { describeEngine } from '../configuration/engine-address.js';
import { openEventStore, openReadModels } from '../installation/engines.js';
import type { LogHash } from '../event-store/log-hash-chain.js';
import { checkFiles, type FileFindings } from '../installation/file-checks/check-files.js';
import { isReadOnly } from '../installation/data-folder.js';
import type { EventStore } from '../event-store/event-store.js';
import { describeAnotherLog } from '../installation/one-log.js';
import { findLogLoss, describeLogLoss } from '../installation/log-watch.js';
import { describeFileError } from '../platform/file-errors.js';
import { hashOptions, hashStatus, type ExpectedStatus, type HashComparison } from './status-hash.js';
import { lookAtRecordFiles } from './status-of-files.js';
import { lookAtKeys } from './status-of-keys.js';
import { lookAtUpgrades, type FollowingStatus } from './status-of-upgrades.js';

type Engine<Part extends 'events' | 'reads' | 'keys'> = {
  readonly engine: Configuration[Part]['engine'];
  /** Path, or address without password. */
  readonly place: string;
};

export interface Status {
  readonly log: Engine<'events'> & {
    /** Of the file; a server does not tell. */
    readonly bytes?: number;
    /** Last position. */
    readonly head: number;
    /** Of the whole log, as long as it was when it was read; null: it was not read through, or is damaged. */
    readonly hash: LogHash | null;
  };
  /** Only where a hash was given to compare with. */
  readonly expected?: ExpectedStatus;
  readonly reads: Engine<'reads'>;
  readonly keys: Engine<'keys'>;
  /** Who builds the read models; null: nobody just now. */
  readonly builder: { readonly name: string; readonly heard: boolean } | null;
  /** Lag and checkpoint are positions: numbers of events on SQLite, bytes of the log on EventStoreDB. */
  readonly readModels: readonly (GenerationInfo & { readonly lag: number | null })[];
  /** Files that were read through and are whole. */
  readonly whole: readonly string[];
  /** What was found wrong in the files. */
  readonly healthIssues: readonly string[];
  /** What could not be looked at, and why: read models that are not built yet, or files of a copy that may only be read. */
  readonly unseen: readonly string[];
  /** Applications of which some records do not follow the version that was published last yet. */
  readonly following: readonly FollowingStatus[];
  /** Read models that cannot get past an event, or whose data cannot be read. */
  readonly failures: readonly (ProjectionFailure & { readonly projection: string })[];
}

const NOTHING_FOUND: FileFindings = { healthIssues: [], generations: [], whole: [] };

/** `check`: reads every file, and the log on a server, through. */
export async function inspectInstallation(
  configuration: Configuration,
  check = true,
  compared: HashComparison = {},
): Promise<Status> {
  const { events, reads, keys } = configuration;
  const findings = check ? checkFiles(configuration, hashOptions(compared)) : NOTHING_FOUND;
  const hash = await hashStatus(configuration, check ? findings : undefined, compared);
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

/** Events that the read models were made from and the log lacks. */
async function describeLosses(
  { generations, isOfAnotherLog = false }: ReadModelsStatus,
  store: EventStore,
  log: string,
): Promise<readonly string[]> {
  if (isOfAnotherLog) return [];
  const lost = await findLogLoss({ store, readModels: { generations: async () => generations }, log });
  return lost === undefined ? [] : [describeLogLoss(lost, log)];
}

/** A copy may have come without them, or with a part of them: that is said, and the rest is shown. */
async function lookAtReads(
  configuration: Configuration,
  log: EventStore,
  check: boolean,
): Promise<ReadModelsStatus> {
  const { reads } = configuration;
  const list = reads.engine === 'sqlite' ? join(reads.folder, 'generations.sqlite') : undefined;
  const untold = (why: string): ReadModelsStatus => ({
    builder: null,
    generations: [],
    failures: [],
    following: [],
    unseen: [`The read models in ${describeEngine(reads)} could not be looked at: ${why}.`],
  });
  if (list === undefined) return readsOf(configuration, log, check);
  if (!existsSync(list)) return { ...untold(''), unseen: [notBuilt(reads)] };
  const isCopy = isReadOnly(list);
  try {
    return await readsOf(configuration, log, check);
  } catch (error) {
    const told = untold((error as Error).message.replace(/\.$/, ''));
    return isCopy ? told : { ...told, unseen: [], healthIssues: told.unseen };
  }
}

/** After a restore, or where they were removed by hand: nothing is lost. */
const notBuilt = (reads: Configuration['reads']): string =>
  `There are no read models in ${describeEngine(reads)} yet. The next start builds them from the log, and compares the keys with it.`;

async function lookAtKeysAndFiles(
  configuration: Configuration,
  readModels: ReadModels,
  { log, check }: { readonly log: EventStore; readonly check: boolean },
): Promise<readonly string[]> {
  const ofKeys = await lookAtKeys(configuration, readModels, log);
  return check ? [...ofKeys, ...(await lookAtRecordFiles(configuration, readModels, log))] : ofKeys;
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
    const anotherLog = await describeAnotherLog({ store: log, readModels, ...placesOf(configuration) });
    return {
      builder,
      healthIssues:
        anotherLog === undefined
          ? await lookAtKeysAndFiles(configuration, readModels, { log, check })
          : [anotherLog],
      isOfAnotherLog: anotherLog !== undefined,
      generations,
      failures: await lookAtFailures(readModels, generations),
      following: anotherLog === undefined ? await lookAtUpgrades(readModels, log) : [],
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
  if (keys.engine !== 'sqlite' || !isReadOnly(keys.path)) return [];
  try {
    accessSync(keys.path, constants.R_OK);
    return [];
  } catch (error) {
    return [
      `The keys file ${keys.path} could not be looked at: ${describeFileError(error as NodeJS.ErrnoException)}.`,
    ];
  }
}

const describeFindings = ({ healthIssues, generations }: FileFindings): readonly string[] => [
  ...healthIssues.map(({ adminMessage }) => adminMessage),
  ...generations.map(
    ({ projection, why }) =>
      `The read model ${projection} is damaged (${why}). Nothing is lost: a start, or daybook replay ${projection}, builds it again from the log.`,
  ),
];

const size = (path: string) => (existsSync(path) ? statSync(path).size : 0);

/** A holder that beats is there; one that does not may have ended without a word. */
async function lookAtBuilder(readModels: Pick<ReadModels, 'lease'>): Promise<Status['builder']> {
  const seen = await readModels.lease(PROJECTIONS_LEASE);
  if (!seen?.holder) return null;
  if (detectPresence(seen.holder, '') === 'gone') return null;
  await wait(PROBABLY_GONE_TAKEOVER_AFTER_MS);
  const now = await readModels.lease(PROJECTIONS_LEASE);
  if (!now?.holder) return null;
  return { name: describeHolder(now.holder), heard: now.beat !== seen.beat || now.token !== seen.token };
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
