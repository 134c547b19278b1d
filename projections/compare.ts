// Compares two generations document by document, and sums each collection up in one hash.
import { createHash } from 'node:crypto';
import type { Json, Snapshot } from './read-model.js';

export interface Difference {
  readonly collection: string;
  readonly id: string;
  /** Where they first differ: `fields.amount`; empty: one of them has no such document. */
  readonly path: string;
  readonly live: Json | undefined;
  readonly rebuilt: Json | undefined;
  /** Position of the last event of either document. */
  readonly position: number;
}

export interface CollectionComparison {
  readonly collection: string;
  readonly documents: number;
  /** SHA-256, hex, over the canonical documents (RFC 8785) in the order of their ids, each with a line feed after it. */
  readonly live: string;
  readonly rebuilt: string;
}

export interface Comparison {
  /** Position that both stood at. */
  readonly position: number;
  readonly collections: readonly CollectionComparison[];
  readonly different: number;
  /** The first hundred. */
  readonly differences: readonly Difference[];
}

type Side = Pick<Snapshot, 'checkpoint' | 'collections' | 'scan'>;
type Doc = { readonly id: string; readonly position: number } & Readonly<Record<string, Json>>;

const LISTED = 100;

interface Options {
  readonly onDocuments: (done: number) => void;
  readonly signal?: AbortSignal;
}

/** Both have to be at the same position. */
export async function compareGenerations(live: Side, rebuilt: Side, options: Options): Promise<Comparison> {
  const names = new Set([...(await live.collections()), ...(await rebuilt.collections())]);
  const differences: Difference[] = [];
  const collections: CollectionComparison[] = [];
  let different = 0;
  let done = 0;
  for (const collection of [...names].sort()) {
    const sums = { live: createHash('sha256'), rebuilt: createHash('sha256') };
    let documents = 0;
    for await (const pair of pairs(live.scan<Doc>(collection), rebuilt.scan<Doc>(collection))) {
      const texts = [pair.live, pair.rebuilt].map((document) => document && canonical(document));
      if (texts[0] !== undefined) sums.live.update(`${texts[0]}\n`);
      if (texts[1] !== undefined) sums.rebuilt.update(`${texts[1]}\n`);
      if (pair.rebuilt) documents += 1;
      if (++done % 1000 === 0) options.onDocuments(done);
      if (options.signal?.aborted) break;
      if (texts[0] === texts[1]) continue;
      if (++different <= LISTED) differences.push(difference(collection, pair));
    }
    collections.push({
      collection,
      documents,
      live: sums.live.digest('hex'),
      rebuilt: sums.rebuilt.digest('hex'),
    });
  }
  options.onDocuments(done);
  return { position: await rebuilt.checkpoint(), collections, different, differences };
}

interface Pair {
  readonly live: Doc | undefined;
  readonly rebuilt: Doc | undefined;
}

/** Documents of both by id; both come in the order of ids. */
async function* pairs(live: AsyncIterable<Doc>, rebuilt: AsyncIterable<Doc>): AsyncIterable<Pair> {
  const one = live[Symbol.asyncIterator]();
  const other = rebuilt[Symbol.asyncIterator]();
  let [a, b] = [await one.next(), await other.next()];
  while (!a.done || !b.done) {
    const order = a.done ? 1 : b.done ? -1 : byCodePoint(a.value.id, b.value.id);
    yield {
      live: order <= 0 ? (a.value as Doc) : undefined,
      rebuilt: order >= 0 ? (b.value as Doc) : undefined,
    };
    const [fromA, fromB] = [order <= 0, order >= 0];
    if (fromA) a = await one.next();
    if (fromB) b = await other.next();
  }
}

function byCodePoint(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function difference(collection: string, { live, rebuilt }: Pair): Difference {
  const id = (live ?? rebuilt)!.id;
  const position = Math.max(live?.position ?? 0, rebuilt?.position ?? 0);
  if (!live || !rebuilt) return { collection, id, path: '', live, rebuilt, position };
  return { collection, id, position, ...firstDifference(live, rebuilt, '') };
}

type Found = Pick<Difference, 'path' | 'live' | 'rebuilt'>;

function firstDifference(live: Json | undefined, rebuilt: Json | undefined, path: string): Found {
  if (isObject(live) && isObject(rebuilt) && Array.isArray(live) === Array.isArray(rebuilt)) {
    const keys = new Set([...Object.keys(live), ...Object.keys(rebuilt)]);
    for (const key of [...keys].sort()) {
      const [a, b] = [live[key], rebuilt[key]];
      if (canonical(a) !== canonical(b)) return firstDifference(a, b, path ? `${path}.${key}` : key);
    }
  }
  return { path, live, rebuilt };
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json | undefined } {
  return typeof value === 'object' && value !== null;
}

/** JSON with the keys of every object in order (RFC 8785). */
export function canonical(value: Json | undefined): string {
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item as Json)).join(',')}]`;
  const entries = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${entries.join(',')}}`;
}
