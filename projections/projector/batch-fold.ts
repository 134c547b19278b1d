// Reads and writes each document once per batch.
import type { RecordedEvent } from '#domain/event.js';
import type { RecordedEventReference } from '#event-store/event-store.js';
import { createTypeFilter, type AnyProjection, type DocumentKey } from '../port/projection.js';
import { FAILED_DOCUMENTS, createUnknownTargetsKey, type FailedDocument } from '../port/failed-documents.js';
import type { Generation, DocumentWrite } from '../port/generation.js';
import { FailedFolds } from './failed-folds.js';
import { FoldProgress } from './fold-progress.js';
import {
  toError,
  createTargetFinder,
  type IsEventSkippedInDocument,
  type FindTargets,
} from './event-targets.js';
import { estimateBytes, MAX_BATCH_BYTES } from './batch-size.js';
import { DocumentPrefetcher, type FoldedDocument, type WeighedDocument } from './document-prefetcher.js';

export interface FoldFailure {
  readonly event: RecordedEvent;
  readonly error: Error;
}

interface BatchFoldOptions {
  readonly projection: AnyProjection;
  readonly generation: Pick<Generation, 'get' | 'write'>;
  readonly isSkipped: (position: number) => boolean;
  readonly isSkippedIn?: IsEventSkippedInDocument;
  /** Left unchanged; by key. */
  readonly failed?: ReadonlyMap<string, FailedDocument>;
  /** See `FailedDocument`. */
  readonly tried?: number;
  readonly reached?: FoldProgress;
  readonly remembered: number;
}

export class BatchFold {
  private touched = new Map<string, FoldEntry>();
  private added: DocumentWrite[] = [];
  private readonly prefetcher: DocumentPrefetcher;
  private readonly takesType: (type: string) => boolean;
  private readonly targetsOf: FindTargets;
  private readonly reached: FoldProgress;
  private hasTaken = false;
  private weight = 0;
  private readonly failed: FailedFolds;
  /** `store` writes what came before. */
  broken: FoldFailure | undefined;

  constructor(private readonly parts: BatchFoldOptions) {
    this.failed = new FailedFolds(parts.failed, parts.tried);
    this.reached = parts.reached ?? new FoldProgress(undefined, 0);
    this.prefetcher = new DocumentPrefetcher(parts.generation, parts.remembered);
    this.takesType = createTypeFilter(parts.projection);
    this.targetsOf = createTargetFinder(parts);
  }

  get size(): number {
    return this.touched.size + this.added.length + this.failed.changed.size;
  }

  get isFull(): boolean {
    return this.weight >= MAX_BATCH_BYTES;
  }

  get failedDocuments(): ReadonlyMap<string, FailedDocument> {
    return this.failed.all;
  }

  get hasChanges(): boolean {
    if (this.added.length > 0 || this.failed.changed.size > 0) return true;
    for (const { dirty } of this.touched.values()) if (dirty) return true;
    return false;
  }

  /** Returns how many events were folded: up to a breaking one, or until full. Throws the engine's errors. */
  async take(events: readonly RecordedEvent[]): Promise<number> {
    if (this.passIfIrrelevant(events)) return events.length;
    let taken = 0;
    while (taken < events.length && !this.isFull && !this.broken) {
      const some = this.prefetcher.nextBatchSize(this.parts.projection.appendOnly);
      taken += await this.takeSome(events.slice(taken, taken + some));
    }
    return taken;
  }

  /** The common case. */
  passIfIrrelevant(events: readonly RecordedEvent[]): boolean {
    if (this.isFull || this.broken || events.some(({ type }) => this.takesType(type))) return false;
    for (const event of events) this.advance(event);
    return true;
  }

  /** undefined: nothing to write. */
  async store(): Promise<
    { readonly writes: readonly DocumentWrite[]; readonly last: RecordedEventReference } | undefined
  > {
    const last = this.taken();
    if (last === undefined) return undefined;
    const writes = [...this.added];
    for (const { collection, id, document, dirty } of this.touched.values())
      if (dirty) writes.push({ collection, id, document });
    for (const document of this.failed.changed.values())
      writes.push({ collection: FAILED_DOCUMENTS, id: document.id, document });
    await this.parts.generation.write(writes, last.position, last);
    this.remember();
    return { writes, last };
  }

