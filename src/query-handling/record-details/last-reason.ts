// The reason that was given when a record came into its state.
import { RecordRef } from '#domain/stream-names.js';
import type { Entity } from '#specification/model/specification.js';
import type { Names } from '../names/mentions.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { findRecordHistory } from '../timeline/visible-events.js';
import type { VisibleEvent } from '../timeline/redact-event.js';
import type { RecordsQuestion } from '../records/records-view.js';

/** The action's event, with the reason in its metadata, and names that it mentions. */
export interface ExplainedAction {
  readonly event: VisibleEvent;
  readonly names: Names;
}

const ACTION_TAKEN = 'record.action-taken';

/** As far as the viewer may read it. undefined: none was given, or it may not be read. */
export async function findLastReason(
  sources: QueryDependencies,
  { published, entity, viewer }: Pick<RecordsQuestion, 'published' | 'entity' | 'viewer'>,
  { id, state }: { readonly id: string; readonly state: string },
): Promise<ExplainedAction | undefined> {
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
