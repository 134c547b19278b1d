// Events become writes: each document is read once, takes its events in memory, and is written once. Documents that events are
// about to change are read together, a few at first, then as many as their size allows; and remembered.
import type { RecordedEvent } from '#domain/event.js';
import type { EventReference } from '#event-store/event-store.js';
import { createTypeFilter, type AnyProjection, type DocumentKey } from '../port/projection.js';
import { FAILED_DOCUMENTS, unknownTargetsKey, type FailedDocument } from '../port/failed-documents.js';
import type { Generation, DocumentWrite } from '../port/generation.js';
import { FailedFolds } from './failed-folds.js';
import { ReachedEvent } from './reached-event.js';
import { toError, createTargetsOf, type IsSkippedIn, type TargetsOf } from './event-targets.js';
import { LRUCache } from 'lru-cache';

/** The event that broke a projection. */
export interface FoldFailure {
  readonly event: RecordedEvent;
  readonly error: Error;
}

interface BatchFoldOptions {
  readonly projection: AnyProjection;
  readonly generation: Pick<Generation, 'get' | 'write'>;
  /** Events to leave out. */
  readonly isSkipped: (position: number) => boolean;
  /** Whether an event is left out of one of its documents. */
  readonly isSkippedIn?: IsSkippedIn;
  /** Documents that an event broke before, by key: they are left as they are. */
  readonly failed?: ReadonlyMap<string, FailedDocument>;
  /** Of documents that an event breaks now: see `FailedDocument`. */
  readonly tried?: number;
  /** How far the generation is; undefined: nothing was taken yet. */
  readonly reached?: ReachedEvent;
  /** So many documents are remembered from batch to batch, if they are small. */
  readonly remembered: number;
}

/** Bytes that are folded, written and remembered at once: a small part of what a process may have, and of what engines take. */
export const MAX_BATCH_BYTES = 8 * 1024 * 1024;

/** Folds events in memory until they are stored, in the log's order. */
export class BatchFold {
  private touched = new Map<string, FoldEntry>();
  private added: DocumentWrite[] = [];
  private readonly prefetcher: DocumentPrefetcher;
  private readonly takesType: (type: string) => boolean;
  private readonly targetsOf: TargetsOf;
  private readonly reached: ReachedEvent;
  /** Whether anything was taken since the last `store` or `pass`. */
  private hasTaken = false;
  /** Of what waits to be stored. */
  private weight = 0;
  private readonly failed: FailedFolds;
  /** Nothing more is taken: `store` keeps what came before it. */
  broken: FoldFailure | undefined;

  constructor(private readonly parts: BatchFoldOptions) {
    this.failed = new FailedFolds(parts.failed, parts.tried);
    this.reached = parts.reached ?? new ReachedEvent(undefined, 0);
    this.prefetcher = new DocumentPrefetcher(parts.generation, parts.remembered);
    this.takesType = createTypeFilter(parts.projection);
    this.targetsOf = createTargetsOf(parts);
  }

  /** Documents that wait to be stored. */
  get size(): number {
    return this.touched.size + this.added.length + this.failed.changed.size;
  }

  /** What waits to be stored is as much as should be stored at once. */
  get isFull(): boolean {
    return this.weight >= MAX_BATCH_BYTES;
  }

  /** By key. */
  get failedDocuments(): ReadonlyMap<string, FailedDocument> {
    return this.failed.all;
  }

  /** Whether what was taken changes any document. */
  get hasChanges(): boolean {
    if (this.added.length > 0 || this.failed.changed.size > 0) return true;
    for (const { dirty } of this.touched.values()) if (dirty) return true;
    return false;
  }

  /**
   * Returns how many of the events were taken: those before one that breaks the projection, or until it is full. Then store, and
   * give it the rest. Throws what the engine throws: that is no event's fault.
   */
  async take(events: readonly RecordedEvent[]): Promise<number> {
    if (this.passIfIrrelevant(events)) return events.length;
    let taken = 0;
    while (taken < events.length && !this.isFull && !this.broken) {
      const some = this.prefetcher.nextBatchSize(this.parts.projection.appendOnly);
      taken += await this.takeSome(events.slice(taken, taken + some));
    }
    return taken;
  }

  /** Takes all of them where none is this projection's business, as most events are not that of most projections. */
  passIfIrrelevant(events: readonly RecordedEvent[]): boolean {
    if (this.isFull || this.broken || events.some(({ type }) => this.takesType(type))) return false;
    for (const event of events) this.advance(event);
    return true;
  }

  /** Writes documents and checkpoint. Returns what was written; undefined: nothing had been taken. */
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

  /** Instead of `store`, where nothing has changed: the checkpoint may follow later. */
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

  private async readAhead(targets: readonly ReturnType<TargetsOf>[]): Promise<void> {
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

  /** Throws where so much is broken that the projection itself must be wrong. */
  private takeOne(targets: ReturnType<TargetsOf>, event: RecordedEvent): void {
    if (!(targets instanceof Error) && targets.length === 0) return;
    const unknown = unknownTargetsKey(this.parts.projection, event);
    if (this.failed.holdBack(unknown, event)) return;
    if (targets instanceof Error) this.fail(unknown, event, targets);
    else this.takeIntoAll(targets, event);
  }

  /** An event that breaks one of its documents leaves that one as it was, and changes the others. */
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
  /** About how large it is: as it was read, and all events since. */
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
  /** About how large it is. */
  readonly weight: number;
}

/** Events whose documents are read together: at first, and where documents are small. */
const FIRST_EVENTS = 50;
const MOST_EVENTS = 500;

/** Reads ahead for a fold, and remembers what it has stored. */
export class DocumentPrefetcher {
  private readonly recent: LRUCache<string, WeighedDocument>;
  private batchSize = FIRST_EVENTS;

  /** `remembered`: so many, if they are small. */
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

  /** So many events may be read for now. `appendOnly`: nothing is read for them. */
  nextBatchSize(appendOnly = false): number {
    return appendOnly ? MOST_EVENTS : this.batchSize;
  }

  // All at once: where the engine is another machine, waiting for each would cost more than folding all of them.
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

/** Of what surrounds a value, and of values that are short. */
const LEAST_WEIGHT = 8;

/** About how many bytes a value takes as JSON, found without writing it out: work in memory is bounded by it, not by counts. */
export function estimateBytes(value: unknown): number {
  if (typeof value === 'string') return LEAST_WEIGHT + value.length;
  if (typeof value !== 'object' || value === null) return LEAST_WEIGHT;
  let weight = LEAST_WEIGHT;
  if (Array.isArray(value)) for (const item of value) weight += estimateBytes(item);
  else for (const key in value) weight += key.length + estimateBytes((value as Record<string, unknown>)[key]);
  return weight;
}
