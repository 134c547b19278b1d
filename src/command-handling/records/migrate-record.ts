import { UniqueValueClaims } from '../claims/record-reservations.js';
import {
  toStreamTail,
  toNewEvents,
  appendUnlessOvertaken,
  retryUntilAppended,
} from '../pipeline/decide-and-append.js';
import { foldRecord } from '../pipeline/record-decision-target.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { createMigrationContext, type PublicationSummary } from '../pipeline/version-migrations.js';
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

export interface RecordMigrationResult {
  /** 0: nothing written. */
  readonly position: number;
}

const UNCHANGED: RecordMigrationResult = { position: 0 };

/** Throws `EventStoreUnavailable`, `Refused` UNAVAILABLE. */
export async function migrateRecord(
  ports: CommandDependencies,
  ref: RecordRef,
  published: PublishedVersion,
): Promise<RecordMigrationResult> {
  return ports.queue.take(ref.name, async () =>
    retryUntilAppended(async () => migrateOnce(ports, ref, published)),
  );
}

/** undefined: another append won. */
async function migrateOnce(
  ports: CommandDependencies,
  ref: RecordRef,
  { specification, version }: PublishedVersion,
): Promise<RecordMigrationResult | undefined> {
  const { events, version: end } = await ports.store.read(ref.name);
  const opened = (await ports.personalData.open(events)) as unknown as readonly FoldableEvent<RecordEvent>[];
  const { record } = foldRecord(ref.id, opened);
  const entity = Object.hasOwn(specification.entities, ref.entity)
    ? specification.entities[ref.entity]
    : undefined;
  if (record.status !== 'opened' || !entity || record.specification > version) return UNCHANGED;
  const migration = await findRecordMigration(ports, ref, record, version);
  const publication = await ports.migrations.findPublicationSummary(ref.application, version);
  const wayOut = publication && findWayOut({ entity, publication, record, events, migration });
  const decided = decideMigration(record, { migration, version, ...(wayOut && { wayOut }) });
  if (!publication || !decided) return UNCHANGED;
  const now = ports.clock();
  const decisionContext = { specification, entity, user: SYSTEM, now };
  const context = createMigrationContext(publication, ref.name, end);
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
    ports.store.append(ref.name, toNewEvents(stamp, all, toStreamTail(events, end)), end),
  );
  if (appended) await claims.confirm();
  return appended && { position: appended.position };
}

export const findRecordMigration = async (
  { migrations }: Pick<CommandDependencies, 'migrations'>,
  { application, entity }: Pick<RecordRef, 'application' | 'entity'>,
  { specification: from }: OpenedRecord,
  to: number,
): Promise<EntityMigration> => migrations.findEntityMigration(application, entity, from, to);

/** If another record has the unique value, the old value stays. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof Refused)) throw error;
}

interface StrandedRecord {
  readonly entity: Entity;
  readonly publication: PublicationSummary;
  readonly record: OpenedRecord;
  readonly events: readonly RecordedEvent[];
  readonly migration: EntityMigration;
}

const REASON = 'It came into this state while the version was published that does not have it.';

/** Records that entered a removed state after the check return to their previous one. */
function findWayOut(stranded: StrandedRecord): MigrationTarget['wayOut'] {
  const { entity, publication, record, events, migration } = stranded;
  const { states, initial } = entity.lifecycle;
  const isThere = (state: string) => states.some(({ key }) => key === state);
  const isCovered = (state: string) =>
    Object.hasOwn(migration.states, state) || Object.hasOwn(migration.moves, state);
  const { checkedUpTo } = publication;
  if (checkedUpTo === undefined || isThere(record.state) || isCovered(record.state)) return undefined;
  const entered = events.findLast(({ type, data }) => stateIn(type, data)?.to === record.state);
  if (!entered || entered.position <= checkedUpTo) return undefined;
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
