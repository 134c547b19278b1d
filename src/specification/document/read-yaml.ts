import { parseDocument, type YAMLError } from 'yaml';
import type { YamlBlock } from './read-sections.js';
import type { Node } from './yaml-node.js';
import type { Diagnostics, SourcePosition } from './diagnostics.js';
import { findPositionInBlock } from './scalar-positions.js';
import { readNode } from './read-yaml-node.js';

export interface ParsedYaml {
  readonly node?: Node;
  /** What follows a syntax error is unreliable. */
  readonly broken: boolean;
}

export function readYaml(block: YamlBlock, problems: Diagnostics): ParsedYaml {
  // Reading reports duplicate keys, with both places.
  const options = { prettyErrors: false, logLevel: 'silent', uniqueKeys: false } as const;
  const document = parseDocument(block.source, options);
  const spot = (offset: number): SourcePosition => findPositionInBlock(block, offset);
  // Later errors mostly follow from the first.
  for (const error of document.errors.slice(0, 1)) reportSyntax(error, spot, problems);
  if (document.errors.length > 0) return { broken: true };
  if (document.contents === null) return { broken: false };
  const reading = { block, spot, problems, anchors: new Map<string, unknown>(), repeated: 0 };
  const node = readNode(reading, document.contents);
  return node ? { node, broken: false } : { broken: false };
}

function reportSyntax(
  error: YAMLError,
  spot: (offset: number) => SourcePosition,
  problems: Diagnostics,
): void {
  const [message, remedy] = SYNTAX[error.code] ?? [`the yaml cannot be read: ${error.message}`, undefined];
  problems.report(spot(error.pos[0]), message, remedy);
}

const SYNTAX: Readonly<Partial<Record<string, readonly [string, string]>>> = {
  TAB_AS_INDENT: ['yaml is indented by spaces, not by tabs', 'replace the tab by spaces'],
  RESOURCE_EXHAUSTION: ['this is nested too deeply', 'write it flatter'],
  MULTIPLE_DOCS: ['`---` starts a second yaml document here', 'leave the line out, or use a second block'],
  BLOCK_AS_IMPLICIT_KEY: ['there are two colons in one line', 'put the text after the first colon in quotes'],
  BAD_INDENT: [
    'a bracket is not closed, or a line is not indented as it should be',
    'close what was opened before, and indent by spaces',
  ],
  MISSING_CHAR: ['a quotation mark, bracket or colon is missing', 'close what was opened before'],
};
