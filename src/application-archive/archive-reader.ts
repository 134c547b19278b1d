// Every file must have the hash of the manifest before anything of an archive is used.
import { createHash } from 'node:crypto';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import {
  fromRandomAccessReaderPromise,
  openPromise,
  RandomAccessReader,
  type Entry,
  type ZipFile,
} from 'yauzl';
import { AdapterError } from '#platform/adapter-error.js';
import { isSystemError } from '#platform/file-errors.js';
import {
  FORMAT_VERSION,
  hashManifest,
  MANIFEST,
  parseArchiveManifest,
  readFormatVersion,
  toFilePath,
  type ArchivedFile,
  type ArchiveManifest,
} from './archive-format.js';
import { ArchiveRefused } from './archive-refused.js';
import { refuseArchive } from './refuse-archive.js';

const MAX_MANIFEST_BYTES = 256 * 1024 * 1024;
/** An event of this size does not fit into any log. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** An archive that is no file of this machine. */
export interface RemoteArchive {
  /** For messages. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** `end` is exclusive. */
  read(range: { readonly start: number; readonly end: number }): Promise<Readable>;
}

class RemoteReader extends RandomAccessReader {
  constructor(private readonly archive: RemoteArchive) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const bytes = new PassThrough();
    this.archive.read({ start, end }).then(
      // The reader of the archive gets the error.
      (source) => pipeline(source, bytes, () => {}),
      (error: Error) => bytes.destroy(error),
    );
    return bytes;
  }
}

const ZIP_OPTIONS = { lazyEntries: true, autoClose: false, strictFileNames: true };

export class ArchiveReader {
  private readonly files: ReadonlyMap<string, ArchivedFile>;

  private constructor(
    private readonly name: string,
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
    readonly manifest: ArchiveManifest,
    /** Of the manifest. */
    readonly sha256: string,
  ) {
    this.files = new Map(manifest.files.map((file) => [file.path, file]));
  }

  /** Throws `ArchiveRefused`, and errors of the system. */
  static async open(path: string): Promise<ArchiveReader> {
    return ArchiveReader.over(path, () => openPromise(path, ZIP_OPTIONS));
  }

  /** Throws `ArchiveRefused`, and errors of `read`. */
  static async openRemote(archive: RemoteArchive): Promise<ArchiveReader> {
    return ArchiveReader.over(archive.name, () =>
      fromRandomAccessReaderPromise(new RemoteReader(archive), archive.size, ZIP_OPTIONS),
    );
  }

  private static async over(path: string, open: () => Promise<ZipFile>): Promise<ArchiveReader> {
    const zip = await readingZip(path, open);
    try {
      const entries = new Map<string, Entry>();
      await readingZip(path, async () => {
        for await (const entry of zip.eachEntry()) {
          if (entries.has(entry.fileName))
            throw refuseArchive('pathTwice', { archive: path, path: entry.fileName });
          entries.set(entry.fileName, entry);
        }
      });
      const text = await readManifest(path, zip, entries);
      const manifest = parseManifest(path, text);
      assertSameFiles(path, manifest, entries);
      return new ArchiveReader(path, zip, entries, manifest, hashManifest(text));
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  /** Throws `ArchiveRefused` for a file that is cut off or was changed. */
  async verify(onProgress: (bytes: number, total: number) => void = () => {}): Promise<void> {
    const { files } = this.manifest;
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    let done = 0;
    for (const { path, bytes, sha256 } of files) {
      const hash = createHash('sha256');
      let size = 0;
      for await (const piece of this.read(path)) {
        hash.update(piece);
        size += piece.length;
        if (size > bytes) break;
        onProgress((done += piece.length), total);
      }
      if (size !== bytes || hash.digest('hex') !== sha256)
        throw refuseArchive('otherHash', { path, archive: this.name });
    }
  }

  find(path: string): ArchivedFile | undefined {
    return this.files.get(path);
  }

  /** Throws `ArchiveRefused`. */
  async *read(path: string): AsyncGenerator<Uint8Array> {
    const entry = this.entries.get(path)!;
    try {
      const stream = await this.zip.openReadStreamPromise(entry);
      for await (const piece of stream) yield piece as Uint8Array;
    } catch (error) {
      throw toRefusal(this.name, error);
    }
  }

  /** `number`: from 1. Throws `ArchiveRefused`. */
  async *lines(path: string): AsyncGenerator<{ readonly text: string; readonly number: number }> {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let [pieces, length, number] = [[] as Uint8Array[], 0, 0];
    const take = () => {
      const line = Buffer.concat(pieces, length);
      [pieces, length] = [[], 0];
      number++;
      try {
        return { text: decoder.decode(line), number };
      } catch {
        throw refuseArchive('lineNoUtf8', { archive: this.name, line: number, path });
      }
    };
    for await (let piece of this.read(path)) {
      for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10)) {
        pieces.push(piece.subarray(0, end));
        length += end;
        piece = piece.subarray(end + 1);
        yield take();
      }
      pieces.push(piece);
      length += piece.length;
      if (length > MAX_LINE_BYTES)
        throw refuseArchive('lineTooLong', { archive: this.name, line: number + 1, path });
    }
    if (length > 0) yield take();
  }

  close(): void {
    this.zip.close();
  }
}

async function readManifest(
  path: string,
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
): Promise<string> {
  const entry = entries.get(MANIFEST);
  if (!entry || entry.uncompressedSize > MAX_MANIFEST_BYTES)
    throw refuseArchive('noManifest', { archive: path, manifest: MANIFEST });
  return readingZip(path, async () => {
    const pieces: Uint8Array[] = [];
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Uint8Array);
    return Buffer.concat(pieces).toString('utf8');
  });
}

function parseManifest(path: string, text: string): ArchiveManifest {
  const version = readFormatVersion(text);
  if (version === undefined) throw refuseArchive('foreignManifest', { archive: path, manifest: MANIFEST });
  if (version > FORMAT_VERSION)
    throw refuseArchive('newerFormat', { archive: path, version, newest: FORMAT_VERSION });
  const manifest = parseArchiveManifest(text);
  if (!manifest) throw refuseArchive('otherManifest', { archive: path, manifest: MANIFEST });
  return manifest;
}

function assertSameFiles(
  path: string,
  { files }: ArchiveManifest,
  entries: ReadonlyMap<string, unknown>,
): void {
  const missing = files.find((file) => !entries.has(file.path));
  if (missing) throw refuseArchive('notWhole', { archive: path, path: missing.path });
  const misnamed = files.find(
    (file) => file.path.startsWith('files/') && file.path !== toFilePath(file.sha256),
  );
  if (misnamed) throw refuseArchive('misnamedFile', { archive: path, path: misnamed.path });
  const named = new Set([MANIFEST, ...files.map((file) => file.path)]);
  const foreign = [...entries.keys()].find((name) => !named.has(name));
  if (foreign !== undefined) throw refuseArchive('unknownFile', { archive: path, path: foreign });
}

async function readingZip<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw toRefusal(path, error);
  }
}

function toRefusal(path: string, error: unknown): unknown {
  if (error instanceof ArchiveRefused || error instanceof AdapterError || isSystemError(error)) return error;
  return refuseArchive('noZip', { archive: path, error: (error as Error).message }, { cause: error });
}
