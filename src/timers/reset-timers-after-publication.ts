// Once per version, in the process with the lease.
import type { CommandBus } from '@nestjs/cqrs';
import { v7 as uuid } from 'uuid';
import { sendCommand } from '#command-handling/send-command.js';
import type { PublishedVersion, SpecificationVersions } from '#ports/specifications.js';
import { SYSTEM } from '#domain/permissions.js';
import { SetTimers } from '#domain/record/record-commands.js';
import { Refused } from '#domain/refusal.js';
import { parseRecordStream, RecordRef } from '#domain/stream-names.js';
import type { ActiveGenerations } from '#projections/port/projection.js';
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import type { Entity } from '#specification/model/specification.js';
import type { StuckItems } from '../background/stuck-items.js';
import { readCheckpoint, type CheckpointStore } from '../background/background-checkpoint.js';

interface SettingDependencies {
  readonly specifications: Pick<SpecificationVersions, 'all'>;
  readonly readModels: CheckpointStore;
  readonly projections: ActiveGenerations;
  readonly bus: CommandBus;
  readonly stuck: Pick<StuckItems, 'isLeftAlone' | 'unlessStuck'>;
  /** Resolves once the records have every event of the log. Throws where that takes too long. */
  readonly waitForRecords: () => Promise<void>;
  /** false: the lease is lost, or this process stops. */
  readonly mayGoOn: () => Promise<boolean>;
}

const PAGE = 100;

/** The version up to which an application's timers are set. */
export const toTimersCheckpointName = (application: string): string => `timers of ${application}`;

/** Position of the last written event; 0: none. */
export async function resetTimersAfterPublication(dependencies: SettingDependencies): Promise<number> {
  const { specifications, readModels, waitForRecords, mayGoOn } = dependencies;
  let last = 0;
  for (const published of await specifications.all()) {
    const { specification, version } = published;
    const name = toTimersCheckpointName(specification.key);
    const reached = await readCheckpoint(readModels, name);
    if (reached !== undefined && reached >= version) continue;
    // What is missed now is not looked for again.
    await waitForRecords();
    for (const entity of Object.values(specification.entities))
      last = Math.max(last, await setTimersOfEntity(dependencies, published, entity));
    if (!(await mayGoOn())) return last;
    await readModels.recordBackgroundCheckpoint(name, version);
  }
  return last;
}

async function setTimersOfEntity(
  { projections, bus, mayGoOn, stuck }: SettingDependencies,
  { specification }: PublishedVersion,
  { key: entity, lifecycle }: Entity,
): Promise<number> {
  const states = [...new Set(lifecycle.timers.flatMap((timer) => timer.in))];
  if (states.length === 0) return 0;
  const { key: application } = specification;
  const filter = { state: { $in: states } };
  let [last, cursor] = [0, undefined as string | undefined];
  do {
    const query = { filter, limit: PAGE, ...(cursor !== undefined && { cursor }), onwardOnly: true };
    const page = await createRecordsReadModel(projections, { application, entity }).find(query);
    for (const { id } of page.documents)
      last = Math.max(last, await setUnlessStuck(bus, stuck, RecordRef.of({ application, entity, id })));
    cursor = page.next;
  } while (cursor !== undefined && (await mayGoOn()));
  return last;
}

/** Records that an admin has retried have no timers yet. */
export async function resetTimersOfRetriedRecords(
  bus: CommandBus,
  stuck: Pick<StuckItems, 'of' | 'isLeftAlone' | 'unlessStuck'>,
): Promise<number> {
  let last = 0;
  for (const { item } of stuck.of('retried')) {
    const record = parseRecordStream(item);
    if (record) last = Math.max(last, await setUnlessStuck(bus, stuck, record));
  }
  return last;
}

async function setUnlessStuck(
  bus: CommandBus,
  stuck: Pick<StuckItems, 'isLeftAlone' | 'unlessStuck'>,
  record: RecordRef,
): Promise<number> {
  const { application, entity, id, name: item } = record;
  if (stuck.isLeftAlone(item)) return 0;
  const set = () => setTimersOfRecord(bus, { application, entity, id });
  return (await stuck.unlessStuck({ item, what: `timers of ${item}` }, set)) ?? 0;
}

async function setTimersOfRecord(
  bus: CommandBus,
  record: { readonly application: string; readonly entity: string; readonly id: string },
): Promise<number> {
  const context = { actor: SYSTEM.id, commandId: uuid() };
  try {
    return (await sendCommand(bus, new SetTimers({ ...record, context }))).position;
  } catch (error) {
    // A record that refuses commands has no timers; an unavailable engine ends the run.
    if (error instanceof Refused && !error.reasons.some(({ kind }) => kind === 'unavailable')) return 0;
    throw error;
  }
}
