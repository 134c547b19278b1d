// Files in MongoDB's GridFS, for machines that share their read models there. Whoever uploads is written down first, so that what
// breaks off half-way is found again.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GridFSBucket, type Collection, type Db, type GridFSFile, type MongoClientOptions } from 'mongodb';
import { BY_MAJORITY, MongoClient } from '#platform/mongo-client.js';
import {
  isUpload,
  mustBeAPlace,
  mustBeAShelf,
  newUpload,
  type FileStore,
  type KeptAt,
  type ByteRange,
} from '../file-store.js';
import { translateGridFsErrors, shownAddress } from './gridfs-errors.js';

const BUCKET = 'files';
const CHUNK = 255 * 1024;

/** A piece of a file may take a while on a slow line; nobody waits for ever for a server that fell silent. */
const SETTINGS: MongoClientOptions = {
  appName: 'daybook-files',
  serverSelectionTimeoutMS: 5_000,
  connectTimeoutMS: 5_000,
  socketTimeoutMS: 30_000,
  maxPoolSize: 20,
  ...BY_MAJORITY,
};

/** Nobody's yet: gone once it is kept. */
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

/** The server is asked for when the first file is: who has none does not need it. */
export function openGridFsFiles(url: string, database: string): FileStore {
  const asking = translateGridFsErrors(url);
  let client: MongoClient | undefined;
  let made: GridFsCollections | undefined;
  const stored = (): GridFsCollections => {
    client ??= new MongoClient(url, SETTINGS);
    return (made ??= storedIn(client.db(database)));
  };
  return {
    place: `GridFS in ${shownAddress(url, database)}`,
    async stage(bytes) {
      const upload = newUpload();
      try {
        await asking(() => stored().uploads.insertOne({ _id: upload, begunAt: new Date() }));
        await write(stored(), upload, bytes, asking);
      } catch (error) {
        // Where the server is away, it is found when uploads that nobody used are looked for.
        await remove(stored(), upload).catch(() => {});
        throw error;
      }
      return upload;
    },
    async keep(upload, at) {
      mustBeAPlace(at);
      return isUpload(upload) && asking(() => keep(stored(), upload, at));
    },
    async discard(upload) {
      await asking(async () => {
        if (await stored().uploads.findOne({ _id: upload })) await remove(stored(), upload);
      });
    },
    read: (at, range) => asking(() => read(stored(), at, range)),
    size: (at) => asking(async () => (await found(stored(), at))?.length),
    async removeShelf(shelf) {
      mustBeAShelf(shelf);
      return asking(async () => {
        const files = await stored()
          .files.find({ 'metadata.shelf': shelf }, { projection: { _id: 1 } })
          .toArray();
        for (const { _id } of files) await remove(stored(), _id);
        return files.length;
      });
    },
    async *kept() {
      const all = stored().files.find(
        { 'metadata.shelf': { $exists: true } },
        { projection: { metadata: 1 } },
      );
      for await (const { metadata } of all) yield { shelf: metadata!.shelf, name: metadata!.name } as KeptAt;
    },
    discardOlder: (than) =>
      asking(async () => {
        const old = await stored()
          .uploads.find({ begunAt: { $lt: than } })
          .toArray();
        for (const { _id } of old) await discardUnlessKept(stored(), _id);
        return old.length;
      }),
    close: async () => client?.close(),
  };
}

const storedIn = (database: Db): GridFsCollections => ({
  bucket: new GridFSBucket(database, { bucketName: BUCKET, chunkSizeBytes: CHUNK }),
  uploads: database.collection('uploads'),
  files: database.collection(`${BUCKET}.files`),
  chunks: database.collection(`${BUCKET}.chunks`),
});

async function write(
  { bucket, files }: GridFsCollections,
  upload: string,
  bytes: AsyncIterable<Uint8Array>,
  asking: ReturnType<typeof translateGridFsErrors>,
): Promise<void> {
  await asking(() => files.createIndex({ 'metadata.shelf': 1, 'metadata.name': 1 }, { name: 'kept' }));
  // What goes wrong with the bytes is theirs, and no trouble of the server.
  let broken: { readonly by: unknown } | undefined;
  const source = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* bytes;
    } catch (error) {
      broken = { by: error };
      throw error;
    }
  };
  // The driver's stream takes ids of any type, and says it takes its own.
  const to = bucket.openUploadStreamWithId(upload as never, upload);
  await asking(() => pipeline(source, to)).catch((error: unknown) => {
    throw broken ? broken.by : error;
  });
}

async function keep(stored: GridFsCollections, upload: string, at: KeptAt): Promise<boolean> {
  const { uploads, files } = stored;
  if (await found(stored, at)) {
    if (await uploads.findOne({ _id: upload })) await discardUnlessKept(stored, upload);
    return true;
  }
  const { matchedCount } = await files.updateOne(
    { _id: upload },
    { $set: { metadata: { shelf: at.shelf, name: at.name } } },
  );
  if (matchedCount === 0) return false;
  await uploads.deleteOne({ _id: upload });
  return true;
}

/** Somebody may have kept it, and fallen before it was taken off the list of uploads. */
async function discardUnlessKept(stored: GridFsCollections, upload: string): Promise<void> {
  const file = await stored.files.findOne({ _id: upload });
  if (file?.metadata?.shelf === undefined) await remove(stored, upload);
  else await stored.uploads.deleteOne({ _id: upload });
}

async function remove({ uploads, files, chunks }: GridFsCollections, id: string): Promise<void> {
  await files.deleteOne({ _id: id });
  await chunks.deleteMany({ files_id: id });
  await uploads.deleteOne({ _id: id });
}

async function found({ files }: GridFsCollections, at: KeptAt) {
  mustBeAPlace(at);
  return files.findOne({ 'metadata.shelf': at.shelf, 'metadata.name': at.name });
}

async function read(
  stored: GridFsCollections,
  at: KeptAt,
  range: ByteRange | undefined,
): Promise<Readable | undefined> {
  const file = await found(stored, at);
  if (!file) return undefined;
  if (file.length === 0 || (range && range.end <= range.start)) return Readable.from([]);
  return stored.bucket.openDownloadStream(file._id as never, range && { ...range });
}
