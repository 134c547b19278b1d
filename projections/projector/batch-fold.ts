// Folds events into writes: each document is read once, folded in memory and written once. Reads are prefetched in adaptive batches and
// cached.
import type { RecordedEvent } from '#domain/event.js';
import type { EventReference } from '#event-store/event-store.js';
import { createTypeFilter, type AnyProjection, type DocumentKey } from '../port/projection.js';
import { FAILED_DOCUMENTS, unknownTargetsKey, type FailedDocument } from '../port/failed-documents.js';
import type { Generation, DocumentWrite } from '../port/generation.js';
import { FailedFolds } from './failed-folds.js';
import { FoldProgress } from './reached-event.js';
import { toError, createTargetsOf, type IsSkippedIn, type FindTargets } from './event-targets.js';
import { LRUCache } from 'lru-cache';

export interface FoldFailure {
  readonly event: RecordedEvent;
  readonly error: Error;
}

interface BatchFoldOptions {
  readonly projection: AnyProjection;
  readonly generation: Pick<Generation, 'get' | 'write'>;
  readonly isSkipped: (position: number) => boolean;
  readonly isSkippedIn?: IsSkippedIn;
  /** Broken documents by key, which stay unchanged. */
  readonly failed?: ReadonlyMap<string, FailedDocument>;
  /** For newly broken documents: see `FailedDocument`. */
  readonly tried?: number;
  /** Progress of the generation; undefined: none. */
  readonly reached?: FoldProgress;
  readonly remembered: number;
}

/** Bytes folded, written and cached at once: bounded by memory and the engines' limits. */
export const MAX_BATCH_BYTES = 8 * 1024 * 1024;

/** Folds events in log order, in memory until stored. */
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
  /** Set once an event breaks the projection: `store` writes what came before. */
  broken: FoldFailure | undefined;

  constructor(private readonly parts: BatchFoldOptions) {
    this.failed = new FailedFolds(parts.failed, parts.tried);
    this.reached = parts.reached ?? new FoldProgress(undefined, 0);
    this.prefetcher = new DocumentPrefetcher(parts.generation, parts.remembered);
    this.takesType = createTypeFilter(parts.projection);
    this.targetsOf = createTargetsOf(parts);
  }

  get size(): number {
    return this.touched.size + this.added.length + this.failed.changed.size;
  }

  /** Whether the batch should be stored now. */
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

  /** Returns how many events were folded: up to a breaking one, or until full. Then store and continue. Throws the engine's errors. */
  async take(events: readonly RecordedEvent[]): Promise<number> {
    if (this.passIfIrrelevant(events)) return events.length;
    let taken = 0;
    while (taken < events.length && !this.isFull && !this.broken) {
      const some = this.prefetcher.nextBatchSize(this.parts.projection.appendOnly);
      taken += await this.takeSome(events.slice(taken, taken + some));
    }
    return taken;
  }

  /** Skips a batch without relevant events, which is the common case. */
  passIfIrrelevant(events: readonly RecordedEvent[]): boolean {
    if (this.isFull || this.broken || events.some(({ type }) => this.takesType(type))) return false;
    for (const event of events) this.advance(event);
    return true;
  }

  /** Writes documents and checkpoint. undefined: nothing to write. */
  async store(): Promise<
    { readonly writes: readonly DocumentWrite[]; readonly last: EventReference } | undefined
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
  pass(): EventReference | undefined {
    const last = this.taken();
    this.remember();
    return last;
  }

  private taken(): EventReference | undefined {
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
    const unknown = unknownTargetsKey(this.parts.projection, event);
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
  /** Estimated bytes: as read, plus all events since. */
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

type FoldedDocument = NonNullable<Parameters<AnyProjection['apply']>[0]>;

interface WeighedDocument {
  readonly document: FoldedDocument | undefined;
  readonly weight: number;
}

/** Events whose documents are read together, at first and at most. */
const FIRST_EVENTS = 50;
const MOST_EVENTS = 500;

/** Prefetches documents for a fold and caches stored ones. */
export class DocumentPrefetcher {
  private readonly recent: LRUCache<string, WeighedDocument>;
  private batchSize = FIRST_EVENTS;

  constructor(
    private readonly generation: Pick<Generation, 'get'>,
    remembered: number,
  ) {
    this.recent = new LRUCache({
      max: remembered,
      maxSize: 2 * MAX_BATCH_BYTES,
      sizeCalculation: ({ weight }) => weight,
    });
  }

  /** `appendOnly`: needs no reads. */
  nextBatchSize(appendOnly = false): number {
    return appendOnly ? MOST_EVENTS : this.batchSize;
  }

  // Concurrently: on a remote engine, sequential reads would cost more than folding.
  async read(targets: ReadonlyMap<string, DocumentKey>): Promise<ReadonlyMap<string, WeighedDocument>> {
    const found = new Map<string, WeighedDocument>();
    const unknown: (readonly [string, Promise<FoldedDocument | undefined>])[] = [];
    for (const [key, { collection, id }] of targets) {
      const recent = this.recent.get(key);
      if (recent) found.set(key, recent);
      else unknown.push([key, this.generation.get<FoldedDocument>(collection, id)]);
    }
    const documents = await Promise.all(unknown.map(([, document]) => document));
    let weight = 0;
    for (const [at, [key]] of unknown.entries()) {
      const document = documents[at];
      const weighed = { document, weight: document === undefined ? 0 : estimateBytes(document) };
      weight += weighed.weight;
      found.set(key, weighed);
    }
    if (unknown.length > 0) this.adaptBatchSize(weight / unknown.length);
    return found;
  }

  remember(key: string, weighed: WeighedDocument): void {
    if (weighed.document === undefined) this.recent.delete(key);
    else this.recent.set(key, weighed);
  }

  private adaptBatchSize(each: number): void {
    this.batchSize = Math.max(1, Math.min(MOST_EVENTS, Math.floor(MAX_BATCH_BYTES / Math.max(1, each))));
  }
}

/** Overhead of any value. */
const LEAST_WEIGHT = 8;

/** Estimates the JSON size without serializing, to bound memory by bytes instead of counts. */
export function estimateBytes(value: unknown): number {
  if (typeof value === 'string') return LEAST_WEIGHT + value.length;
  if (typeof value !== 'object' || value === null) return LEAST_WEIGHT;
  let weight = LEAST_WEIGHT;
  if (Array.isArray(value)) for (const item of value) weight += estimateBytes(item);
  else for (const key in value) weight += key.length + estimateBytes((value as Record<string, unknown>)[key]);
  return weight;
}
