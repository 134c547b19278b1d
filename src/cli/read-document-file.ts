import { readFile, stat } from 'node:fs/promises';
import type { SpecificationCheck, Problem } from '../specification/model/specification.js';
import { isSystemError, describeFileError } from '../platform/file-errors.js';

/** Bytes; larger files are not read into memory. */
const LARGEST = 64 * 1024 * 1024;

export interface CheckedDocumentFile {
  readonly checked: SpecificationCheck;
  /** Without a byte order mark; empty when unreadable. */
  readonly text: string;
}

export async function readDocumentFile(file: string): Promise<CheckedDocumentFile> {
  const { checkWithCache } = await import('../specification/check-cache.js');
  const { decodeDocumentText } = await import('../specification/document/decode-document-text.js');
  try {
    const { size } = await stat(file);
    if (size > LARGEST) return broken('the file is not a specification: it is larger than 64 MB');
    const text = decodeDocumentText(await readFile(file));
    if (typeof text !== 'string') return { checked: { ok: false, problems: [text] }, text: '' };
    // Publishing checks the same text again.
    return { checked: checkWithCache(text), text };
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return broken(`cannot be read: ${describeFileError(error)}`);
  }
}

function broken(message: string): CheckedDocumentFile {
  const problem: Problem = { line: 1, column: 1, message };
  return { checked: { ok: false, problems: [problem] }, text: '' };
}

/** As compilers: `file:line:column: message`. */
export function formatProblem(file: string, problem: Problem): string {
  const remedy = problem.remedy ? ` ${problem.remedy}` : '';
  return `${file}:${problem.line}:${problem.column}: ${problem.message};${remedy}`.replace(/;$/, '');
}
