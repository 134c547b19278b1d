// Documents that events are about to change: read together, a few at first, then as many as their size allows; and remembered.
import { LRUCache } from 'lru-cache';
import type { AnyProjection, DocumentKey } from '../port/projection.js';
import type { Generation } from '../port/generation.js';
export type FoldedDocument = NonNullable<Parameters<AnyProjection['apply']>[0]>;

export interface WeighedDocument {
  readonly document: FoldedDocument | undefined;
  /** About how large it is. */
  readonly weight: number;
}

/** Events whose documents are read together: at first, and where documents are small. */
const FIRST = 50;
const MOST = 500;

export class DocumentsAhead {
  private readonly recent: LRUCache<string, WeighedDocument>;
  private atOnce = FIRST;

  /** `remembered`: so many, if they are small. */
  constructor(
    private readonly generation: Pick<Generation, 'get'>,
    remembered: number,
  ) {
    this.recent = new LRUCache({
      max: remembered,
      maxSize: 2 * MOST_AT_ONCE,
      sizeCalculation: ({ weight }) => weight,
    });
  }

  /** So many events may be read for now. `appendOnly`: nothing is read for them. */
  howMany(appendOnly = false): number {
    return appendOnly ? MOST : this.atOnce;
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
      const weighed = { document, weight: document === undefined ? 0 : weightOf(document) };
      weight += weighed.weight;
      found.set(key, weighed);
    }
    if (unknown.length > 0) this.learn(weight / unknown.length);
    return found;
  }

  remember(key: string, weighed: WeighedDocument): void {
    if (weighed.document === undefined) this.recent.delete(key);
    else this.recent.set(key, weighed);
  }

  private learn(each: number): void {
    this.atOnce = Math.max(1, Math.min(MOST, Math.floor(MOST_AT_ONCE / Math.max(1, each))));
  }
}

// About how many bytes a value takes as JSON, found without writing it out: work in memory is bounded by it, not by counts.
/** So much is folded, written and remembered at once: a small part of what a process may have, and of what engines take. */
export const MOST_AT_ONCE = 8 * 1024 * 1024;

/** Of what surrounds a value, and of values that are short. */
const LITTLE = 8;

export function weightOf(value: unknown): number {
  if (typeof value === 'string') return LITTLE + value.length;
  if (typeof value !== 'object' || value === null) return LITTLE;
  let weight = LITTLE;
  if (Array.isArray(value)) for (const item of value) weight += weightOf(item);
  else for (const key in value) weight += key.length + weightOf((value as Record<string, unknown>)[key]);
  return weight;
}
