import { isUtf8 } from 'node:buffer';
import { UploadedFile } from '#specification/field-types/uploaded-file.js';
import type { FileReceiver } from './parameter-decorators.js';

export interface SentFile {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** What `take` returns for the file of this input; undefined: none was chosen. Throws as `take`, and for a broken form. */
export async function receiveFileOf<T>(
  receive: FileReceiver | undefined,
  input: string,
  take: (sent: SentFile) => Promise<T>,
): Promise<T | undefined> {
  let taken: T | undefined;
  await receive?.((name, sent) => {
    if (name !== input || taken !== undefined) return undefined;
    return take(sent).then((result) => {
      taken = result;
      return NO_REFERENCE;
    });
  });
  return taken;
}

/** Forms of records name what was uploaded; these need no name. */
const NO_REFERENCE = new UploadedFile('', '', '', 0, {
  endings: [],
  upload: '',
  reference: '',
  field: '',
});

/** undefined: other encodings, and more than `max` bytes. */
export async function readUtf8(bytes: AsyncIterable<Uint8Array>, max: number): Promise<string | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    size += piece.length;
    if (size > max) return undefined;
    pieces.push(piece);
  }
  const whole = Buffer.concat(pieces);
  return isUtf8(whole) ? whole.toString('utf8') : undefined;
}
