// Later events of broken documents are held back, all else continues.
import type { RecordedEvent } from '#domain/event.js';
import { formatFailedDocumentKey, type FailedDocument } from '../port/failed-documents.js';
import type { DocumentKey } from '../port/projection.js';

const MAX_FAILED_DOCUMENTS = 100;
/** Without a success, the projection cannot handle the type. */
const MAX_FAILURES_OF_TYPE = 20;

export class FailedFolds {
  private readonly failedByKey: Map<string, FailedDocument>;
  private readonly failuresOfType = new Map<string, number>();
  private readonly foldedTypes = new Set<string>();
  changed = new Map<string, FailedDocument>();

  /** `tried`: see `FailedDocument`. */
  constructor(
    failedByKey: ReadonlyMap<string, FailedDocument> = new Map(),
    private readonly tried = 0,
  ) {
    this.failedByKey = new Map(failedByKey);
  }

  get all(): ReadonlyMap<string, FailedDocument> {
    return this.failedByKey;
  }

  holdBack({ collection, id }: DocumentKey, { position }: RecordedEvent): boolean {
    if (this.failedByKey.size === 0) return false;
    const failed = this.failedByKey.get(formatFailedDocumentKey(collection, id));
    if (!failed) return false;
    // Skips repetitions of a batch that could not be stored.
    if (failed.position < position) this.put({ ...failed, position, held: failed.held + 1 });
    return true;
  }

  noteSuccess({ type }: RecordedEvent): void {
    this.foldedTypes.add(type);
  }

  addFailure(
    { collection, id: document }: DocumentKey,
    { position, id, type, stream }: RecordedEvent,
    { error, after }: { readonly error: Error; readonly after: number },
  ): void {
    const ofType = (this.failuresOfType.get(type) ?? 0) + 1;
    const isOfProjection =
      this.failedByKey.size >= MAX_FAILED_DOCUMENTS ||
      (ofType > MAX_FAILURES_OF_TYPE && !this.foldedTypes.has(type));
    if (isOfProjection) throw error;
    this.failuresOfType.set(type, ofType);
    const event = { position, id, type, stream };
    const key = formatFailedDocumentKey(collection, document);
    const { tried } = this;
    this.put({ id: key, position, collection, document, event, after, error: error.message, held: 0, tried });
  }

  noteStored(): void {
    this.changed = new Map();
  }

  private put(failed: FailedDocument): void {
    this.failedByKey.set(failed.id, failed);
    this.changed.set(failed.id, failed);
  }
}
