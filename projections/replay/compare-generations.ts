import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { type BlockPair, pairBlocks } from './pair-blocks.js';
import type { DocumentBlock, Snapshot } from '../port/generation.js';
import type { Json } from '../port/query.js';
import { toCanonicalJson } from '#event-store/canonical-json.js';

export interface DocumentDifference {
  readonly collection: string;
  readonly id: string;
  /** First difference: `fields.amount`; empty: the document is missing on one side. */
  readonly path: string;
  readonly live: Json | undefined;
  readonly rebuilt: Json | undefined;
  /** Of the last event of either document. */
  readonly position: number;
  readonly event?: { readonly position: number; readonly type: string };
}

export interface CollectionComparison {
  readonly collection: string;
  readonly documents: number;
  /** SHA-256, hex, over the JSON documents by id, each followed by a line feed. The order of keys does not count. */
  readonly live: string;
  readonly rebuilt: string;
}

export interface GenerationComparison {
  /** Of both. */
  readonly position: number;
  readonly collections: readonly CollectionComparison[];
  readonly different: number;
  readonly differences: readonly DocumentDifference[];
}

type ComparedSide = Pick<Snapshot, 'checkpoint' | 'collections' | 'blocks'>;
type ComparedDocument = { readonly id: string; readonly position: number } & Readonly<Record<string, Json>>;

const MAX_LISTED = 100;
const REPORT_EVERY = 5_000;

interface CompareOptions {
  readonly onDocuments: (done: number) => void;
  readonly signal?: AbortSignal;
}

/** Both must be at the same position. */
export async function compareGenerations(
  live: ComparedSide,
  rebuilt: ComparedSide,
  options: CompareOptions,
): Promise<GenerationComparison> {
  const names = new Set([...(await live.collections()), ...(await rebuilt.collections())]);
  const differences: DocumentDifference[] = [];
  const collections: CollectionComparison[] = [];
  let different = 0;
  let before = 0;
  let reported = 0;
  for (const collection of [...names].sort()) {
    const sums = new GenerationSums();
    let documents = 0;
    let done = 0;
    for await (const pair of pairBlocks(live.blocks(collection), rebuilt.blocks(collection))) {
      if (pair.rebuilt) documents += pair.rebuilt.count;
      done += (pair.rebuilt ?? pair.live)!.count;
      if (before + done - reported >= REPORT_EVERY) options.onDocuments((reported = before + done));
      await breathe();
      if (options.signal?.aborted) break;
      const found = sums.add(pair) ? undefined : findDifference(collection, pair);
      if (found && ++different <= MAX_LISTED) differences.push(found);
    }
    before += done;
    collections.push({ collection, documents, ...sums.digests() });
  }
  options.onDocuments(before);
  return { position: await rebuilt.checkpoint(), collections, different, differences };
}

class GenerationSums {
  private live = createHash('sha256');
  private rebuilt = this.live;

  add(pair: BlockPair): boolean {
    const isSame = pair.live?.lines === pair.rebuilt?.lines || isEqual(pair);
    if (!isSame && this.live === this.rebuilt) this.rebuilt = this.live.copy();
    const live = isSame ? pair.rebuilt : pair.live;
    if (live) this.live.update(`${live.lines}\n`);
    if (pair.rebuilt && this.rebuilt !== this.live) this.rebuilt.update(`${pair.rebuilt.lines}\n`);
    return isSame;
  }

  digests(): { readonly live: string; readonly rebuilt: string } {
    const rebuilt = this.rebuilt.copy().digest('hex');
    return { live: this.live.digest('hex'), rebuilt };
  }
}

function isEqual({ live, rebuilt }: BlockPair): boolean {
  return (
    live !== undefined &&
    rebuilt !== undefined &&
    toCanonicalJson(parseDocument(live)) === toCanonicalJson(parseDocument(rebuilt))
  );
}

function parseDocument({ lines }: DocumentBlock): ComparedDocument {
  return JSON.parse(lines) as ComparedDocument;
}

function findDifference(collection: string, pair: BlockPair): DocumentDifference {
  const live = pair.live && parseDocument(pair.live);
  const rebuilt = pair.rebuilt && parseDocument(pair.rebuilt);
  const id = (live ?? rebuilt)!.id;
  const position = Math.max(live?.position ?? 0, rebuilt?.position ?? 0);
  if (!live || !rebuilt) return { collection, id, path: '', live, rebuilt, position };
  return { collection, id, position, ...firstDifference(live, rebuilt, '') };
}

type FirstDifference = Pick<DocumentDifference, 'path' | 'live' | 'rebuilt'>;

function firstDifference(live: Json | undefined, rebuilt: Json | undefined, path: string): FirstDifference {
  if (isObject(live) && isObject(rebuilt) && Array.isArray(live) === Array.isArray(rebuilt)) {
    const keys = new Set([...Object.keys(live), ...Object.keys(rebuilt)]);
    for (const key of [...keys].sort()) {
      const [a, b] = [live[key], rebuilt[key]];
      if (toCanonicalJson(a) !== toCanonicalJson(b))
        return firstDifference(a, b, path ? `${path}.${key}` : key);
    }
  }
  return { path, live, rebuilt };
}

export function isObject(value: Json | undefined): value is { readonly [key: string]: Json | undefined } {
  return typeof value === 'object' && value !== null;
}
