// Events become writes: each document is read once, takes its events in memory, and is written once.
import type { Recorded } from '#domain/event.js';
import type { EventReference } from '#event-store/event-store.js';
import {
  DocumentsAhead,
  type FoldedDocument,
  type WeighedDocument,
  MOST_AT_ONCE,
  weightOf,
} from './documents-ahead.js';
import { takesTypes, type AnyProjection, type DocumentKey } from '../port/projection.js';
import type { Generation, DocumentWrite } from '../port/generation.js';

interface FoldEntry extends DocumentKey {
  document: FoldedDocument | undefined;
  dirty: boolean;
  /** About how large it is: as it was read, and all events since. */
  weight: number;
}

/** The event that broke a projection. */
export interface BrokenFold {
  readonly event: Recorded;
  readonly error: Error;
}

export interface FoldingParts {
  readonly projection: AnyProjection;
  readonly generation: Pick<Generation, 'get' | 'write'>;
  /** Events to leave out. */
  readonly isSkipped: (position: number) => boolean;
  /** So many documents are remembered from batch to batch, if they are small. */
  readonly remembered: number;
}

/** Folds events in memory until they are stored, in the log's order. */
export class BatchFold {
  private touched = new Map<string, FoldEntry>();
  private added: DocumentWrite[] = [];
  private readonly ahead: DocumentsAhead;
  private readonly takesType: (type: string) => boolean;
  private last: EventReference | undefined;
  /** Of what waits to be stored. */
  private weight = 0;
  /** Nothing more is taken: `store` keeps what came before it. */
  broken: BrokenFold | undefined;

  constructor(private readonly parts: FoldingParts) {
    this.ahead = new DocumentsAhead(parts.generation, parts.remembered);
    this.takesType = takesTypes(parts.projection);
  }

  /** Documents that wait to be stored. */
  get size(): number {
    return this.touched.size + this.added.length;
  }

  /** What waits to be stored is as much as should be stored at once. */
  get isFull(): boolean {
    return this.weight >= MOST_AT_ONCE;
  }

  /** Whether what was taken changes any document. */
  get changes(): boolean {
    if (this.added.length > 0) return true;
    for (const { dirty } of this.touched.values()) if (dirty) return true;
    return false;
  }

  /**
   * Returns how many of the events were taken: those before one that breaks the projection, or until it is full. Then store, and
   * give it the rest. Throws what the engine throws: that is no event's fault.
   */
  async take(events: readonly Recorded[]): Promise<number> {
    if (this.passesBy(events)) return events.length;
    let taken = 0;
    while (taken < events.length && !this.isFull && !this.broken) {
      const some = this.ahead.howMany(this.parts.projection.appendOnly);
      taken += await this.takeSome(events.slice(taken, taken + some));
    }
    return taken;
  }

  /** Takes all of them where none is this projection's business, as most events are not that of most projections. */
  passesBy(events: readonly Recorded[]): boolean {
    if (this.isFull || this.broken || events.some(({ type }) => this.takesType(type))) return false;
    this.last = events.at(-1) ?? this.last;
    return true;
  }

  /** Writes documents and checkpoint. Returns what was written; undefined: nothing had been taken. */
  async store(): Promise<
    { readonly writes: readonly DocumentWrite[]; readonly last: EventReference } | undefined
  > {
    const last = this.reached();
    if (last === undefined) return undefined;
    const writes = [...this.added];
    for (const { collection, id, document, dirty } of this.touched.values())
      if (dirty) writes.push({ collection, id, document });
    await this.parts.generation.write(writes, last.position, last);
    this.remember();
    return { writes, last };
  }

  /** Instead of `store`, where nothing has changed: the checkpoint may follow later. */
  pass(): EventReference | undefined {
    const last = this.reached();
    this.remember();
    return last;
  }

  private reached(): EventReference | undefined {
    if (this.last === undefined) return undefined;
    const { id, stream, version, position } = this.last;
    return { id, stream, version, position };
  }

  private remember(): void {
    for (const [key, { document, weight }] of this.touched) this.ahead.remember(key, { document, weight });
    this.touched = new Map();
    this.added = [];
    this.last = undefined;
    this.weight = 0;
  }

  private async takeSome(events: readonly Recorded[]): Promise<number> {
    const aims = events.map((event) => this.aim(event));
    await this.readAhead(aims);
    for (const [at, event] of events.entries()) {
      if (this.isFull) return at;
      const targets = aims[at]!;
      try {
        if (targets instanceof Error) throw targets;
        if (targets.length > 0) this.takeOne(targets, event);
      } catch (error) {
        this.broken = { event, error: asError(error) };
        return at;
      }
      this.last = event;
    }
    return events.length;
  }

  /** What the event is about. An error breaks the projection when it is the event's turn. */
  private aim(event: Recorded): readonly DocumentKey[] | Error {
    if (!this.takesType(event.type) || this.parts.isSkipped(event.position)) return NOTHING;
    try {
      return this.parts.projection.targets(event);
    } catch (error) {
      return asError(error);
    }
  }

  private async readAhead(aims: readonly (readonly DocumentKey[] | Error)[]): Promise<void> {
    if (this.parts.projection.appendOnly) return;
    const wanted = new Map<string, DocumentKey>();
    for (const target of aims.flatMap((aim) => (aim instanceof Error ? [] : aim))) {
      const key = keyOf(target);
      if (!this.touched.has(key)) wanted.set(key, target);
    }
    if (wanted.size === 0) return;
    for (const [key, weighed] of await this.ahead.read(wanted)) this.touch(key, wanted.get(key)!, weighed);
  }

  /** An event that breaks one of its documents changes none. */
  private takeOne(targets: readonly DocumentKey[], event: Recorded): void {
    const { apply, appendOnly } = this.parts.projection;
    const weight = weightOf(event.data);
    if (appendOnly) {
      this.added.push(...targets.map((target) => addedDocument(target, apply(undefined, event, target))));
      this.weight += targets.length * weight;
      return;
    }
    const news = targets
      .map((target) => this.touched.get(keyOf(target))!)
      .filter(({ document }) => document === undefined || document.position < event.position)
      .map((held) => ({ held, next: apply(held.document, event, held) }));
    for (const { held, next } of news) this.change(held, next, weight);
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

const NOTHING: readonly DocumentKey[] = [];
const addedDocument = (
  { collection, id }: DocumentKey,
  document: FoldedDocument | undefined,
): DocumentWrite => ({
  collection,
  id,
  document,
});
const keyOf = ({ collection, id }: DocumentKey) => `${collection}\n${id}`;
const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
