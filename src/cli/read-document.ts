// A document named on the command line: read and checked, or the problem that it cannot be read.
import { readFile, stat } from 'node:fs/promises';
import type { SpecificationCheck, Problem } from '../specification/model/specification.js';
import { isSystemError, describeFileError } from '../platform/file-errors.js';

/** More than any document is: what is larger is not read into memory. */
const LARGEST = 64 * 1024 * 1024;

export interface ReadDocument {
  readonly checked: SpecificationCheck;
  /** As the file has it, without a byte order mark; empty when it could not be read. */
  readonly text: string;
}

export async function readDocumentFile(file: string): Promise<ReadDocument> {
  const { checkWithCache } = await import('../specification/check-cache.js');
  const { decodeDocument } = await import('../specification/document/decode-document.js');
  try {
    const { size } = await stat(file);
    if (size > LARGEST) return broken('the file is not a specification: it is larger than 64 MB');
    const text = decodeDocument(await readFile(file));
    if (typeof text !== 'string') return { checked: { ok: false, problems: [text] }, text: '' };
    // Who publishes it asks again about the same text.
    return { checked: checkWithCache(text), text };
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return broken(`cannot be read: ${describeFileError(error)}`);
  }
}

function broken(message: string): ReadDocument {
  const problem: Problem = { line: 1, column: 1, message };
  return { checked: { ok: false, problems: [problem] }, text: '' };
}
