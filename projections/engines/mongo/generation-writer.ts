// Documents and checkpoint in one fenced transaction.
import { type ClientSession, MongoError } from 'mongodb';
import type { Lease } from '#projections/lease/lease.js';
import type { CollectionIndexes, FindIndexes } from '#projections/port/query.js';
import type { DocumentWrite } from '#projections/port/generation.js';
import type { MongoConnection } from './mongo-connection.js';
import { toReadModelsError, isAlreadyCreated, unavailableError } from './mongo-errors.js';
import { type GenerationFence, killSession } from './generation-fence.js';
import {
  type GenerationRecord,
  type RegisteredCollection,
  createGenerationStamp,
} from './generation-record.js';
import { openStoredCollection } from './read-documents.js';
import { backfillSearchWords, syncIndexes } from './sync-collection-indexes.js';
import { UnknownCommit, runInMongoTransaction } from './mongo-transaction.js';
import { type PreparedWrite, prepareWrites, writeDocuments } from './write-documents.js';

interface WriterParts {
  readonly connection: MongoConnection;
  readonly fence: GenerationFence;
  readonly shapeOf: FindIndexes;
  readonly bulkLoadLease: Lease | undefined;
}

type WrittenCheckpoint = Required<Pick<GenerationRecord, 'checkpoint' | 'last'>>;

export class GenerationWriter {
  private lastWrite: Promise<unknown> = Promise.resolve();
  private session: ClientSession | undefined;
  private isBulkLoad: boolean;
  private readonly shaped = new Map<string, CollectionIndexes>();

  constructor(private readonly parts: WriterParts) {
    this.isBulkLoad = parts.bulkLoadLease !== undefined;
  }

  write(writes: readonly DocumentWrite[], reached: WrittenCheckpoint): Promise<void> {
    return this.enqueue(() => this.writeNow(writes, reached));
  }

  reshape(): Promise<void> {
    return this.enqueue(async () => {
      const { fence, shapeOf, bulkLoadLease } = this.parts;
      await fence.check();
      for (const collection of fence.lastKnown.collections)
        await this.shape(collection, shapeOf(collection.name));
      this.isBulkLoad = false;
      await bulkLoadLease?.release();
    });
  }

  async close(): Promise<void> {
    await this.lastWrite.catch(() => {});
    await this.session?.endSession();
    this.session = undefined;
  }

  /** A session runs one transaction at a time. */
  private enqueue(run: () => Promise<void>): Promise<void> {
    const turn = this.lastWrite.catch(() => {}).then(run);
    this.lastWrite = turn;
    return turn;
  }

  private async writeNow(writes: readonly DocumentWrite[], reached: WrittenCheckpoint): Promise<void> {
    const { fence } = this.parts;
    const { checkpoint } = reached;
    // Documents may have been written past a bare checkpoint.
    if (writes.length === 0 && checkpoint < fence.lastKnown.checkpoint) return fence.check();
    if (writes.length === 0) return fence.advance(reached);
    const texts = await this.prepareCollections(new Set(writes.map(({ collection }) => collection)));
    const documents = prepareWrites(writes, checkpoint, (name) => texts.get(name) ?? []);
    await this.writeTogether(documents, reached);
  }

  private async prepareCollections(
    names: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const { shapeOf } = this.parts;
    const texts = new Map<string, readonly string[]>();
    for (const name of names) {
      const shape = shapeOf(name);
      const known = this.findRegistered(name) ?? (await this.register(name, shape));
      if (!this.isBulkLoad && this.shaped.get(name) !== shape) await this.shape(known, shape);
      texts.set(name, (this.findRegistered(name) ?? known).text ?? []);
    }
    return texts;
  }

  private findRegistered(name: string): RegisteredCollection | undefined {
    return this.parts.fence.lastKnown.collections.find((each) => each.name === name);
  }

  private async register(name: string, shape: CollectionIndexes | undefined): Promise<RegisteredCollection> {
    const { fence, connection } = this.parts;
    const made = { name, number: fence.lastKnown.collections.length + 1, text: shape?.text ?? null };
    await fence.advance({ collections: [...fence.lastKnown.collections, made] });
    // MongoDB restricts creating collections in transactions.
    await connection.runOperation(() =>
      connection.database
        .createCollection(this.collectionFor(made).collectionName)
        .catch((error: unknown) => {
          if (!isAlreadyCreated(error)) throw error;
        }),
    );
    return made;
  }

  private async shape(collection: RegisteredCollection, shape: CollectionIndexes | undefined): Promise<void> {
    if (shape === undefined) return;
    const { fence, connection } = this.parts;
    const { name } = collection;
    if (collection.filling || JSON.stringify(collection.text) !== JSON.stringify(shape.text)) {
      // New writes include these words from here on; then older documents get theirs.
      await fence.advance({
        collections: this.withCollection({ ...collection, text: shape.text, filling: true }),
      });
      await backfillSearchWords(connection, this.collectionFor(collection), shape.text);
      await fence.advance({ collections: this.withCollection({ ...collection, text: shape.text }) });
    }
    await connection.runOperation(() => syncIndexes(this.collectionFor(collection), shape));
    this.shaped.set(name, shape);
  }

  private withCollection(changed: RegisteredCollection): RegisteredCollection[] {
    const { filling: _, ...rest } = changed;
    const updated = changed.filling ? changed : rest;
    return this.parts.fence.lastKnown.collections.map((each) =>
      each.name === changed.name ? updated : each,
    );
  }

  private collectionFor(collection: RegisteredCollection) {
    const { connection, fence } = this.parts;
    return openStoredCollection(
      { connection, record: () => fence.lastKnown, read: () => fence.read() },
      collection,
    );
  }

  private async writeAllDocuments(
    all: ReadonlyMap<string, readonly PreparedWrite[]>,
    session: ClientSession,
  ): Promise<void> {
    for (const [name, documents] of all)
      await writeDocuments(this.collectionFor(this.findRegistered(name)!), documents, session);
  }

  private async writeTogether(
    all: ReadonlyMap<string, readonly PreparedWrite[]>,
    reached: WrittenCheckpoint,
  ): Promise<void> {
    const { fence, connection } = this.parts;
    const session = await this.ownSession();
    const stamp = createGenerationStamp();
    try {
      await runInMongoTransaction(session, async () => {
        await this.writeAllDocuments(all, session);
        // Last, so that a takeover blocks only as long as a commit.
        await fence.writeChange(reached, stamp, session);
      });
    } catch (error) {
      if (!(error instanceof UnknownCommit || error instanceof MongoError)) throw error;
      if (!(await fence.isStored(stamp)))
        throw error instanceof UnknownCommit
          ? unavailableError(connection.displayUrl, error)
          : toReadModelsError(connection.displayUrl, error);
    }
    fence.noteChange(reached, stamp);
  }

  private async ownSession(): Promise<ClientSession> {
    if (this.session) return this.session;
    const { connection, fence } = this.parts;
    const session = connection.client.startSession();
    try {
      await killSession(connection, fence.lastKnown.session);
      await fence.advance({ session: session.id!.id });
    } catch (error) {
      await session.endSession();
      throw error;
    }
    this.session = session;
    return session;
  }
}
