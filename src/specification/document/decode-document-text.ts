import { splitLines } from './document-lines.js';
import type { Problem } from '../model/specification.js';

export const MAX_BYTES = 1024 * 1024;
const MAX_LINES = 20_000;

const NO_TEXT = 'A specification is a Markdown document, saved as UTF-8 text.';

export function decodeDocumentText(input: string | Uint8Array): string | Problem {
  const size = typeof input === 'string' ? input.length : input.byteLength;
  if (size > MAX_BYTES) return describeTooLarge();
  if (typeof input === 'string') return readText(input);
  try {
    return readText(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(input));
  } catch {
    return describeInvalidBytes(input);
  }
}

function readText(text: string): string | Problem {
  if (text.length > MAX_BYTES || Buffer.byteLength(text) > MAX_BYTES) return describeTooLarge();
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const nul = body.indexOf('\0');
  if (nul >= 0) return createDiagnostic(body, nul, 'this is not text: there is a zero byte here');
  const lone = /\p{Surrogate}/u.exec(body);
  if (lone) return createDiagnostic(body, lone.index, 'half of a character (a lone surrogate) stands here');
  if (splitLines(body).length > MAX_LINES) {
    return {
      line: MAX_LINES,
      column: 1,
      message: `the document has more than ${MAX_LINES} lines`,
      remedy: 'Split it into several applications.',
    };
  }
  return body;
}

function describeTooLarge(): Problem {
  return {
    line: 1,
    column: 1,
    message: 'the document is larger than 1 MB',
    remedy: 'Shorten it, or split it into several applications.',
  };
}

function describeInvalidBytes(bytes: Uint8Array): Problem {
  const readable = new TextDecoder().decode(bytes);
  return createDiagnostic(
    readable,
    Math.max(0, readable.indexOf('\uFFFD')),
    'this is not UTF-8 text from here on',
  );
}

function createDiagnostic(text: string, index: number, message: string): Problem {
  const lines = splitLines(text.slice(0, index));
  return { line: lines.length, column: lines.at(-1)!.length + 1, message, remedy: NO_TEXT };
}
