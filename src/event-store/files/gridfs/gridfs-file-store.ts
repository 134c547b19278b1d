// Uploads are registered first, so that interrupted ones can be removed.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GridFSBucket, type Collection, type Db, type GridFSFile, type MongoClientOptions } from 'mongodb';
import { MONGO_MAJORITY_CONCERNS, MongoClient } from '#platform/mongo-client.js';
import {
  isUploadId,
  assertBlobKey,
  assertBlobPrefix,
  createUploadId,
  type FileStore,
  type BlobKey,
  type ByteRange,
} from '../file-store.js';
import { translateGridFsErrors, describeGridFsLocation } from './gridfs-errors.js';

const BUCKET = 'files';
const CHUNK = 255 * 1024;

/** Generous for slow lines, but an unresponsive server must not block forever. */
const SETTINGS: MongoClientOptions = {
  appName: 'daybook-files',
  serverSelectionTimeoutMS: 5_000,
  connectTimeoutMS: 5_000,
  socketTimeoutMS: 30_000,
  maxPoolSize: 20,
  ...MONGO_MAJORITY_CONCERNS,
};

interface Upload {
  readonly _id: string;
  readonly begunAt: Date;
}

interface GridFsCollections {
  readonly bucket: GridFSBucket;
  readonly uploads: Collection<Upload>;
  readonly files: Collection<Omit<GridFSFile, '_id'> & { readonly _id: string }>;
  readonly chunks: Collection<{ readonly files_id: string }>;
}

export function openGridFsFileStore(url: string, database: string): FileStore {
  const translatingErrors = translateGridFsErrors(url);
  let client: MongoClient | undefined;
  let collections: GridFsCollections | undefined;
  const connect = (): GridFsCollections => {
    client ??= new MongoClient(url, SETTINGS);
    return (collections ??= openCollections(client.db(database)));
  };
  return {
    place: `GridFS in ${describeGridFsLocation(url, database)}`,
    async stageUpload(bytes) {
      const upload = createUploadId();
      try {
        await translatingErrors(() => connect().uploads.insertOne({ _id: upload, begunAt: new Date() }));
        await uploadBytes(connect(), upload, bytes, translatingErrors);
      } catch (error) {
        // Otherwise `discardUploadsBefore` removes it later.
        await removeFile(connect(), upload).catch(() => {});
        throw error;
      }
      return upload;
    },
    async commitUpload(upload, at) {
      assertBlobKey(at);
      return isUploadId(upload) && translatingErrors(() => commitUpload(connect(), upload, at));
    },
    async discardUpload(upload) {
      await translatingErrors(async () => {
        if (await connect().uploads.findOne({ _id: upload })) await removeFile(connect(), upload);
      });
    },
    read: (at, range) => translatingErrors(() => openRange(connect(), at, range)),
    size: (at) => translatingErrors(async () => (await findFile(connect(), at))?.length),
    async removeWithPrefix(prefix) {
      assertBlobPrefix(prefix);
      return translatingErrors(async () => {
        const files = await connect()
          .files.find({ 'metadata.shelf': prefix }, { projection: { _id: 1 } })
          .toArray();
        for (const { _id } of files) await removeFile(connect(), _id);
        return files.length;
      });
    },
    async *listKeys(beginning) {
      const shelf =
        beginning === undefined ? { $exists: true } : { $gte: beginning, $lt: `${beginning}\uffff` };
      const found = connect().files.find({ 'metadata.shelf': shelf }, { projection: { metadata: 1 } });
      for await (const { metadata } of found)
        yield { prefix: metadata!.shelf, name: metadata!.name } as BlobKey;
    },
    discardUploadsBefore: (than) =>
      translatingErrors(async () => {
        const old = await connect()
          .uploads.find({ begunAt: { $lt: than } })
          .toArray();
        for (const { _id } of old) await discardUnlessCommitted(connect(), _id);
        return old.length;
      }),
    close: async () => client?.close(),
  };
}

const openCollections = (database: Db): GridFsCollections => ({
  bucket: new GridFSBucket(database, { bucketName: BUCKET, chunkSizeBytes: CHUNK }),
  uploads: database.collection('uploads'),
  files: database.collection(`${BUCKET}.files`),
  chunks: database.collection(`${BUCKET}.chunks`),
});

async function uploadBytes(
  { bucket, files }: GridFsCollections,
  upload: string,
  bytes: AsyncIterable<Uint8Array>,
  translatingErrors: ReturnType<typeof translateGridFsErrors>,
): Promise<void> {
  await translatingErrors(() =>
    files.createIndex({ 'metadata.shelf': 1, 'metadata.name': 1 }, { name: 'kept' }),
  );
  // Errors of the source are thrown unchanged.
  let broken: { readonly by: unknown } | undefined;
  const source = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* bytes;
    } catch (error) {
      broken = { by: error };
      throw error;
    }
  };
  // The driver accepts ids of any type, contrary to its typings.
  const to = bucket.openUploadStreamWithId(upload as never, upload);
  await translatingErrors(() => pipeline(source, to)).catch((error: unknown) => {
    throw broken ? broken.by : error;
  });
}

async function commitUpload(stored: GridFsCollections, upload: string, at: BlobKey): Promise<boolean> {
  const { uploads, files } = stored;
  if (await findFile(stored, at)) {
    if (await uploads.findOne({ _id: upload })) await discardUnlessCommitted(stored, upload);
    return true;
  }
  const { matchedCount } = await files.updateOne(
    { _id: upload },
    { $set: { metadata: { shelf: at.prefix, name: at.name } } },
  );
  if (matchedCount === 0) return false;
  await uploads.deleteOne({ _id: upload });
  return true;
}

async function discardUnlessCommitted(stored: GridFsCollections, upload: string): Promise<void> {
  const file = await stored.files.findOne({ _id: upload });
  if (file?.metadata?.shelf === undefined) await removeFile(stored, upload);
  else await stored.uploads.deleteOne({ _id: upload });
}

async function removeFile({ uploads, files, chunks }: GridFsCollections, id: string): Promise<void> {
  await files.deleteOne({ _id: id });
  await chunks.deleteMany({ files_id: id });
  await uploads.deleteOne({ _id: id });
}

async function findFile({ files }: GridFsCollections, at: BlobKey) {
  assertBlobKey(at);
  return files.findOne({ 'metadata.shelf': at.prefix, 'metadata.name': at.name });
}

async function openRange(
  stored: GridFsCollections,
  at: BlobKey,
  range: ByteRange | undefined,
): Promise<Readable | undefined> {
  const file = await findFile(stored, at);
  if (!file) return undefined;
  if (file.length === 0 || (range && range.end <= range.start)) return Readable.from([]);
  return stored.bucket.openDownloadStream(file._id as never, range && { ...range });
}
