// Checked before parsing, as YAML and prose take more than linear time.
import type { Block } from './split-markdown.js';
import { DiagnosticsLimitError, type Diagnostics, type SourcePosition } from './diagnostics.js';

/** Thirteen times the largest example. */
const MAX_PARTS = 20_000;
const MAX_SIGNS = 4_000;
const MAX_PROSE_LINES = 2_000;
const MAX_PROSE = 200_000;
const MAX_NESTED = 12;
const DEEPEST_COLUMN = 60;

const SPLIT = 'split it into several applications';

/** Reports, then throws `DiagnosticsLimitError`. */
export function assertWithinLimits(blocks: readonly Block[], problems: Diagnostics): void {
  let [parts, signs, lines, prose] = [0, 0, 0, 0];
  for (const block of blocks) {
    if (block.kind === 'heading') continue;
    if (block.kind === 'yaml') {
      parts += countYamlParts(block.source);
      if (parts > MAX_PARTS)
        refuse(problems, block, `the yaml of this document has more than ${MAX_PARTS} parts`, SPLIT);
      continue;
    }
    signs += countMarkdownSigns(block.source);
    lines += countOccurrences(block.source, '\n') + 1;
    prose += block.source.length;
    if (signs > MAX_SIGNS)
      refuse(problems, block, `the prose has more than ${MAX_SIGNS} signs such as \`*\`, \`[\` and \`<\``);
    if (lines > MAX_PROSE_LINES || prose > MAX_PROSE)
      refuse(problems, block, `the prose is longer than ${MAX_PROSE_LINES} lines or ${MAX_PROSE} characters`);
    assertFlat(block, problems);
  }
}

export const countYamlParts = (yaml: string): number => countCharacters(yaml, (sign) => PARTS.has(sign));

const countMarkdownSigns = (prose: string): number => countCharacters(prose, (sign) => SIGNS.has(sign));

const PARTS: ReadonlySet<string> = new Set([...'[]{},:\n']);
const SIGNS: ReadonlySet<string> = new Set([...'*_[]!<&`\\|~>']);

function countCharacters(text: string, isMeant: (character: string) => boolean): number {
  let found = 0;
  for (const character of text) if (isMeant(character)) found += 1;
  return found;
}

function countOccurrences(text: string, sign: string): number {
  return countCharacters(text, (character) => character === sign);
}

function assertFlat({ source, line }: { source: string; line: number }, problems: Diagnostics): void {
  for (const [index, text] of source.split('\n').entries()) {
    if (measureNesting(text) <= MAX_NESTED) continue;
    const message = `this is nested more than ${MAX_NESTED} levels deep`;
    refuse(problems, { line: line + index }, message, 'write it flatter');
  }
}

const MARKER = /^[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))/;

function measureNesting(line: string): number {
  let [rest, levels] = [line, 0];
  const indent = line.length - line.trimStart().length;
  for (let marker = MARKER.exec(rest); marker; marker = MARKER.exec(rest)) {
    levels += 1;
    if (levels > MAX_NESTED || indent > DEEPEST_COLUMN) return MAX_NESTED + 1;
    rest = rest.slice(marker[0].length);
  }
  return levels;
}

function refuse(problems: Diagnostics, at: { line: number }, message: string, remedy = 'shorten it'): never {
  const spot: SourcePosition = { line: at.line, column: 1 };
  problems.report(spot, message, remedy);
  throw new DiagnosticsLimitError();
}
