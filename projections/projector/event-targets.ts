// Which documents an event belongs to, after what admins decided to leave out, and where the projection cannot say.
import type { RecordedEvent } from '#domain/event.js';
import { unknownTargetsKey } from '../port/failed-documents.js';
import { createTypeFilter, type AnyProjection, type DocumentKey } from '../port/projection.js';

/** Whether an admin left the event out of the document. */
export type IsSkippedIn = (event: Pick<RecordedEvent, 'id'>, document: DocumentKey) => boolean;

interface TargetingParts {
  readonly projection: AnyProjection;
  /** Events to leave out. */
  readonly isSkipped: (position: number) => boolean;
  /** Whether an event is left out of one of its documents. */
  readonly isSkippedIn?: IsSkippedIn;
}

/** An error: what the projection throws when it is asked for the targets. */
export type TargetsOf = (event: RecordedEvent) => readonly DocumentKey[] | Error;

export function createTargetsOf({ projection, isSkipped, isSkippedIn }: TargetingParts): TargetsOf {
  const takesType = createTypeFilter(projection);
  return (event) => {
    if (!takesType(event.type) || isSkipped(event.position)) return NOTHING;
    if (isSkippedIn?.(event, unknownTargetsKey(projection, event))) return NOTHING;
    try {
      return projection.targets(event);
    } catch (error) {
      return toError(error);
    }
  };
}

export const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

const NOTHING: readonly DocumentKey[] = [];
