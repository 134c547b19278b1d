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

  /** Stops at the first event that breaks the projection. Throws what the engine throws: that is no event's fault. */
  async take(events: readonly Recorded[]): Promise<void> {
    if (this.broken) return;
    const targets = events.map((event) => this.aim(event));
    await this.readAhead(targets);
    for (const [at, event] of events.entries()) {
      const target = targets[at];
      try {
        if (target instanceof Error) throw target;
        if (target !== undefined) this.takeOne(target, event);
      } catch (error) {
        this.broken = { event, error: asError(error) };
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

  /** What the event is about. An error breaks the projection when it is the event's turn. */
  private aim(event: Recorded): Target | undefined | Error {
    if (this.parts.isSkipped(event.position)) return undefined;
    try {
      return this.parts.projection.target(event);
    } catch (error) {
      return asError(error);
    }
  }

  // All at once: where the engine is another machine, waiting for each would cost more than folding all of them.
  private async readAhead(targets: readonly (Target | undefined | Error)[]): Promise<void> {
    if (this.parts.projection.appendOnly) return;
    const wanted = new Map<string, Target>();
    for (const target of targets) {
      if (target === undefined || target instanceof Error) continue;
      const key = keyOf(target);
      if (this.touched.has(key)) continue;
      const recent = this.recent.get(key);
      if (recent) this.touch(key, target, recent);
      else wanted.set(key, target);
    }
    if (wanted.size === 0) return;
    const { generation } = this.parts;
    const reading = [...wanted.values()].map(({ collection, id }) => generation.get<Held>(collection, id));
    const documents = await Promise.all(reading);
    for (const [at, [key, target]] of [...wanted].entries()) this.touch(key, target, documents[at]);
  }

  private takeOne(target: Target, event: Recorded): void {
    if (this.parts.projection.appendOnly) this.add(target, event);
    else this.apply(this.touched.get(keyOf(target))!, event);
  }

  private add({ collection, id }: Target, event: Recorded): void {
    this.added.push({ collection, id, document: this.parts.projection.apply(undefined, event) });
  }

  private touch(key: string, target: Target, document: Held | undefined): void {
    this.touched.set(key, { collection: target.collection, id: target.id, document, dirty: false });
  }

  private apply(held: Touched, event: Recorded): void {
    if (held.document !== undefined && held.document.position >= event.position) return;
    const next = this.parts.projection.apply(held.document, event);
    held.dirty ||= next !== held.document;
    held.document = next;
  }
}

const keyOf = ({ collection, id }: Target) => `${collection}\n${id}`;
const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
