// Leaves out what admins skipped.
import type { RecordedEvent } from '#domain/event.js';
import { createUnknownTargetsKey } from '../port/failed-documents.js';
import { createTypeFilter, type AnyProjection, type DocumentKey } from '../port/projection.js';

export type IsEventSkippedInDocument = (event: Pick<RecordedEvent, 'id'>, document: DocumentKey) => boolean;

interface TargetingParts {
  readonly projection: AnyProjection;
  readonly isSkipped: (position: number) => boolean;
  readonly isSkippedIn?: IsEventSkippedInDocument;
}

/** Error: thrown by the projection's `targets`. */
export type FindTargets = (event: RecordedEvent) => readonly DocumentKey[] | Error;

export function createTargetFinder({ projection, isSkipped, isSkippedIn }: TargetingParts): FindTargets {
  const takesType = createTypeFilter(projection);
  return (event) => {
    if (!takesType(event.type) || isSkipped(event.position)) return NOTHING;
    if (isSkippedIn?.(event, createUnknownTargetsKey(projection, event))) return NOTHING;
    try {
      return projection.targets(event);
    } catch (error) {
      return toError(error);
    }
  };
}

export const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

const NOTHING: readonly DocumentKey[] = [];
