import {
  foldProjection,
  formatSkipKey,
  type ProjectionState,
} from '#domain/projection/projection-control-events.js';
import { streams } from '#domain/stream-names.js';
import type { RecordedEvent } from '#domain/event.js';
import type { AnyProjection } from '../port/projection.js';
import type { IsEventSkippedInDocument } from './event-targets.js';

export async function readProjectionControl(
  store: { read?(stream: string): Promise<{ readonly events: readonly RecordedEvent[] }> },
  { name }: Pick<AnyProjection, 'name'>,
): Promise<ProjectionState> {
  const { events = [] } = (await store.read?.(streams.projection(name))) ?? {};
  return foldProjection(events);
}

export const createDocumentSkipCheck =
  ({ skipped }: ProjectionState, { version }: Pick<AnyProjection, 'version'>): IsEventSkippedInDocument =>
  ({ id: event }, { collection, id: document }) =>
    skipped.size > 0 && skipped.has(formatSkipKey({ version, event, collection, document }));
