// In the generation itself, so that they are written together with documents and checkpoint.
import type { RecordedEvent } from '#domain/event.js';
import type { Generation } from './generation.js';
import type { AnyProjection, DocumentKey } from './projection.js';

/** No projection uses this name: record collections are `application.Entity`. */
export const FAILED_DOCUMENTS = 'failed-documents';

/** Stands for a collection when targets are unknown. */
export const UNKNOWN_TARGETS = 'unknown-targets';

/** Holds back later events of the stream too; in append-only projections, events stand alone. */
export const createUnknownTargetsKey = (
  { appendOnly }: Pick<AnyProjection, 'appendOnly'>,
  { id, stream }: Pick<RecordedEvent, 'id' | 'stream'>,
): DocumentKey => ({ collection: UNKNOWN_TARGETS, id: appendOnly ? id : stream });

/** Left as it was before an event broke it. */
export interface FailedDocument {
  readonly id: string;
  /** The failing event or the last held-back one. */
  readonly position: number;
  readonly collection: string;
  /** In `UNKNOWN_TARGETS`: see `createUnknownTargetsKey`. */
  readonly document: string;
  readonly event: {
    readonly position: number;
    readonly id: string;
    readonly type: string;
    readonly stream: string;
  };
  /** Position before the failing event; 0: none. */
  readonly after: number;
  readonly error: string;
  /** Later events, applied in order once the failing one succeeds. */
  readonly held: number;
  /** Version of the admins' decisions at the last attempt. */
  readonly tried?: number;
}

export const formatFailedDocumentKey = (collection: string, document: string): string =>
  `${collection}\n${document}`;

export async function readFailedDocuments(
  generation: Pick<Generation, 'collections' | 'scan'>,
): Promise<ReadonlyMap<string, FailedDocument>> {
  const found = new Map<string, FailedDocument>();
  if (!(await generation.collections()).includes(FAILED_DOCUMENTS)) return found;
  for await (const failed of generation.scan<FailedDocument>(FAILED_DOCUMENTS)) found.set(failed.id, failed);
  return found;
}