  /** Instead of `store`, if nothing changed: the checkpoint may follow later. */
  pass(): RecordedEventReference | undefined {
    const last = this.taken();
    this.remember();
    return last;
  }

  private taken(): RecordedEventReference | undefined {
    return this.hasTaken ? this.reached.last : undefined;
  }

  private advance(event: RecordedEvent): void {
    this.reached.add(event);
    this.hasTaken = true;
  }

  private remember(): void {
    for (const [key, { document, weight }] of this.touched)
      this.prefetcher.remember(key, { document, weight });
    this.touched = new Map();
    this.added = [];
    this.failed.noteStored();
    this.hasTaken = false;
    this.weight = 0;
  }

  private async takeSome(events: readonly RecordedEvent[]): Promise<number> {
    const targets = events.map(this.targetsOf);
    await this.readAhead(targets);
    for (const [at, event] of events.entries()) {
      if (this.isFull) return at;
      try {
        this.takeOne(targets[at]!, event);
      } catch (error) {
        this.broken = { event, error: toError(error) };
        return at;
      }
      this.advance(event);
    }
    return events.length;
  }

  private async readAhead(targets: readonly ReturnType<FindTargets>[]): Promise<void> {
    if (this.parts.projection.appendOnly) return;
    const wanted = new Map<string, DocumentKey>();
    for (const target of targets.flatMap((each) => (each instanceof Error ? [] : each))) {
      const key = keyOf(target);
      if (!this.touched.has(key)) wanted.set(key, target);
    }
    if (wanted.size === 0) return;
    for (const [key, weighed] of await this.prefetcher.read(wanted))
      this.touch(key, wanted.get(key)!, weighed);
  }

  /** Throws once the projection itself must be at fault. */
  private takeOne(targets: ReturnType<FindTargets>, event: RecordedEvent): void {
    if (!(targets instanceof Error) && targets.length === 0) return;
    const unknown = createUnknownTargetsKey(this.parts.projection, event);
    if (this.failed.holdBack(unknown, event)) return;
    if (targets instanceof Error) this.fail(unknown, event, targets);
    else this.takeIntoAll(targets, event);
  }

  /** An event that breaks one document still changes its others. */
  private takeIntoAll(targets: readonly DocumentKey[], event: RecordedEvent): void {
    const weight = estimateBytes(event.data);
    for (const target of targets) {
      if (this.parts.isSkippedIn?.(event, target) || this.failed.holdBack(target, event)) continue;
      try {
        this.takeInto(target, event, weight);
        this.failed.noteSuccess(event);
      } catch (error) {
        this.fail(target, event, toError(error));
      }
    }
  }

  private fail(target: DocumentKey, event: RecordedEvent, error: Error): void {
    this.failed.addFailure(target, event, { error, after: this.reached.position });
  }

  private takeInto(target: DocumentKey, event: RecordedEvent, weight: number): void {
    const { apply, appendOnly } = this.parts.projection;
    if (appendOnly) {
      this.added.push(addedDocument(target, apply(undefined, event, target)));
      this.weight += weight;
      return;
    }
    const entry = this.touched.get(keyOf(target))!;
    const { document } = entry;
    if (document !== undefined && document.position >= event.position) return;
    this.change(entry, apply(document, event, entry), weight);
  }

  private touch(key: string, { collection, id }: DocumentKey, { document, weight }: WeighedDocument): void {
    this.touched.set(key, { collection, id, document, weight, dirty: false });
  }

  private change(held: FoldEntry, next: FoldedDocument | undefined, weight: number): void {
    const isChanged = next !== held.document;
    held.document = next;
    held.weight += weight;
    if (!isChanged) return;
    this.weight += held.dirty ? weight : held.weight;
    held.dirty = true;
  }
}

interface FoldEntry extends DocumentKey {
  document: FoldedDocument | undefined;
  dirty: boolean;
  weight: number;
}

const addedDocument = (
  { collection, id }: DocumentKey,
  document: FoldedDocument | undefined,
): DocumentWrite => ({
  collection,
  id,
  document,
});

const keyOf = ({ collection, id }: DocumentKey) => `${collection}\n${id}`;
