import type { DocumentComparison } from '../specification/compare-documents.js';
import type { Difference } from '../specification/comparison/differences.js';
import { HEADINGS } from '../specification/document/headings.js';
import { CliUsageError } from './cli-usage-error.js';

export interface NamedDocument {
  readonly name: string;
  readonly text: string;
}

/** Returns whether anything changes. Throws `CliUsageError`. */
export function printMeaning(
  before: NamedDocument,
  after: NamedDocument,
  { meaning }: DocumentComparison,
): boolean {
  if (!meaning)
    throw new CliUsageError(
      'One of the two is not a specification that this Daybook runs, so it cannot be told what it means. Compare their lines with --text.',
    );
  process.stdout.write(`What ${after.name} changes in ${before.name}:\n`);
  if (meaning.length === 0) {
    const isSameText = before.text === after.text;
    process.stdout.write(
      isSameText ? 'nothing.\n' : 'nothing that means anything. Their lines differ: --text shows them.\n',
    );
    return false;
  }
  const meaningful = meaning.filter(({ kind }) => kind === 'meaning');
  for (const section of new Set(meaningful.map((each) => each.section))) {
    process.stdout.write(`\n${section}. ${HEADINGS[section]}\n`);
    for (const each of meaningful) if (each.section === section) process.stdout.write(`  ${inWords(each)}\n`);
  }
  const words = meaning.filter(({ kind }) => kind === 'words');
  if (words.length > 0) process.stdout.write('\nOnly called, explained or ordered otherwise\n');
  for (const each of words) process.stdout.write(`  ${inWords(each)}\n`);
  return true;
}

function inWords({ about, sentence, line, isGone }: Difference): string {
  const where = line === undefined ? '' : ` (line ${line}${isGone ? ' before' : ''})`;
  return `${about.length > 0 ? `${about.join(' › ')}: ` : ''}${sentence}${where}`;
}
