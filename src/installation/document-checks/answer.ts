// What the thread does with a document: Markdown and yaml are read here, where it takes as long as it takes.
import { assembleText, readSpecificationText } from '#specification/check-document.js';
import { checkedBefore, conditionsOf, keepChecked } from '#specification/check-cache.js';
import { compareDocuments } from '#specification/compare-documents.js';
import { collectProblems } from '#specification/document/diagnostics.js';
import { atOnce } from '#specification/pieces.js';
import { handOver } from '#specification/serialize-for-worker.js';
import { readVocabulary } from '#specification/version-vocabulary.js';
import type { DocumentCheckResult, DocumentCheckRequest } from './check-messages.js';

export function checkDocument({
  number,
  text,
  earlier,
  before,
  runs = false,
  words = false,
}: DocumentCheckRequest): DocumentCheckResult {
  if (words) return { number, problems: [], vocabulary: readVocabulary(text) };
  if (before !== undefined) return { number, problems: [], comparison: compareDocuments(before, text) };
  if (earlier !== undefined) return { number, problems: [], conditions: conditionsOf(earlier, text) };
  const problems = collectProblems();
  const read = readSpecificationText(text, problems);
  if ('problems' in read) return { number, problems: read.problems };
  if (runs) return { number, problems: problems.all(), read: handOver(read) };
  const checked = checkedBefore(text) ?? keepChecked(text, atOnce(assembleText(read, problems)));
  return checked.ok ? { number, problems: [], read: handOver(read) } : { number, problems: checked.problems };
}
