// Events become writes: each document is read once, takes its events in memory, and is written once.
import { LRUCache } from 'lru-cache';
import type { Recorded } from '../src/domain/event.js';
import type { AnyProjection, Target } from './projection.js';
import type { Generation, Write } from './read-model.js';

type Held = NonNullable<Parameters<AnyProjection['apply']>[0]>;

interface Touched extends Target {
  document: Held | undefined;
  dirty: boolean;
}

/** The event that broke a projection. */
export interface Broken {
  readonly event: Recorded;
  readonly error: Error;
}

export interface FoldingParts {
  readonly projection: AnyProjection;
  readonly generation: Pick<Generation, 'get' | 'write'>;
  /** Events to leave out. */
  readonly isSkipped: (position: number) => boolean;
  /** So many documents are remembered from batch to batch. */
  readonly remembered: number;
}

/** Folds events in memory until they are stored, in the log's order. */
export class Folding {
  private touched = new Map<string, Touched>();
  private added: Write[] = [];
  private readonly recent: LRUCache<string, Held>;
  private position: number | undefined;
  /** Nothing more is taken: `store` keeps what came before it. */
  broken: Broken | undefined;

  constructor(private readonly parts: FoldingParts) {
    this.recent = new LRUCache({ max: parts.remembered });
  }

  /** Documents that wait to be stored. */
  get size(): number {
    return this.touched.size + this.added.length;
  }

  /** Whether what was taken changes any document. */
  get changes(): boolean {
    if (this.added.length > 0) return true;
    for (const { dirty } of this.touched.values()) if (dirty) return true;
    return false;
  }

  /** Stops at the first event that breaks the projection. */
  async take(events: readonly Recorded[]): Promise<void> {
    for (const event of events) {
      if (this.broken) return;
      try {
        const reading = this.parts.isSkipped(event.position) ? undefined : this.takeOne(event);
        // Most documents are in memory: waiting for each would cost more than folding it.
        if (reading) await reading;
      } catch (error) {
        this.broken = { event, error: error instanceof Error ? error : new Error(String(error)) };
        return;
      }
      this.position = event.position;
    }
  }

  /** Writes documents and checkpoint. Returns what was written; undefined: nothing had been taken. */
  async store(): Promise<{ readonly writes: readonly Write[]; readonly position: number } | undefined> {
    const { position } = this;
    if (position === undefined) return undefined;
    const writes = this.added;
    for (const { collection, id, document, dirty } of this.touched.values())
      if (dirty) writes.push({ collection, id, document });
    await this.parts.generation.write(writes, position);
    this.remember();
    return { writes, position };
  }

  /** Instead of `store`, where nothing has changed: the checkpoint may follow later. */
  pass(): number | undefined {
    const { position } = this;
    this.remember();
    return position;
  }

  private remember(): void {
    for (const [key, { document }] of this.touched)
      if (document === undefined) this.recent.delete(key);
      else this.recent.set(key, document);
    this.touched = new Map();
    this.added = [];
    this.position = undefined;
  }

  private takeOne(event: Recorded): Promise<void> | undefined {
    const target = this.parts.projection.target(event);
    if (target === undefined) return undefined;
    if (this.parts.projection.appendOnly) return this.add(target, event);
    const key = `${target.collection}\n${target.id}`;
    const held = this.touched.get(key);
    if (held) return this.apply(held, event);
    const recent = this.recent.get(key);
    if (recent) return this.apply(this.touch(key, target, recent), event);
    return this.parts.generation
      .get<Held>(target.collection, target.id)
      .then((document) => this.apply(this.touch(key, target, document), event));
  }

  private add({ collection, id }: Target, event: Recorded): undefined {
    this.added.push({ collection, id, document: this.parts.projection.apply(undefined, event) });
  }

  private touch(key: string, target: Target, document: Held | undefined): Touched {
    const touched = { collection: target.collection, id: target.id, document, dirty: false };
    this.touched.set(key, touched);
    return touched;
  }

  private apply(held: Touched, event: Recorded): undefined {
    if (held.document !== undefined && held.document.position >= event.position) return;
    const next = this.parts.projection.apply(held.document, event);
    held.dirty ||= next !== held.document;
    held.document = next;
  }
}
