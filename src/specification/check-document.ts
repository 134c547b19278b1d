// The document → the checked specification, or everything that is wrong with it.
import { readDocument } from './document/read-sections.js';
import { decodeDocument } from './document/decode-document.js';
import { collectDiagnostics, DiagnosticsLimit, type Diagnostics } from './document/diagnostics.js';
import type { ConstantChange } from './model/constant.js';
import { assembleSpecification, type ParsedDocument } from './assemble-specification.js';
import { runToCompletion, type CooperativeTask } from './cooperative-task.js';
import { readSectionDeclarations } from './sections/section-shapes.js';
import type { SpecificationCheck, Problem, Specification } from './model/specification.js';

/**
 * Checks a specification document (Markdown, as text or as UTF-8 bytes). Pure and synchronous; never throws.
 * Answers the runnable specification, or all problems, each with its line and column in the document.
 */
export function checkDocument(document: string | Uint8Array): SpecificationCheck {
  const problems = collectDiagnostics();
  const read = readSpecificationText(document, problems);
  if ('problems' in read) return { ok: false, problems: read.problems };
  return runToCompletion(assembleAndCheck(read, problems));
}

/** The parsed document, or the diagnostics that prevent references from being checked. */
export function readSpecificationText(
  document: string | Uint8Array,
  problems: Diagnostics,
): ParsedDocument | { readonly problems: readonly Problem[] } {
  const text = decodeDocument(document);
  if (typeof text !== 'string') return { problems: [text] };
  return untilDiagnosticsLimit(() => readWholeText(text, problems)) ?? { problems: problems.all() };
}

function readWholeText(text: string, problems: Diagnostics): ParsedDocument | undefined {
  const { title, sections, whole } = readDocument(text, problems);
  const { declared, broken } = readSectionDeclarations(sections, problems);
  return broken || !whole ? undefined : { text, document: { title, sections }, declared };
}

/** Assembles and checks in steps; diagnostics found while parsing are included. */
export function* assembleAndCheck(
  read: ParsedDocument,
  problems: Diagnostics = collectDiagnostics(),
  changes: readonly ConstantChange[] = [],
): CooperativeTask<SpecificationCheck> {
  let specification: Specification | undefined;
  try {
    specification = yield* assembleSpecification(read, problems, changes);
  } catch (error) {
    if (!(error instanceof DiagnosticsLimit)) throw error;
  }
  const found = problems.all();
  if (found.length > 0 || !specification)
    return {
      ok: false,
      problems: found,
      ...(specification && problems.areOnlyNew() && { runs: specification }),
    };
  return { ok: true, specification, problems: [] };
}

/** A version that was published runs, whatever is refused only today. */
export const toPublishedCheck = (checked: SpecificationCheck): SpecificationCheck =>
  checked.ok || !checked.runs ? checked : { ok: true, specification: checked.runs, problems: [] };

export function untilDiagnosticsLimit<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof DiagnosticsLimit) return undefined;
    throw error;
  }
}
