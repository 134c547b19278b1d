// The read-model port: documents in collections, found by a typed subset of MongoDB's filter language.
// Every adapter passes test/projections/read-model.contract.ts.
import type { SeenEvent } from '../src/event-store/event-store.js';

export type Scalar = string | number | boolean | null;
export type Json = Scalar | readonly Json[] | { readonly [key: string]: Json | undefined };

/** Paths are dotted: `state`, `fields.amount`. A missing property equals null. */
export type Filter = {
  readonly $and?: readonly Filter[];
  readonly $or?: readonly Filter[];
  readonly $nor?: readonly Filter[];
  /** Full text: every word (as a prefix) has to occur in the document's text. */
  readonly $text?: string;
} & { readonly [path: string]: Scalar | Comparison | readonly Filter[] | undefined };

export interface Comparison {
  readonly $eq?: Scalar;
  readonly $ne?: Scalar;
  readonly $in?: readonly Scalar[];
  /** Ranges compare within one type: numbers by value, strings by code point. null is in no range. */
  readonly $gt?: string | number;
  readonly $gte?: string | number;
  readonly $lt?: string | number;
  readonly $lte?: string | number;
  /** Strings that begin so. */
  readonly $prefix?: string;
}

export interface Query {
  readonly filter?: Filter;
  /** One path; ties are broken by id in the same direction. null sorts lowest. Default: by id. */
  readonly sort?: { readonly path: string; readonly descending?: boolean };
  /** Where the page before ended (or, with `backwards`, where the page after began). */
  readonly cursor?: string;
  readonly backwards?: boolean;
  /** Nobody goes back from this page: whether there is one before it need not be found out. */
  readonly onwardOnly?: boolean;
  readonly limit: number;
}

export interface Page<Doc> {
  readonly documents: readonly Doc[];
  /** Cursor of the next page; undefined = this is the last. */
  readonly next?: string;
  /** Cursor of the page before; undefined = this is the first. */
  readonly previous?: string;
}

/** What a collection should be quick at, and what is searchable in its documents. */
export interface Shape {
  /** Paths filtered or sorted by, each list one index. */
  readonly indexes: readonly (readonly string[])[];
  /** Paths whose words are searched by $text; arrays and objects count with all their strings; sealed values never. */
  readonly text: readonly string[];
  /** Documents never change once they are written: their words can be taken as they come. */
  readonly fixed?: boolean;
  /** Ids grow from one new document to the next: those that a search finds can be taken as they were written. */
  readonly inOrder?: boolean;
}

/** undefined: not known (yet), leave the collection as it is. The same object for as long as nothing changes. */
export type ShapeOf = (collection: string) => Shape | undefined;

/** Nobody wants to know more exactly. */
export const COUNTED = 1_000;

/** One generation of one projection: its collections and its checkpoint. */
export interface Generation {
  readonly projection: string;
  readonly number: number;
  checkpoint(): Promise<number>;
  get<Doc>(collection: string, id: string): Promise<Doc | undefined>;
  /** This and what counts: throw `QuestionTooLong` after some seconds; for whom they ask is known from asking.ts. */
  find<Doc>(collection: string, query: Query): Promise<Page<Doc>>;
  /** Counts up to `limit` (default 1,000) and then stops: `{ count: 1000, more: true }`. */
  count(
    collection: string,
    filter?: Filter,
    limit?: number,
  ): Promise<{ readonly count: number; readonly more: boolean }>;
  /** No value counts for more than `limit`; where the engine can, it stops counting there. */
  countBy(
    collection: string,
    path: string,
    filter?: Filter,
    limit?: number,
  ): Promise<ReadonlyMap<Scalar, number>>;
  collections(): Promise<readonly string[]>;
  /** Every document of a collection by id. */
  scan<Doc>(collection: string): AsyncIterable<Doc>;
  /** The same as JSON, many at once: for comparing quickly. */
  blocks(collection: string): AsyncIterable<Block>;
  /**
   * Documents and checkpoint in one transaction. `document: undefined` removes.
   * Throws `WrittenElsewhere` when somebody else has written since this handle was opened or last wrote, or has opened it
   * with a greater token: open it again.
   * Where the engine has no transactions: documents first, each only where its position grows, then the checkpoint.
   * `last`: the event at the checkpoint, kept with it.
   */
  write(writes: readonly Write[], checkpoint: number, last?: SeenEvent): Promise<void>;
  /** Makes indexes and search as `shapeOf` says now, for every collection; ends bulk mode. Changes no answer, only how quick it is. */
  reshape(): Promise<void>;
  /**
   * This moment, frozen: documents and checkpoint as they are now, whatever is written later. Close it soon. Reading it throws
   * `SnapshotLost` where the engine does not keep it for so long.
   */
  snapshot(): Promise<Snapshot>;
  /** Twice is once. */
  close(): Promise<void>;
}

/** Documents as JSON, each on a line of its own. */
export interface Block {
  readonly lines: string;
  readonly count: number;
}

export type Snapshot = Pick<
  Generation,
  'projection' | 'number' | 'checkpoint' | 'collections' | 'scan' | 'blocks' | 'get' | 'close'
