import { Query } from '@nestjs/cqrs';
import { RecordRef } from '#domain/stream-names.js';
import type { Entity } from '#specification/model/specification.js';
import type { ReferenceNames } from '../names/find-names.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { findRecordHistory } from '../timeline/event-history.js';
import type { VisibleEvent } from '../timeline/redact-event.js';
import type { RecordsQuestion } from '../records/records-view.js';

export interface ActionWithReason {
  readonly event: VisibleEvent;
  readonly names: ReferenceNames;
}

const ACTION_TAKEN = 'record.action-taken';

export class FindLastReason extends Query<ActionWithReason | undefined> {
  constructor(
    readonly question: Pick<RecordsQuestion, 'published' | 'entity' | 'viewer'>,
    readonly record: { readonly id: string; readonly state: string },
  ) {
    super();
  }
}

export async function findLastReason(
  sources: QueryDependencies,
  { published, entity, viewer }: Pick<RecordsQuestion, 'published' | 'entity' | 'viewer'>,
  { id, state }: { readonly id: string; readonly state: string },
): Promise<ActionWithReason | undefined> {
  if (!isExplained(entity, state)) return undefined;
  const application = published.specification.key;
  const record = RecordRef.of({ application, entity: entity.key, id });
  const only = { type: ACTION_TAKEN, limit: 1 };
  const { items, names } = await findRecordHistory(sources, published, record, viewer, only);
  const [event] = items;
  const isThis = event?.metadata.reason !== undefined && destinationOf(event) === state;
  return isThis ? { event, names } : undefined;
}

const isExplained = ({ lifecycle }: Entity, state: string): boolean =>
  lifecycle.actions.some(({ to, reason }) => to === state && reason !== 'none');

const destinationOf = ({ data }: VisibleEvent): unknown =>
  typeof data === 'object' && data !== null && 'to' in data ? data.to : undefined;
