// Brings one record under the version that runs, where that calls something of it otherwise: an event of its own, caused by the publication.
import { UniqueValueClaims } from '../claims/record-reservations.js';
import {
  readStreamTail,
  toNewEvents,
  appendUnlessOvertaken,
  retryUntilAppended,
} from '../pipeline/decide-and-append.js';
import { foldRecord } from '../pipeline/record-decision-target.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { createPublicationContext, type Publisher } from '../pipeline/migrations-between-versions.js';
import type { CommandDependencies } from '../pipeline/command-dependencies.js';
import type { FoldableEvent, RecordedEvent } from '#domain/event.js';
import { SYSTEM } from '#domain/permissions.js';
import { decideMigration, type MigrationTarget } from '#domain/record/migration/migrate-record.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import type { OpenedRecord } from '#domain/record/record-state.js';
import { appendTimerChanges } from '#domain/record/timers/schedule-timers.js';
import { Refused } from '#domain/refusal.js';
import type { RecordRef } from '#domain/stream-names.js';
import type { EntityMigration } from '#specification/upgrade/migration.js';
import type { Entity } from '#specification/model/specification.js';

export interface MigratedRecord {
  /** Of the last event that was written; 0: none had to be. */
  readonly position: number;
}

const NOTHING: MigratedRecord = { position: 0 };

/** Throws `EventStoreUnavailable`, `Refused` UNAVAILABLE. */
export async function migrateRecord(
  ports: CommandDependencies,
  ref: RecordRef,
  published: PublishedVersion,
): Promise<MigratedRecord> {
  return ports.queue.take(ref.name, async () =>
    retryUntilAppended(async () => migrateOnce(ports, ref, published)),
  );
}

/** undefined: somebody else was faster. */
async function migrateOnce(
  ports: CommandDependencies,
  ref: RecordRef,
  { specification, version }: PublishedVersion,
): Promise<MigratedRecord | undefined> {
  const { events, version: end } = await ports.store.read(ref.name);
  const opened = (await ports.personalData.open(events)) as unknown as readonly FoldableEvent<RecordEvent>[];
  const { record } = foldRecord(ref.id, opened);
  const entity = Object.hasOwn(specification.entities, ref.entity)
    ? specification.entities[ref.entity]
    : undefined;
  if (record.status !== 'opened' || !entity || record.specification > version) return NOTHING;
  const migration = await findMigration(ports, ref, record, version);
  const publication = await ports.migrations.publication(ref.application, version);
  const wayOut = publication && wayOutOf({ entity, publication, record, events, migration });
  const decided = decideMigration(record, { migration, version, ...(wayOut && { wayOut }) });
  if (!publication || !decided) return NOTHING;
  const now = ports.clock();
  const decisionContext = { specification, entity, user: SYSTEM, now };
  const context = createPublicationContext(publication, ref.name, end);
  const by = { key: specification.key, version };
  const claims = new UniqueValueClaims(
    ports,
    { decisionContext },
    { context, recordedAt: now, specification: by },
  );
  await claims.claim(record, [decided]).catch(unlessRefused);
  const all = appendTimerChanges(record, [decided], decisionContext);
  const stamp = { stream: ref.name, context, recordedAt: now, specification: by };
  const appended = await appendUnlessOvertaken(
    ports.store.append(ref.name, toNewEvents(stamp, all, readStreamTail(events, end)), end),
  );
  if (appended) await claims.confirm();
  return appended && { position: appended.position };
}

export const findMigration = async (
  { migrations }: Pick<CommandDependencies, 'migrations'>,
  { application, entity }: Pick<RecordRef, 'application' | 'entity'>,
  { specification: from }: OpenedRecord,
  to: number,
): Promise<EntityMigration> => migrations.ofEntity(application, entity, from, to);

/** A value that another record has taken meanwhile stays where it is: it was there before. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof Refused)) throw error;
}

interface StrandedRecord {
  readonly entity: Entity;
  readonly publication: Publisher;
  readonly record: OpenedRecord;
  readonly events: readonly RecordedEvent[];
  readonly migration: EntityMigration;
}

const REASON = 'It came into this state while the version was published that does not have it.';

/**
 * The publication was decided by records as they were at a position. A record that came into a state after that which is gone with it, and for
 * which no line says where it goes, goes back where it came from.
 */
function wayOutOf(stranded: StrandedRecord): MigrationTarget['wayOut'] {
  const { entity, publication, record, events, migration } = stranded;
  const { states, initial } = entity.lifecycle;
  const isThere = (state: string) => states.some(({ key }) => key === state);
  const isCovered = (state: string) =>
    Object.hasOwn(migration.states, state) || Object.hasOwn(migration.moves, state);
  const { asked } = publication;
  if (asked === undefined || isThere(record.state) || isCovered(record.state)) return undefined;
  const entered = events.findLast(({ type, data }) => stateIn(type, data)?.to === record.state);
  if (!entered || entered.position <= asked) return undefined;
  const from = stateIn(entered.type, entered.data)?.from;
  const before = from === undefined ? initial : (migration.moves[from] ?? migration.states[from] ?? from);
  return { to: isThere(before) ? before : initial, reason: REASON };
}

function stateIn(type: string, data: unknown): { readonly from?: string; readonly to: string } | undefined {
  if (type === 'record.opened') return { to: (data as { readonly state: string }).state };
  return type === 'record.action-taken'
    ? (data as { readonly from: string; readonly to: string })
    : undefined;
}
