// Each file is hashed while it is written; the manifest comes last.
import { createHash } from 'node:crypto';
import { finished } from 'node:stream/promises';
import { Readable, type Writable } from 'node:stream';
import { ZipFile } from 'yazl';
import { MANIFEST, type ArchivedFile } from './archive-format.js';

/** Fixed, so that equal content makes equal archives. */
const WRITTEN = new Date(1980, 0, 1);

export class ArchiveWriter {
  readonly files: ArchivedFile[] = [];
  private readonly zip = new ZipFile();
  private readonly written: Promise<void>;

  constructor(destination: Writable) {
    this.written = finished(destination);
    // Reported by the next `add`, or by `finish`.
    this.written.catch(() => {});
    const fail = (error: Error) => void destination.destroy(error);
    this.zip.on('error', fail);
    this.zip.outputStream.on('error', fail);
    this.zip.outputStream.pipe(destination);
  }

  async add(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const hash = createHash('sha256');
    let size = 0;
    const source = Readable.from(
      (async function* () {
        for await (const piece of bytes) {
          hash.update(piece);
          size += piece.length;
          yield piece;
        }
      })(),
      { objectMode: false },
    );
    const read = finished(source);
    this.zip.addReadStream(source, path, { mtime: WRITTEN, compress: !path.startsWith('files/') });
    try {
      await Promise.race([read, this.written.then(() => read)]);
    } finally {
      source.destroy();
    }
    this.files.push({ path, bytes: size, sha256: hash.digest('hex') });
  }

  async finish(manifest: string): Promise<void> {
    this.zip.addBuffer(Buffer.from(manifest), MANIFEST, { mtime: WRITTEN });
    this.zip.end();
    await this.written;
  }
}
