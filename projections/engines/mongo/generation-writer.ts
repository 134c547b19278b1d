// Writes to one generation, one after the other: documents and checkpoint together, behind the fence.
import { type ClientSession, MongoError } from 'mongodb';
import type { Lease } from '#projections/lease/lease.js';
import type { CollectionShape, ShapeOf } from '#projections/port/query.js';
import type { DocumentWrite } from '#projections/port/generation.js';
import type { MongoConnection } from './mongo-connection.js';
import { asPortFailure, isThereAlready, mongoUnavailable } from './mongo-errors.js';
import { type Fence, killSession } from './generation-fence.js';
import { type GenerationRecord, type RegisteredCollection, newStamp } from './generation-record.js';
import { stored } from './read-documents.js';
import { fillSearchWords, shapeIndexes } from './shape-collections.js';
import { UnknownCommit, inMongoTransaction } from './mongo-transaction.js';
import { type PreparedWrite, prepared, writeDocuments } from './write-documents.js';

interface WriterParts {
  readonly connection: MongoConnection;
  readonly fence: Fence;
  readonly shapeOf: ShapeOf;
  readonly filling: Lease | undefined;
}

/** Where a write has come to. */
type WrittenCheckpoint = Required<Pick<GenerationRecord, 'checkpoint' | 'last'>>;

export class Writer {
  private last: Promise<unknown> = Promise.resolve();
  private session: ClientSession | undefined;
  private bulk: boolean;
  /** Collections shaped before, so that a shape is looked at only when it is another one. */
  private readonly shaped = new Map<string, CollectionShape>();

  constructor(private readonly parts: WriterParts) {
    this.bulk = parts.filling !== undefined;
  }

  write(writes: readonly DocumentWrite[], reached: WrittenCheckpoint): Promise<void> {
    return this.next(() => this.writeNow(writes, reached));
  }

  reshape(): Promise<void> {
    return this.next(async () => {
      const { fence, shapeOf, filling } = this.parts;
      await fence.check();
      for (const collection of fence.known.collections)
        await this.shape(collection, shapeOf(collection.name));
      this.bulk = false;
      await filling?.giveBack();
    });
  }

  async close(): Promise<void> {
    await this.last.catch(() => {});
    await this.session?.endSession();
    this.session = undefined;
  }

  /** A session has one transaction at a time. */
  private next(run: () => Promise<void>): Promise<void> {
    const turn = this.last.catch(() => {}).then(run);
    this.last = turn;
    return turn;
  }

  private async writeNow(writes: readonly DocumentWrite[], reached: WrittenCheckpoint): Promise<void> {
    const { fence } = this.parts;
    const { checkpoint } = reached;
    // A checkpoint alone may have waited behind documents that are further on.
    if (writes.length === 0 && checkpoint < fence.known.checkpoint) return fence.check();
    if (writes.length === 0) return fence.advance(reached);
    const texts = await this.prepare(new Set(writes.map(({ collection }) => collection)));
    const documents = prepared(writes, checkpoint, (name) => texts.get(name) ?? []);
    await this.writeTogether(documents, reached);
  }

  /** Makes collections, and gives each its shape. Returns the paths whose words are searched. */
  private async prepare(names: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly string[]>> {
    const { shapeOf } = this.parts;
    const texts = new Map<string, readonly string[]>();
    for (const name of names) {
      const shape = shapeOf(name);
      const known = this.registered(name) ?? (await this.register(name, shape));
      if (!this.bulk && this.shaped.get(name) !== shape) await this.shape(known, shape);
      texts.set(name, (this.registered(name) ?? known).text ?? []);
    }
    return texts;
  }

  private registered(name: string): RegisteredCollection | undefined {
    return this.parts.fence.known.collections.find((each) => each.name === name);
  }

  private async register(name: string, shape: CollectionShape | undefined): Promise<RegisteredCollection> {
    const { fence, connection } = this.parts;
    const made = { name, number: fence.known.collections.length + 1, text: shape?.text ?? null };
    await fence.advance({ collections: [...fence.known.collections, made] });
    // Before the transaction: within one, MongoDB makes collections only under conditions.
    await connection.reach(() =>
      connection.database.createCollection(this.stored(made).collectionName).catch((error: unknown) => {
        if (!isThereAlready(error)) throw error;
      }),
    );
    return made;
  }

  private async shape(collection: RegisteredCollection, shape: CollectionShape | undefined): Promise<void> {
    if (shape === undefined) return;
    const { fence, connection } = this.parts;
    const { name } = collection;
    if (collection.filling || JSON.stringify(collection.text) !== JSON.stringify(shape.text)) {
      // Whoever writes from here on brings these words: then those of what is there already are looked for.
      await fence.advance({ collections: this.with({ ...collection, text: shape.text, filling: true }) });
      await fillSearchWords(connection, this.stored(collection), shape.text);
      await fence.advance({ collections: this.with({ ...collection, text: shape.text }) });
    }
    await connection.reach(() => shapeIndexes(this.stored(collection), shape));
    this.shaped.set(name, shape);
  }

  private with(changed: RegisteredCollection): RegisteredCollection[] {
    const { filling: _, ...rest } = changed;
    const kept = changed.filling ? changed : rest;
    return this.parts.fence.known.collections.map((each) => (each.name === changed.name ? kept : each));
  }

  private stored(collection: RegisteredCollection) {
    const { connection, fence } = this.parts;
    return stored({ connection, record: () => fence.known, read: () => fence.read() }, collection);
  }

  private async documents(
    all: ReadonlyMap<string, readonly PreparedWrite[]>,
    session: ClientSession,
  ): Promise<void> {
    for (const [name, documents] of all)
      await writeDocuments(this.stored(this.registered(name)!), documents, session);
  }

  private async writeTogether(
    all: ReadonlyMap<string, readonly PreparedWrite[]>,
    reached: WrittenCheckpoint,
  ): Promise<void> {
    const { fence, connection } = this.parts;
    const session = await this.ownSession();
    const stamp = newStamp();
    try {
      await inMongoTransaction(session, async () => {
        await this.documents(all, session);
        // Last: whoever takes over waits for it only as long as a commit takes.
        await fence.set(reached, stamp, session);
      });
    } catch (error) {
      if (!(error instanceof UnknownCommit || error instanceof MongoError)) throw error;
      if (!(await fence.settled(stamp)))
        throw error instanceof UnknownCommit
          ? mongoUnavailable(connection.shown, error)
          : asPortFailure(connection.shown, error);
    }
    fence.changed(reached, stamp);
  }

  private async ownSession(): Promise<ClientSession> {
    if (this.session) return this.session;
    const { connection, fence } = this.parts;
    const session = connection.client.startSession();
    try {
      await killSession(connection, fence.known.session);
      await fence.advance({ session: session.id!.id });
    } catch (error) {
      await session.endSession();
      throw error;
    }
    this.session = session;
    return session;
  }
}
