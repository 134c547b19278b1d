import { existsSync } from 'node:fs';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { createRecordNamesByIdLookup } from '#projections/read-models/records/records-read-model.js';
import { createTimelineReadModel } from '#projections/read-models/timeline/timeline-projection.js';
import type { ReadModels } from '#projections/port/read-models.js';
import type { Configuration } from '../configuration/configuration.js';
import { describeEngine } from '../configuration/engine-address.js';
import type { RecordStreamName } from '../domain/stream-names.js';
import { DamagedEventError, EventLogReplacedError, type EventStore } from '../event-store/event-store.js';
import { toPersonKeyState } from '../event-store/personal-data/person-keys-store.js';
import { openKeysReadOnly } from '../installation/storage-engines.js';
import {
  findErasures,
  checkKeyConsistency,
  createLostKeysIssues,
  createRevivedKeysIssue,
  describeUnfinishedErasures,
  addErasure,
  type ErasuresBySubject,
} from '../installation/key-consistency.js';
import { createLogErasureFinder } from '../installation/create-log-erasure-finder.js';

const PEOPLE = 'people';
const TIMELINE = 'timeline';
const RECORDS = 'records';

/** Includes log events beyond the read models. */
export async function inspectKeys(
  { keys }: Configuration,
  readModels: Pick<ReadModels, 'active' | 'open'>,
  log: EventStore,
): Promise<readonly string[]> {
  const [people, timeline] = [
    await openActiveGeneration(readModels, PEOPLE),
    await openActiveGeneration(readModels, TIMELINE),
  ];
  const records = await openActiveGeneration(readModels, RECORDS);
  try {
    if (!people || !timeline || (keys.engine === 'sqlite' && !existsSync(keys.path))) return [];
    const store = await openKeysReadOnly({ keys });
    try {
      const keysOf = async (ids: readonly string[]) =>
        new Map([...(await store.find(ids))].map(([id, row]) => [id, toPersonKeyState(row)] as const));
      const found = await checkKeyConsistency({
        people: createPeopleReadModel({ generation: () => people.generation }),
        keys: { findKeyStates: keysOf, destroyed: (after, limit) => store.listDestroyed(after, limit) },
        erasures: await erasuresUpToNow(timeline, log),
        recorded: createLogErasureFinder(log),
        recordsWithId: async (id) => (records ? createRecordNamesByIdLookup(records.generation)(id) : []),
      });
      const revived = createRevivedKeysIssue(found, describeEngine(keys), { healed: false });
      return [
        ...createLostKeysIssues(found, describeEngine(keys)).map(({ adminMessage }) => adminMessage),
        ...(revived ? [revived.adminMessage] : []),
        ...(found.unfinished.length > 0 ? [describeUnfinishedErasures(found.unfinished)] : []),
      ];
    } finally {
      await store.close();
    }
  } finally {
    await people?.generation.close();
    await timeline?.generation.close();
    await records?.generation.close();
  }
}

interface OpenedGeneration {
  readonly generation: Awaited<ReturnType<ReadModels['open']>>;
  readonly checkpoint: number;
}

export async function openActiveGeneration(
  readModels: Pick<ReadModels, 'active' | 'open'>,
  projection: string,
): Promise<OpenedGeneration | undefined> {
  const active = await readModels.active(projection);
  if (!active) return undefined;
  const generation = await readModels.open(projection, active.number, () => undefined);
  return { generation, checkpoint: active.checkpoint };
}

/** Bounds the search of the log's end after a crash left read models behind. */
const MOST_BEHIND = 100_000;

async function erasuresUpToNow(
  { generation, checkpoint }: OpenedGeneration,
  log: EventStore,
): Promise<ErasuresBySubject> {
  const found = new Map(await findErasures(createTimelineReadModel({ generation: () => generation })));
  const head = await log.head();
  if (head <= checkpoint) return found;
  let count = 0;
  try {
    for await (const batch of log.all(checkpoint)) {
      for (const { type, stream } of batch) addErasure(found, { type, subject: stream as RecordStreamName });
      count += batch.length;
      if (batch.at(-1)!.position >= head || count >= MOST_BEHIND) break;
    }
  } catch (error) {
    // Both are reported elsewhere.
    if (!(error instanceof DamagedEventError || error instanceof EventLogReplacedError)) throw error;
  }
  return found;
}
