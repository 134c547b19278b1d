// Documents that an event broke. Each is kept in its generation, as a document of a collection of its own, so that the list, the documents
// and the checkpoint are written together by every engine.
import type { RecordedEvent } from '#domain/event.js';
import type { Generation } from './generation.js';
import type { AnyProjection, DocumentKey } from './projection.js';

/** No collection of a projection has this name: those of records are `application.Entity`. */
export const FAILED_DOCUMENTS = 'failed-documents';

/** Stands for a collection where a projection cannot say which documents an event belongs to. */
export const UNKNOWN_TARGETS = 'unknown-targets';

/**
 * What is held back where a projection cannot say which documents an event belongs to: all later events of its stream too, since they
 * probably belong to the same ones. In an append-only projection, each event has documents of its own.
 */
export const unknownTargetsKey = (
  { appendOnly }: Pick<AnyProjection, 'appendOnly'>,
  { id, stream }: Pick<RecordedEvent, 'id' | 'stream'>,
): DocumentKey => ({ collection: UNKNOWN_TARGETS, id: appendOnly ? id : stream });

/** A document that stays what it was before an event broke it. */
export interface FailedDocument {
  /** See `failedKey`. */
  readonly id: string;
  /** Of the last event that concerns it: the failing one, or the last one that is held back. */
  readonly position: number;
  readonly collection: string;
  /** Its id; in `UNKNOWN_TARGETS`: see `unknownTargets`. */
  readonly document: string;
  readonly event: {
    readonly position: number;
    readonly id: string;
    readonly type: string;
    readonly stream: string;
  };
  /** Position of the event before the failing one in the log; 0: there is none. */
  readonly after: number;
  readonly error: string;
  /** Later events that concern the document: they are applied in order once the failing one is. */
  readonly held: number;
  /** Version of what admins had decided about the projection when it was tried last; left out: none. */
  readonly tried?: number;
}

export const failedDocumentKey = (collection: string, document: string): string =>
  `${collection}\n${document}`;

/** By key. */
export async function readFailedDocuments(
  generation: Pick<Generation, 'collections' | 'scan'>,
): Promise<ReadonlyMap<string, FailedDocument>> {
  const found = new Map<string, FailedDocument>();
  if (!(await generation.collections()).includes(FAILED_DOCUMENTS)) return found;
  for await (const failed of generation.scan<FailedDocument>(FAILED_DOCUMENTS)) found.set(failed.id, failed);
  return found;
}
