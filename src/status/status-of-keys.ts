// What `daybook status` finds about the keys of personal data: whether they and the log say the same.
import { existsSync } from 'node:fs';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { createRecordNameLookup } from '#projections/read-models/records/records-read-model.js';
import { createTimelineReadModel } from '#projections/read-models/timeline/timeline-projection.js';
import type { ReadModels } from '#projections/port/read-models.js';
import type { Configuration } from '../configuration/configuration.js';
import { describeEngine } from '../configuration/engine-address.js';
import type { RecordName } from '../domain/stream-names.js';
import { DamagedEvent, LogReplaced, type EventStore } from '../event-store/event-store.js';
import { toKeyState } from '../event-store/personal-data/keys-store.js';
import { openKeysReadOnly } from '../installation/engines.js';
import {
  findErasures,
  examineKeys,
  describeLostKeys,
  describeRevivedKeys,
  describeUnfinishedErasures,
  withErasure,
  type ErasuresBySubject,
} from '../installation/keys-watch.js';
import { findErasuresInLog } from '../installation/find-erasures-in-log.js';

const PEOPLE = 'people';
const TIMELINE = 'timeline';
const RECORDS = 'records';

/** Whether they are those of this log, as far as its read models say, and the log beyond them. */
export async function lookAtKeys(
  { keys }: Configuration,
  readModels: Pick<ReadModels, 'active' | 'open'>,
  log: EventStore,
): Promise<readonly string[]> {
  const [people, timeline] = [await openActive(readModels, PEOPLE), await openActive(readModels, TIMELINE)];
  const records = await openActive(readModels, RECORDS);
  try {
    if (!people || !timeline || (keys.engine === 'sqlite' && !existsSync(keys.path))) return [];
    const store = await openKeysReadOnly({ keys });
    try {
      const keysOf = async (ids: readonly string[]) =>
        new Map([...(await store.find(ids))].map(([id, row]) => [id, toKeyState(row)] as const));
      const found = await examineKeys({
        people: createPeopleReadModel({ generation: () => people.generation }),
        keys: { findKeyStates: keysOf, destroyed: (after, limit) => store.listDestroyed(after, limit) },
        erasures: await erasuresUpToNow(timeline, log),
        recorded: findErasuresInLog(log),
        recordsWithId: async (id) => (records ? createRecordNameLookup(records.generation)(id) : []),
      });
      const revived = describeRevivedKeys(found, describeEngine(keys), { healed: false });
      return [
        ...describeLostKeys(found, describeEngine(keys)).map(({ adminMessage }) => adminMessage),
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
  /** Up to where it has come. */
  readonly checkpoint: number;
}

export async function openActive(
  readModels: Pick<ReadModels, 'active' | 'open'>,
  projection: string,
): Promise<OpenedGeneration | undefined> {
  const active = await readModels.active(projection);
  if (!active) return undefined;
  const generation = await readModels.open(projection, active.number, () => undefined);
  return { generation, checkpoint: active.checkpoint };
}

/** A process that was killed has left the read models behind: what came after them is looked for in the log, so far at most. */
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
      for (const { type, stream } of batch) withErasure(found, { type, subject: stream as RecordName });
      count += batch.length;
      if (batch.at(-1)!.position >= head || count >= MOST_BEHIND) break;
    }
  } catch (error) {
    // Both are told elsewhere: the read models stand still before a damaged event, and those of another log lack events of theirs.
    if (!(error instanceof DamagedEvent || error instanceof LogReplaced)) throw error;
  }
  return found;
}
