import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { formatBytes } from './log-limits.js';

/** Throws file system errors unchanged. */
export async function* readLogBytes(path: string, most: number): AsyncGenerator<Uint8Array> {
  const packed = await startsWithGzipMagic(path);
  let read = 0;
  for await (const chunk of packed ? unpacked(path) : createReadStream(path)) {
    const bytes = chunk as Uint8Array;
    read += bytes.length;
    if (packed && read > most)
      throw new Error(
        `unpacked it is larger than ${formatBytes(most)}. If that is right, allow more with --max-unpacked`,
      );
    yield bytes;
  }
  if (read === 0) throw new Error('the file is empty');
}

function unpacked(path: string): AsyncIterable<unknown> {
  const file = createReadStream(path);
  const unzipped = createGunzip();
  file.on('error', (error) => unzipped.destroy(error));
  return file.pipe(unzipped).on('close', () => file.destroy());
}

async function startsWithGzipMagic(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { start: 0, end: 1 })) {
    const head = chunk as Uint8Array;
    return head[0] === 0x1f && head[1] === 0x8b;
  }
  return false;
}
