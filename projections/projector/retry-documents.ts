// Documents that an event broke, folded again from there: the failing event and all that were held back, in the log's order.
import type { Recorded } from '#domain/event.js';
import type { EventReference, EventStore } from '#event-store/event-store.js';
import { FAILED_DOCUMENTS, failedKey, type FailedDocument } from '../port/failed-documents.js';
import type { DocumentWrite, Generation } from '../port/generation.js';
import type { AnyProjection } from '../port/projection.js';
import type { SkippedIn } from './fold.js';

export interface RetryParts {
  readonly projection: AnyProjection;
  readonly generation: Pick<Generation, 'get' | 'write'>;
  readonly store: Pick<EventStore, 'all'>;
  /** Events to leave out. */
  readonly isSkipped: (position: number) => boolean;
  readonly isSkippedIn: SkippedIn;
  /** Of the last event that the generation has: what comes behind it is folded as usual. */
  readonly checkpoint: number;
  readonly last: EventReference | undefined;
  /** See `FailedDocument`. */
  readonly tried: number;
  readonly signal?: AbortSignal;
}

type FoldedDocument = Parameters<AnyProjection['apply']>[0];

/** One document while it is folded again. */
interface Retried {
  readonly before: FailedDocument;
  document: FoldedDocument;
  failed: FailedDocument | undefined;
}

/** Writes what came of them in one transaction. A document that breaks again is listed with the event that breaks it now. */
export async function retryDocuments(parts: RetryParts, wanted: readonly FailedDocument[]): Promise<void> {
  if (wanted.length === 0) return;
  const retried = new Map<string, Retried>();
  for (const before of wanted) {
    const document = await parts.generation.get<NonNullable<FoldedDocument>>(
      before.collection,
      before.document,
    );
    retried.set(before.id, { before, document, failed: undefined });
  }
  await foldAgain(parts, retried);
  if (parts.signal?.aborted) return;
  const writes = [...retried.values()].flatMap((each) => writesOf(each));
  await parts.generation.write(writes, parts.checkpoint, parts.last);
}

async function foldAgain(parts: RetryParts, retried: ReadonlyMap<string, Retried>): Promise<void> {
  const { store, checkpoint, signal } = parts;
  let after = [...retried.values()].reduce((first, { before }) => Math.min(first, before.after), Infinity);
  const byKey = new Map([...retried.values()].map((each) => [each.before.id, each]));
  for await (const batch of store.all(after, signal)) {
    for (const event of batch) {
      if (event.position > checkpoint) return;
      foldEvent(parts, byKey, event, after);
      after = event.position;
    }
    if (after >= checkpoint) return;
  }
}

/** `after`: position of the event before it. */
function foldEvent(
  { projection, isSkipped, isSkippedIn, tried }: RetryParts,
  byKey: ReadonlyMap<string, Retried>,
  event: Recorded,
  after: number,
): void {
  for (const target of projection.targets(event)) {
    const each = byKey.get(failedKey(target.collection, target.id));
    if (!each || event.position < each.before.event.position) continue;
    if (!isSkipped(event.position) && !isSkippedIn(event, target))
      foldOne(projection, each, event, { after, tried });
  }
}

function foldOne(
  projection: AnyProjection,
  each: Retried,
  event: Recorded,
  broken: Pick<FailedDocument, 'after' | 'tried'>,
): void {
  const { collection, document: id } = each.before;
  const { position, type, stream } = event;
  if (each.failed) {
    each.failed = { ...each.failed, position, held: each.failed.held + 1 };
    return;
  }
  try {
    each.document = projection.apply(each.document, event, { collection, id });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const reference = { position, id: event.id, type, stream };
    each.failed = { ...each.before, position, event: reference, ...broken, error: why, held: 0 };
  }
}

function writesOf({ before, document, failed }: Retried): DocumentWrite[] {
  return [
    { collection: before.collection, id: before.document, document },
    { collection: FAILED_DOCUMENTS, id: before.id, document: failed },
  ];
}
