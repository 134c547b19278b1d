// Documents that an event broke, stored in a collection of the generation, so that they are written together with documents and
// checkpoint.
import type { RecordedEvent } from '#domain/event.js';
import type { Generation } from './generation.js';
import type { AnyProjection, DocumentKey } from './projection.js';

/** No projection uses this name: record collections are `application.Entity`. */
export const FAILED_DOCUMENTS = 'failed-documents';

/** Stands for a collection when targets are unknown. */
export const UNKNOWN_TARGETS = 'unknown-targets';

/**
 * Key under which events with unknown targets are held back, together with later events of their stream; in
 * append-only projections, events stand alone.
 */
export const unknownTargetsKey = (
  { appendOnly }: Pick<AnyProjection, 'appendOnly'>,
  { id, stream }: Pick<RecordedEvent, 'id' | 'stream'>,
): DocumentKey => ({ collection: UNKNOWN_TARGETS, id: appendOnly ? id : stream });

/** A document left as it was before an event broke it. */
export interface FailedDocument {
  readonly id: string;
  /** Of the last event concerning it: the failing or the last held-back one. */
  readonly position: number;
  readonly collection: string;
  /** Its id; in `UNKNOWN_TARGETS`: see `unknownTargetsKey`. */
  readonly document: string;
  readonly event: {
    readonly position: number;
    readonly id: string;
    readonly type: string;
    readonly stream: string;
  };
  /** Position of the event before the failing one; 0: none. */
  readonly after: number;
  readonly error: string;
  /** Number of later events held back; they are applied in order once the failing one succeeds. */
  readonly held: number;
  /** Version of the admins' decisions at the last attempt; missing: none. */
  readonly tried?: number;
}

export const failedDocumentKey = (collection: string, document: string): string =>
  `${collection}\n${document}`;

export async function readFailedDocuments(
  generation: Pick<Generation, 'collections' | 'scan'>,
): Promise<ReadonlyMap<string, FailedDocument>> {
  const found = new Map<string, FailedDocument>();
  if (!(await generation.collections()).includes(FAILED_DOCUMENTS)) return found;
  for await (const failed of generation.scan<FailedDocument>(FAILED_DOCUMENTS)) found.set(failed.id, failed);
  return found;
}
