// Folds the failing and held-back events again in log order.
import type { RecordedEvent } from '#domain/event.js';
import type { RecordedEventReference, EventStore } from '#event-store/event-store.js';
import {
  FAILED_DOCUMENTS,
  formatFailedDocumentKey,
  UNKNOWN_TARGETS,
  createUnknownTargetsKey,
  type FailedDocument,
} from '../port/failed-documents.js';
import type { DocumentWrite, Generation } from '../port/generation.js';
import type { AnyProjection, DocumentKey } from '../port/projection.js';
import {
  toError,
  createTargetFinder,
  type IsEventSkippedInDocument,
  type FindTargets,
} from './event-targets.js';

export interface RetryOptions {
  readonly projection: AnyProjection;
  readonly generation: Pick<Generation, 'get' | 'write'>;
  readonly store: Pick<EventStore, 'all'>;
  readonly isSkipped: (position: number) => boolean;
  readonly isSkippedIn: IsEventSkippedInDocument;
  readonly checkpoint: number;
  readonly last: RecordedEventReference | undefined;
  readonly tried: number;
  readonly signal?: AbortSignal;
}

type FoldedDocument = Parameters<AnyProjection['apply']>[0];

interface Retried extends DocumentKey {
  readonly from: number;
  /** Of an event before it. */
  readonly after: number;
  document: FoldedDocument;
}

/** One transaction. Documents that break again are listed with the new failing event. */
export async function retryDocuments(
  parts: RetryOptions,
  wanted: readonly FailedDocument[],
  failed: ReadonlyMap<string, FailedDocument>,
): Promise<void> {
  if (wanted.length === 0) return;
  const run = new RetryRun(parts, failed);
  await run.findTargets(wanted.filter(({ collection }) => collection === UNKNOWN_TARGETS));
  await run.foldDocuments(wanted.filter(({ collection }) => collection !== UNKNOWN_TARGETS));
  if (!parts.signal?.aborted) await run.write();
}

class RetryRun {
  private readonly targetsOf: FindTargets;
  private readonly outcome = new Map<string, FailedDocument | undefined>();
  /** Of events with formerly unknown targets, each with its first such event. */
  private readonly found = new Map<string, DocumentKey & { readonly from: number; readonly after: number }>();
  private readonly retried = new Map<string, Retried>();

  constructor(
    private readonly parts: RetryOptions,
    private readonly failed: ReadonlyMap<string, FailedDocument>,
  ) {
    this.targetsOf = createTargetFinder(parts);
  }

  async findTargets(wanted: readonly FailedDocument[]): Promise<void> {
    const byKey = new Map(wanted.map((each) => [each.id, each]));
    for (const { id } of wanted) this.outcome.set(id, undefined);
    await this.eachEvent(smallestAfter(wanted), (event, after) => {
      const unknown = createUnknownTargetsKey(this.parts.projection, event);
      const before = byKey.get(formatFailedDocumentKey(unknown.collection, unknown.id));
      if (before && event.position >= before.event.position) this.findTargetsOf(before, event, after);
    });
  }

  private findTargetsOf(before: FailedDocument, event: RecordedEvent, after: number): void {
    const targets = this.targetsOf(event);
    const failed = this.outcome.get(before.id);
    if (failed) {
      if (targets instanceof Error || targets.length > 0)
        this.outcome.set(before.id, withHeldBackEvent(failed, event));
    } else if (targets instanceof Error) {
      this.outcome.set(before.id, this.failedAt(event, { ...before, after, error: targets.message }));
    } else
      for (const { collection, id } of targets) {
        const key = formatFailedDocumentKey(collection, id);
        if (!this.found.has(key)) this.found.set(key, { collection, id, from: event.position, after });
      }
  }

  async foldDocuments(wanted: readonly FailedDocument[]): Promise<void> {
    for (const { id: key, collection, document: id, event, after } of wanted)
      await this.begin(key, { collection, id, from: event.position, after });
    for (const [key, found] of this.found) if (!this.failed.has(key)) await this.begin(key, found);
    await this.eachEvent(smallestAfter([...this.retried.values()]), (event, after) => {
      const targets = this.targetsOf(event);
      if (targets instanceof Error || this.isHeldBack(event)) return;
      for (const target of targets) this.foldInto(target, event, after);
    });
  }

  private async begin(key: string, from: Omit<Retried, 'document'>): Promise<void> {
    const document = await this.parts.generation.get<NonNullable<FoldedDocument>>(from.collection, from.id);
    this.outcome.set(key, undefined);
    // Events of other streams were folded meanwhile, so only a fold from the beginning keeps their order.
    const isAhead = document !== undefined && document.position >= from.from;
    this.retried.set(
      key,
      isAhead ? { ...from, from: 0, after: 0, document: undefined } : { ...from, document },
    );
  }

  /** An earlier event of its stream still has unknown targets. */
  private isHeldBack(event: RecordedEvent): boolean {
    const { collection, id } = createUnknownTargetsKey(this.parts.projection, event);
    const key = formatFailedDocumentKey(collection, id);
    const failed = this.outcome.has(key) ? this.outcome.get(key) : this.failed.get(key);
    return failed !== undefined && event.position >= failed.event.position;
  }

  private foldInto(target: DocumentKey, event: RecordedEvent, after: number): void {
    const key = formatFailedDocumentKey(target.collection, target.id);
    const each = this.retried.get(key);
    if (!each || event.position < each.from || this.parts.isSkippedIn(event, target)) return;
    const failed = this.outcome.get(key);
    if (failed) {
      this.outcome.set(key, withHeldBackEvent(failed, event));
      return;
    }
    try {
      each.document = this.parts.projection.apply(each.document, event, target);
    } catch (error) {
      const { collection, id: document } = target;
      const { message } = toError(error);
      this.outcome.set(key, this.failedAt(event, { id: key, collection, document, after, error: message }));
    }
  }

  private failedAt(
    { position, id, type, stream }: RecordedEvent,
    about: Pick<FailedDocument, 'id' | 'collection' | 'document' | 'after' | 'error'>,
  ): FailedDocument {
    const { tried } = this.parts;
    return { ...about, position, event: { position, id, type, stream }, held: 0, tried };
  }

  private async eachEvent(from: number, take: (event: RecordedEvent, after: number) => void): Promise<void> {
    const { store, checkpoint, signal } = this.parts;
    let after = from;
    if (after >= checkpoint) return;
    for await (const batch of store.all(after, signal)) {
      for (const event of batch) {
        if (event.position > checkpoint) return;
        take(event, after);
        after = event.position;
      }
      if (after >= checkpoint) return;
    }
  }

  async write(): Promise<void> {
    const { generation, checkpoint, last } = this.parts;
    const writes: DocumentWrite[] = [...this.retried.values()].map(({ collection, id, document }) => ({
      collection,
      id,
      document,
    }));
    for (const [id, document] of this.outcome) writes.push({ collection: FAILED_DOCUMENTS, id, document });
    await generation.write(writes, checkpoint, last);
  }
}

const smallestAfter = (all: readonly { readonly after: number }[]): number =>
  all.reduce((first, { after }) => Math.min(first, after), Infinity);

const withHeldBackEvent = (failed: FailedDocument, { position }: RecordedEvent): FailedDocument => ({
  ...failed,
  position,
  held: failed.held + 1,
});
