// In the worker thread, where duration does not matter.
import { assembleAndCheck, parseSpecificationText } from '#specification/check-document.js';
import { getCachedCheck, findConditionsToPublish, cacheCheck } from '#specification/check-cache.js';
import { compareDocuments } from '#specification/compare-documents.js';
import { createDiagnostics } from '#specification/document/diagnostics.js';
import { runToCompletion } from '#specification/cooperative-task.js';
import { serializeForWorker } from '#specification/serialize-for-worker.js';
import { readVocabulary } from '#specification/version-vocabulary.js';
import type { DocumentCheckResult, DocumentCheckRequest } from './document-check-messages.js';

export function answerDocumentCheck({
  number,
  text,
  earlier,
  before,
  runs = false,
  words = false,
}: DocumentCheckRequest): DocumentCheckResult {
  if (words) return { number, problems: [], vocabulary: readVocabulary(text) };
  if (before !== undefined) return { number, problems: [], comparison: compareDocuments(before, text) };
  if (earlier !== undefined)
    return { number, problems: [], conditions: findConditionsToPublish(earlier, text) };
  const problems = createDiagnostics();
  const read = parseSpecificationText(text, problems);
  if ('problems' in read) return { number, problems: read.problems };
  if (runs) return { number, problems: problems.all(), read: serializeForWorker(read) };
  const checked = getCachedCheck(text) ?? cacheCheck(text, runToCompletion(assembleAndCheck(read, problems)));
  return checked.ok
    ? { number, problems: [], read: serializeForWorker(read) }
    : { number, problems: checked.problems };
}
