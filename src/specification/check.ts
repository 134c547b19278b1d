// The document → the checked specification, or everything that is wrong with it.
import { readDocument } from './document/document.js';
import { readInput } from './document/input.js';
import { collectProblems, Enough, type Problems } from './document/problems.js';
import { assemble } from './assemble.js';
import type { Checked, Specification } from './specification.js';

/**
 * Checks a specification document (Markdown, as text or as UTF-8 bytes). Pure and synchronous; never throws.
 * Answers the runnable specification, or all problems, each with its line and column in the document.
 */
export function check(document: string | Uint8Array): Checked {
  const text = readInput(document);
  if (typeof text !== 'string') return { ok: false, problems: [text] };
  const problems = collectProblems();
  const specification = assembled(text, problems);
  const found = problems.all();
  if (found.length > 0 || !specification) return { ok: false, problems: found };
  return { ok: true, specification, problems: [] };
}

function assembled(text: string, problems: Problems): Specification | undefined {
  try {
    return assemble(readDocument(text, problems), text, problems);
  } catch (error) {
    if (error instanceof Enough) return undefined;
    throw error;
  }
}
