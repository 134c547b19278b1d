import { LRUCache } from 'lru-cache';
import type { Generation } from '../port/generation.js';
import type { AnyProjection, DocumentKey } from '../port/projection.js';
import { estimateBytes, MAX_BATCH_BYTES } from './batch-size.js';

export type FoldedDocument = NonNullable<Parameters<AnyProjection['apply']>[0]>;

export interface WeighedDocument {
  readonly document: FoldedDocument | undefined;
  readonly weight: number;
}

/** Events per read, at first and at most. */
const FIRST_EVENTS = 50;
const MOST_EVENTS = 500;

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

  nextBatchSize(appendOnly = false): number {
    return appendOnly ? MOST_EVENTS : this.batchSize;
  }

  // Concurrently, as sequential reads on a remote engine would cost more than folding.
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
