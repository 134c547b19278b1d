// Documents as of now, as of a snapshot, and within a transaction.
import { type Document, EJSON } from 'bson';
import { valueAt } from './compare-values.js';

export class CommandError extends Error {
  constructor(
    readonly code: number,
    readonly codeName: string,
    message: string,
    readonly labels: readonly string[] = [],
  ) {
    super(message);
  }
}

export interface Index {
  readonly name: string;
  readonly key: Document;
  readonly unique?: boolean;
}

interface Collection {
  documents: Map<string, Document>;
  indexes: Index[];
}

type Contents = ReadonlyMap<string, ReadonlyMap<string, Document>>;

export interface Transaction {
  readonly number: number;
  readonly seen: Contents;
  /** undefined: removed. */
  readonly changes: Map<string, Map<string, Document | undefined>>;
  ended?: 'committed' | 'aborted';
  readonly end: () => void;
  readonly over: Promise<void>;
}

export const idOf = (id: unknown) => (typeof id === 'string' ? `"${id}` : EJSON.stringify(id));

const MOMENTS = 50;

export class Stored {
  private readonly collections = new Map<string, Collection>();
  private readonly open = new Set<Transaction>();
  private readonly moments = new Map<string, Contents>();
  private time = 1;

  names(database: string): string[] {
    return [...this.collections.keys()].filter((name) => name.startsWith(`${database}.`));
  }

  collection(name: string): Collection {
    let found = this.collections.get(name);
    if (!found)
      this.collections.set(
        name,
        (found = { documents: new Map(), indexes: [{ name: '_id_', key: { _id: 1 }, unique: true }] }),
      );
    return found;
  }

  has(name: string): boolean {
    return this.collections.has(name);
  }

  drop(name: string): void {
    this.collections.delete(name);
  }

  /** Frozen; costs nothing until the next write (see `put`). */
  private contents(): Contents {
    return new Map([...this.collections].map(([name, { documents }]) => [name, documents]));
  }

  /** Number of a snapshot for later reads. */
  keepMoment(): number {
    const at = this.time;
    this.moments.set(String(at), this.contents());
    for (const oldest of this.moments.keys()) if (this.moments.size > MOMENTS) this.moments.delete(oldest);
    return at;
  }

  documents(name: string, transaction?: Transaction, moment?: number): ReadonlyMap<string, Document> {
    if (moment !== undefined) {
      const seen = this.moments.get(String(moment));
      if (!seen) throw new CommandError(239, 'SnapshotTooOld', 'this moment is no longer kept');
      return seen.get(name) ?? new Map();
    }
    if (!transaction) return this.collections.get(name)?.documents ?? new Map();
    const changes = transaction.changes.get(name);
    const seen = transaction.seen.get(name) ?? new Map<string, Document>();
    if (!changes) return seen;
    const overlaid = new Map(seen);
    for (const [id, document] of changes)
      if (document) overlaid.set(id, document);
      else overlaid.delete(id);
    return overlaid;
  }

  document(name: string, id: string, transaction?: Transaction): Document | undefined {
    const changes = transaction?.changes.get(name);
    if (changes?.has(id)) return changes.get(id);
    const documents = transaction ? transaction.seen.get(name) : this.collections.get(name)?.documents;
    return documents?.get(id);
  }

  begin(number: number): Transaction {
    let end = () => {};
    const over = new Promise<void>((resolve) => (end = resolve));
    const transaction = { number, seen: this.contents(), changes: new Map(), end, over };
    this.open.add(transaction);
    return transaction;
  }

  put(name: string, id: string, document: Document | undefined, transaction?: Transaction): void {
    if (transaction) {
      const holder = this.holder(name, id, transaction);
      const changed = this.collections.get(name)?.documents.get(id) !== transaction.seen.get(name)?.get(id);
      if (holder || changed) throw writeConflict();
      if (document) this.checkUnique(name, id, document, transaction);
      let changes = transaction.changes.get(name);
      if (!changes) transaction.changes.set(name, (changes = new Map()));
      changes.set(id, document);
      return;
    }
    if (document) this.checkUnique(name, id, document);
    this.set(new Map([[name, new Map([[id, document]])]]));
  }

  /** Outside a transaction, MongoDB waits for those that have written to a document; undefined: none has. */
  heldUp(name: string, id: string): Promise<void> | undefined {
    return this.holder(name, id)?.over;
  }

  private holder(name: string, id: string, own?: Transaction): Transaction | undefined {
    for (const each of this.open) if (each !== own && each.changes.get(name)?.has(id)) return each;
    return undefined;
  }

  private checkUnique(name: string, id: string, document: Document, transaction?: Transaction): void {
    for (const { key, unique, name: index } of this.collection(name).indexes) {
      if (!unique || index === '_id_') continue;
      const all = this.documents(name, transaction);
      const of = (each: Document) =>
        JSON.stringify(Object.keys(key).map((path) => valueAt(each, path) ?? null));
      for (const [otherId, other] of all)
        if (otherId !== id && of(other) === of(document)) throw duplicate(name, index);
    }
  }

  // Copy-on-write, as snapshots and transactions may refer to the map.
  private set(changes: ReadonlyMap<string, ReadonlyMap<string, Document | undefined>>): void {
    this.time += 1;
    const isSeen = (documents: ReadonlyMap<string, Document>, name: string) =>
      [...this.moments.values()].some((each) => each.get(name) === documents) ||
      [...this.open].some(({ seen }) => seen.get(name) === documents);
    for (const [name, all] of changes) {
      const collection = this.collection(name);
      if (isSeen(collection.documents, name)) collection.documents = new Map(collection.documents);
      for (const [id, document] of all)
        if (document) collection.documents.set(id, document);
        else collection.documents.delete(id);
    }
  }

  commit(transaction: Transaction): void {
    this.set(transaction.changes);
    this.over(transaction, 'committed');
  }

  abort(transaction: Transaction): void {
    this.over(transaction, 'aborted');
  }

  private over(transaction: Transaction, how: 'committed' | 'aborted'): void {
    transaction.ended = how;
    this.open.delete(transaction);
    transaction.end();
  }

  abortAll(): void {
    for (const each of [...this.open]) this.abort(each);
  }
}

export function writeConflict(): CommandError {
  return new CommandError(112, 'WriteConflict', 'somebody else has written to it', [
    'TransientTransactionError',
  ]);
}

export function duplicate(name: string, index: string): CommandError {
  return new CommandError(
    11000,
    'DuplicateKey',
    `E11000 duplicate key error collection: ${name} index: ${index}`,
  );
}