>;

export interface Write {
  readonly collection: string;
  readonly id: string;
  readonly document: { readonly position: number } | undefined;
}

export interface GenerationInfo {
  readonly projection: string;
  readonly number: number;
  readonly version: number;
  readonly state: 'building' | 'active' | 'kept';
  readonly checkpoint: number;
  /** The event at the checkpoint; undefined: none yet, or a version before wrote it. */
  readonly last?: SeenEvent;
}

/**
 * Who has the right to something that one process does at a time. Changed by compare-and-set only, and judged by whether
 * `beat` goes on growing, never by a clock of another machine: see lease.ts.
 */
export interface LeaseRecord {
  /** The process, in words for people; '' = given back. */
  readonly holder: string;
  /** Grows with every new holder: the fencing token. From 1. */
  readonly token: number;
  /** Grows for as long as the holder is alive. */
  readonly beat: number;
}

/** An event that a projection leaves out, because somebody said so. */
export interface Skip {
  readonly position: number;
  readonly eventId: string;
  readonly reason: string;
  /** What it broke with. */
  readonly error: string;
  readonly at: string;
}

/** What a projection cannot get past, as whoever builds it tells every process. */
export interface ProjectionFailure {
  readonly error: string;
  /** The event that broke it; undefined: the read model's data cannot be read. */
  readonly event?: { readonly position: number; readonly id: string; readonly type: string };
  /** ISO 8601 instant. */
  readonly at: string;
}

/** See `ReadModels.condemn`. */
export const CONDEMNED = 0;

export interface ReadModels {
  /** The generation pages are served from; undefined before the first was made. */
  active(projection: string): Promise<GenerationInfo | undefined>;
  generations(projection?: string): Promise<readonly GenerationInfo[]>;
  create(projection: string, version: number): Promise<GenerationInfo>;
  /**
   * `bulk`: for filling a new generation quickly. Nobody else may open it meanwhile, indexes and search come with `reshape`.
   * `token`: to write under a lease. From here on, handles with a smaller token, or with none, write nothing any more.
   * Throws `DamagedGeneration` when its data cannot be read, `GenerationInUse` when another process fills it in bulk,
   * `WrittenElsewhere` when it was opened with a greater token already.
   */
  open(
    projection: string,
    number: number,
    shapeOf: ShapeOf,
    options?: { readonly bulk?: boolean; readonly token?: number },
  ): Promise<Generation>;
  /** Makes it the active one; the one before becomes `kept`. */
  activate(projection: string, number: number): Promise<void>;
  drop(projection: string, number: number): Promise<void>;
  /**
   * Its data turned out to be damaged: from now on it counts as built by version `CONDEMNED`, which no projection has. So whoever
   * builds read models builds another one, and pages read this one as far as they can until then.
   */
  condemn(projection: string, number: number): Promise<void>;
  /** Calls back after generations were activated or dropped, by whichever process. Returns what ends it. */
  onChange(listener: () => void): () => void;
  /** Events left out by a projection of this version. */
  skips(projection: string, version: number): Promise<readonly Skip[]>;
  skip(projection: string, version: number, skip: Skip): Promise<void>;
  /** undefined: it goes on, as far as anybody knows. */
  failure(projection: string): Promise<ProjectionFailure | undefined>;
  tellFailure(projection: string, failure: ProjectionFailure | undefined): Promise<void>;
  /** undefined: nobody has ever held it. */
  lease(name: string): Promise<LeaseRecord | undefined>;
  /** Writes `next` if the lease is still as `seen` (undefined: never held). false: somebody was quicker, nothing is written. */
  changeLease(name: string, seen: LeaseRecord | undefined, next: LeaseRecord): Promise<boolean>;
  close(): Promise<void>;
}

/** The engine cannot be reached, or cannot write: the message says what was tried. */
export class ReadModelsUnavailable extends Error {
  override readonly name = 'ReadModelsUnavailable';
}

/** What is configured cannot be used as read models; the message says what to do. */
export class ReadModelsUnusable extends Error {
  override readonly name = 'ReadModelsUnusable';
}

/** A moment is no longer kept: take another one. The message says what would keep it for longer. */
export class SnapshotLost extends Error {
  override readonly name = 'SnapshotLost';
}

/** A question took longer than one may: it has to ask for less. */
export class QuestionTooLong extends Error {
  override readonly name = 'QuestionTooLong';
}

/** A cursor that no page gave out. */
export class BadCursor extends Error {
  override readonly name = 'BadCursor';
}

/** A filter or a sort that is none: an unknown operator, a path that is no path. */
export class BadQuery extends Error {
  override readonly name = 'BadQuery';
}

/** Another process has written to this generation: open it again. */
export class WrittenElsewhere extends Error {
  override readonly name = 'WrittenElsewhere';
}

/** The generation's data cannot be read. A replay builds a new one from the events. */
export class DamagedGeneration extends Error {
  override readonly name = 'DamagedGeneration';
}

/** Another process is filling this generation. */
export class GenerationInUse extends Error {
  override readonly name = 'GenerationInUse';
}
