import { readSections } from './document/read-sections.js';
import { decodeDocumentText } from './document/decode-document-text.js';
import { createDiagnostics, DiagnosticsLimitError, type Diagnostics } from './document/diagnostics.js';
import type { ConstantChange } from './model/constant.js';
import { assembleSpecification, type ParsedDocument } from './assemble-specification.js';
import { runToCompletion, type CooperativeTask } from './cooperative-task.js';
import { readSectionDeclarations } from './sections/section-shapes.js';
import type { SpecificationCheck, Problem, Specification } from './model/specification.js';

/** Pure and synchronous; never throws. */
export function checkDocument(document: string | Uint8Array): SpecificationCheck {
  const problems = createDiagnostics();
  const read = parseSpecificationText(document, problems);
  if ('problems' in read) return { ok: false, problems: read.problems };
  return runToCompletion(assembleAndCheck(read, problems));
}

export function parseSpecificationText(
  document: string | Uint8Array,
  problems: Diagnostics,
): ParsedDocument | { readonly problems: readonly Problem[] } {
  const text = decodeDocumentText(document);
  if (typeof text !== 'string') return { problems: [text] };
  return runUntilDiagnosticsLimit(() => readWholeText(text, problems)) ?? { problems: problems.all() };
}

function readWholeText(text: string, problems: Diagnostics): ParsedDocument | undefined {
  const { title, sections, whole } = readSections(text, problems);
  const { declared, broken } = readSectionDeclarations(sections, problems);
  return broken || !whole ? undefined : { text, document: { title, sections }, declared };
}

export function* assembleAndCheck(
  read: ParsedDocument,
  problems: Diagnostics = createDiagnostics(),
  changes: readonly ConstantChange[] = [],
): CooperativeTask<SpecificationCheck> {
  let specification: Specification | undefined;
  try {
    specification = yield* assembleSpecification(read, problems, changes);
  } catch (error) {
    if (!(error instanceof DiagnosticsLimitError)) throw error;
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

/** A published version runs even if newer checks refuse it. */
export const toPublishedCheck = (checked: SpecificationCheck): SpecificationCheck =>
  checked.ok || !checked.runs ? checked : { ok: true, specification: checked.runs, problems: [] };

export function runUntilDiagnosticsLimit<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof DiagnosticsLimitError) return undefined;
    throw error;
  }
}
